import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { loadLocalConfig } from '../../lib/config.ts'
import { toSignInLink } from '../../lib/core/access/sign-in-link.ts'
import { type AccountStore, createAccountStore, type NewAccount } from '../../lib/store/accounts.ts'
import { localCredentials, region } from '../credentials.ts'
import { readCloudFile, readServiceFile, writeServiceFile } from '../service-file.ts'
import { issueSignInCode } from '../sign-in-codes.ts'
import { tableNames } from '../tables.ts'
import { UsageError } from './usage-error.ts'

export interface OpenStore extends Disposable {
  accounts: AccountStore
  /** Returns a link that signs in to the dashboard of the local service. Undefined for a stage on AWS, whose URL its table does not tell. */
  createSignInLink(account: NewAccount): Promise<string | undefined>
  /** Updates the account's keys in the file of the running service, if it contains them. */
  remember(keys: Pick<NewAccount, 'id'> & Partial<NewAccount>): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Opens the accounts of a stage on AWS if `ACCOUNTS_TABLE` is set, with the credentials and region of the AWS tools. Otherwise opens
 * those of the local service in `DATA_DIR`.
 */
export const openStore = (environment: Environment): Promise<OpenStore> => {
  const tableName = environment['ACCOUNTS_TABLE']
  return tableName ? openStage(tableName) : openLocal(loadLocalConfig(environment).dataDir)
}

const openStage = async (tableName: string): Promise<OpenStore> => ({
  ...open(tableName, {}),
  createSignInLink: async () => undefined,
  remember: async () => undefined,
})

/** Opens the accounts of the local service, which must be running. */
export const openLocal = async (dataDir: string): Promise<OpenStore> => {
  const cloud = await readCloudFile(dataDir)
  if (!cloud)
    throw new UsageError(
      `No service has run in ${dataDir}. Start it with npm start, or set DATA_DIR to its folder.`,
    )
  const settings = { endpoint: cloud.endpointUrl, region, credentials: localCredentials, maxAttempts: 1 }
  return {
    ...open(tableNames.accounts, settings),
    async createSignInLink(account) {
      const file = await readServiceFile(dataDir)
      const code = await issueSignInCode(dataDir, account)
      return file && toSignInLink(file.baseUrl, { accountId: account.id, code })
    },
    async remember(keys) {
      const file = await readServiceFile(dataDir)
      if (!file?.accounts.some(({ id }) => id === keys.id)) return
      const accounts = file.accounts.map((known) => (known.id === keys.id ? { ...known, ...keys } : known))
      await writeServiceFile(dataDir, { ...file, accounts })
    },
  }
}

const open = (tableName: string, settings: DynamoDBClientConfig) => {
  const client = new DynamoDBClient(settings)
  return {
    accounts: createAccountStore({
      dynamo: DynamoDBDocumentClient.from(client),
      tableName,
      nowMs: Date.now,
    }),
    [Symbol.dispose]: () => client.destroy(),
  }
}
