import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { loadLocalConfig } from '../../../lib/config.ts'
import type { PlanName } from '../../../lib/core/access/plans.ts'
import { type AccountStore, createAccountStore, type NewAccount } from '../../../lib/store/accounts.ts'
import { localCredentials, region } from '../../../local/credentials.ts'
import { type ServiceOptions, startService } from '../../../local/service.ts'
import { readCloudFile } from '../../../local/service-file.ts'
import { tableNames } from '../../../local/tables.ts'

export interface TestService extends AsyncDisposable {
  baseUrl: string
  dataDir: string
  /** The demo account's. */
  accessKey: string
  /** What the functions wrote, one JSON line an element. */
  logLines: string[]
  accounts: AccountStore
  createAccount(plan: PlanName): Promise<NewAccount>
  /** Marks the account's invoice as unpaid. */
  stopPaying(accountId: string): Promise<void>
  /** Turns signed requests on for the account. */
  requireSignatures(accountId: string): Promise<void>
  /** Fires the schedules that are due by the scheduler's clock; returns how many. */
  runDueSchedules(): number
  /** A screenshot request by GET with the demo account's key. */
  screenshot(options: Record<string, string>): Promise<Response>
}

/** The whole service on a free port with a data folder of its own. */
export const startTestService = async (
  settings: Record<string, string> = {},
  options: Omit<ServiceOptions, 'log'> = {},
): Promise<TestService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-test-'))
  const logLines: string[] = []
  const config = loadLocalConfig({ PORT: '0', DATA_DIR: dataDir, ...settings })
  const service = await startService(config, { ...options, log: (line) => logLines.push(line) })
  const { baseUrl } = service.file
  const accessKey = service.file.accounts[0]?.accessKey ?? ''
  const endpoint = (await readCloudFile(dataDir))?.endpointUrl ?? ''
  const dynamo = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint, region, credentials: localCredentials }),
  )
  const accounts = createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs: Date.now })
  return {
    baseUrl,
    dataDir,
    accessKey,
    logLines,
    accounts,
    createAccount: (plan) => accounts.create(plan),
    async stopPaying(id) {
      await accounts.change(id, { paid: false })
    },
    async requireSignatures(id) {
      await accounts.change(id, { signedRequests: true })
    },
    runDueSchedules: service.runDueSchedules,
    screenshot: (options) =>
      fetch(`${baseUrl}/v1/screenshot?${new URLSearchParams(options)}`, {
        headers: { 'x-access-key': accessKey },
      }),
    async [Symbol.asyncDispose]() {
      dynamo.destroy()
      await service.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
