import { type AccountLimit, accountLimits } from '../../lib/core/access/tiers.ts'
import { tierNames } from '../../lib/schema/tier-features.ts'

/** An error that the user can fix. Its message is shown without a stack trace. */
export class UsageError extends Error {}

/** @param expiresIn value of `--expires-in` */
export const assertSeconds = (expiresIn: string | undefined): void => {
  if (expiresIn !== undefined && !/^\d{1,9}$/.test(expiresIn))
    throw new UsageError('--expires-in must be an integer number of seconds.')
}

/** Returns when something ends that is made now. Unix seconds. @param expiresIn value of `--expires-in` */
export const toEnd = (expiresIn: string | undefined): number | undefined => {
  assertSeconds(expiresIn)
  if (expiresIn === undefined) return undefined
  return Math.floor(Date.now() / 1000) + Number(expiresIn)
}

/** Returns one sentence for people. */
export const toSentence = (error: unknown): string => {
  const { name, message, code } = error as NodeJS.ErrnoException
  if (name === 'ResourceNotFoundException')
    return 'ACCOUNTS_TABLE: this AWS account and region has no table of this name.'
  return code === 'ECONNREFUSED' ? 'The service is not running. Start it with npm start.' : message
}

/** Returns the option of a limit: `requestsPerMinute` -> `--requests-per-minute`. */
export const limitOption = (name: AccountLimit): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

export const limitOptions = accountLimits.map(limitOption)

const plans = tierNames.join('|')

export const usage = `npm run accounts -- create --plan ${plans}
npm run accounts -- list
npm run accounts -- show ID
npm run accounts -- plan ${plans} ID
npm run accounts -- limit ID ${limitOptions.map((option) => `[${option} N|plan]`).join(' ')}
npm run accounts -- usage --month YYYY-MM
npm run accounts -- audit ID
npm run accounts -- invoice paid|unpaid ID
npm run accounts -- rotate access|secret ID
npm run accounts -- signed on|off|v1|v2 ID
npm run accounts -- keys ID
npm run accounts -- add-key full|render|read|links ID --name NAME [--expires-in SECONDS]
npm run accounts -- remove-key KEY_ID ID
npm run accounts -- close ID
npm run accounts -- export ID
npm run accounts -- erase ID
Each command accepts --json. The commands use the service in DATA_DIR, or a stage on AWS if ACCOUNTS_TABLE is set.`
