import { planNames } from '../../lib/core/access/plans.ts'

/** Something the person at the keyboard can put right; shown as one sentence. */
export class UsageError extends Error {}

const plans = planNames.join('|')

export const usage = `npm run accounts -- create --plan ${plans}
npm run accounts -- list
npm run accounts -- show ID
npm run accounts -- plan ${plans} ID
npm run accounts -- invoice paid|unpaid ID
npm run accounts -- rotate access|secret ID
npm run accounts -- signed on|off|v1|v2 ID
npm run accounts -- close ID
Each takes --json. Of the service in DATA_DIR, or with ACCOUNTS_TABLE of a stage on AWS.`
