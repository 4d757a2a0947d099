import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { toSignInLink } from '../../lib/core/access/sign-in-link.ts'
import { type AccountAudit, createAccountAudit } from '../../lib/store/account-audit.ts'
import { type AccountStore, createAccountStore, type NewAccount } from '../../lib/store/accounts.ts'
import { loadLocalConfig } from '../config.ts'
import { toClientSettings } from '../credentials.ts'
import { scheduleGroup } from '../queues.ts'
import { readCloudFile, readServiceFile, writeServiceFile } from '../service-file.ts'
import { issueSignInCode } from '../sign-in-codes.ts'
import { resultsBucket } from '../storage.ts'
import { tableNames } from '../tables.ts'
import { type ClientSettings, type OpenData, openData, readStageNames, type StageNames } from './open-data.ts'
import { UsageError } from './usage-error.ts'

export interface OpenStore extends Disposable {
  accounts: AccountStore
  audit: AccountAudit
  /** Opens everything else that is stored of accounts. */
  openData(): OpenData
  /** Returns a link that signs in to the dashboard of the local service. Undefined for a stage on AWS, whose URL its table does not tell. */
  createSignInLink(account: NewAccount): Promise<string | undefined>
  /** Updates the account's keys in the file of the running service, if it contains them. */
  remember(keys: Pick<NewAccount, 'id'> & Partial<NewAccount>): Promise<void>
  /** Removes the account from the file of the running service. */
  forget(id: string): Promise<void>
}

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Opens the accounts of a stage on AWS if `ACCOUNTS_TABLE` is set, with the credentials and region of the AWS tools. Otherwise opens
 * those of the local service in `DATA_DIR`.
 */
export const openStore = (environment: Environment): Promise<OpenStore> => {
  const tableName = environment['ACCOUNTS_TABLE']
  return tableName ? openStage(tableName, environment) : openLocal(loadLocalConfig(environment).dataDir)
}

const openStage = async (tableName: string, environment: Environment): Promise<OpenStore> => ({
  ...open(tableName, {}, () => readStageNames(environment)),
  createSignInLink: async () => undefined,
  remember: async () => undefined,
  forget: async () => undefined,
})

/** Opens the accounts of the local service, which must be running. */
export const openLocal = async (dataDir: string): Promise<OpenStore> => {
  const cloud = await readCloudFile(dataDir)
  if (!cloud)
    throw new UsageError(
      `No service has run in ${dataDir}. Start it with npm start, or set DATA_DIR to its folder.`,
    )
  const settings = { ...toClientSettings(cloud), maxAttempts: 1 }
  return {
    ...open(tableNames.accounts, settings, () => ({
      tables: tableNames,
      bucket: resultsBucket,
      scheduleGroup,
    })),
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
    async forget(id) {
      const file = await readServiceFile(dataDir)
      if (!file?.accounts.some((known) => known.id === id)) return
      await writeServiceFile(dataDir, { ...file, accounts: file.accounts.filter((known) => known.id !== id) })
    },
  }
}

const open = (tableName: string, settings: ClientSettings, namesOf: () => StageNames) => {
  const client = new DynamoDBClient(settings)
  const dynamo = DynamoDBDocumentClient.from(client)
  const accounts = createAccountStore({ dynamo, tableName, nowMs: Date.now })
  return {
    accounts,
    audit: createAccountAudit({ dynamo, tableName }),
    openData: () => openData({ accounts, dynamo }, namesOf(), settings),
    [Symbol.dispose]: () => client.destroy(),
  }
}
