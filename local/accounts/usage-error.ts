import { tierNames } from '../../lib/schema/tier-features.ts'

/** An error that the user can fix. Its message is shown without a stack trace. */
export class UsageError extends Error {}

const plans = tierNames.join('|')

export const usage = `npm run accounts -- create --plan ${plans}
npm run accounts -- list
npm run accounts -- show ID
npm run accounts -- plan ${plans} ID
npm run accounts -- invoice paid|unpaid ID
npm run accounts -- rotate access|secret ID
npm run accounts -- signed on|off|v1|v2 ID
npm run accounts -- close ID
Each command accepts --json. The commands use the service in DATA_DIR, or a stage on AWS if ACCOUNTS_TABLE is set.`
