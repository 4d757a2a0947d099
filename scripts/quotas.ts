// npm run quotas -- [stage]: compares the quotas of the AWS account with the settings of a stage. Reads credentials, AWS_REGION and
// the settings from the environment, .env.<stage> and .env, as sst deploy does.
import { existsSync } from 'node:fs'
import { readSettings } from '../stacks/settings.ts'
import { checkQuotas, type QuotaResult } from './quotas/check-quotas.ts'
import { createQuotaReader } from './quotas/read-quota.ts'

const toLine = ({ quota, value }: QuotaResult) => {
  const { service, code, name, needed, because } = quota
  const isEnough = value >= needed
  const text = `${isEnough ? 'ok     ' : 'TOO LOW'} ${service} ${code} ${name}: ${value}`
  return isEnough ? text : `${text}, but ${because} need ${needed}. Request an increase in Service Quotas.`
}

const main = async () => {
  const [stage = 'production'] = process.argv.slice(2)
  for (const file of [`.env.${stage}`, '.env']) if (existsSync(file)) process.loadEnvFile(file)
  const settings = readSettings(process.env, stage)
  const results = await checkQuotas(settings, createQuotaReader())
  process.stdout.write(`${results.map(toLine).join('\n')}\n`)
  return results.every(({ quota, value }) => value >= quota.needed) ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  const { name, message } = error as Error
  process.stderr.write(`${name}: ${message}\n`)
  process.exitCode = 2
}
