// npm run accounts -- create --plan free [--json] | list [--json]
import { parseArgs } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { loadLocalConfig } from '../lib/config.ts'
import { isPlanName, planNames } from '../lib/core/plans.ts'
import { type AccountStore, createAccountStore } from '../lib/store/accounts.ts'
import { localCredentials, region } from './credentials.ts'
import { readCloudFile } from './service-file.ts'
import { tableNames } from './tables.ts'

/** Something the person at the keyboard can put right; shown as one sentence. */
class UsageError extends Error {}

const usage = `npm run accounts -- create --plan ${planNames.join('|')} [--json]
npm run accounts -- list [--json]`

const print = (text: string) => process.stdout.write(`${text}\n`)

const create = async (accounts: AccountStore, plan: string | undefined, json: boolean) => {
  if (plan === undefined || !isPlanName(plan))
    throw new UsageError(`--plan takes one of ${planNames.join(', ')}.`)
  const account = await accounts.create(plan)
  if (json) return print(JSON.stringify(account))
  print(`account     ${account.id} (${account.plan})`)
  print(`access key  ${account.accessKey}`)
  print(`secret key  ${account.secretKey}`)
  print('The access key is shown this once: only its hash is kept.')
}

const list = async (accounts: AccountStore, json: boolean) => {
  const rows = (await accounts.list()).map(({ id, plan, paid, created }) => ({ id, plan, paid, created }))
  if (json) return print(JSON.stringify({ accounts: rows }))
  for (const { id, plan, paid, created } of rows)
    print([id, plan.padEnd(8), paid ? 'paid  ' : 'unpaid', new Date(created * 1000).toISOString()].join('  '))
}

const openStore = async (dataDir: string): Promise<AccountStore> => {
  const cloud = await readCloudFile(dataDir)
  if (!cloud)
    throw new UsageError(`There is no service in ${dataDir}. Start it with npm start, or name its DATA_DIR.`)
  const client = new DynamoDBClient({
    endpoint: cloud.endpointUrl,
    region,
    credentials: localCredentials,
    maxAttempts: 1,
  })
  return createAccountStore({
    dynamo: DynamoDBDocumentClient.from(client),
    tableName: tableNames.accounts,
    nowMs: Date.now,
  })
}

const main = async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { plan: { type: 'string' }, json: { type: 'boolean', default: false } },
  })
  const accounts = await openStore(loadLocalConfig(process.env).dataDir)
  const [command] = positionals
  if (command === 'create') return create(accounts, values.plan, values.json)
  if (command === 'list') return list(accounts, values.json)
  throw new UsageError(usage)
}

const toSentence = (error: unknown): string => {
  const { message, code } = error as NodeJS.ErrnoException
  return code === 'ECONNREFUSED' ? 'The service does not run. Start it with npm start.' : message
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${toSentence(error)}\n`)
  process.exitCode = 1
}
