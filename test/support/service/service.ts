import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { TierName } from '../../../lib/schema/tier-features.ts'
import { type AccountStore, createAccountStore, type NewAccount } from '../../../lib/store/accounts.ts'
import { loadLocalConfig } from '../../../local/config.ts'
import { type ServiceOptions, startService } from '../../../local/service.ts'
import { tableNames } from '../../../local/tables.ts'
import { cloudSettingsOf } from './cloud-settings.ts'
import { type GuardedCloud, startGuardedCloud } from './guarded-cloud.ts'

/** A running service as its clients see it, and the means to change what they cannot. */
export interface ServiceAccess extends AsyncDisposable {
  baseUrl: string
  dataDir: string
  accounts: AccountStore
  createAccount(plan: TierName): Promise<NewAccount>
  /** Marks the account's invoice as unpaid. */
  stopPaying(accountId: string): Promise<void>
  /** Makes the account require signed requests. */
  requireSignatures(accountId: string): Promise<void>
}

export interface TestService extends ServiceAccess {
  /** Of the demo account. */
  accessKey: string
  /** Where Prometheus reads the metrics, with the setting `METRICS_PORT`. */
  metricsUrl: string | undefined
  /** The JSON lines that the functions have written. */
  logLines: string[]
  /** Fires the schedules that are due by the scheduler's clock; returns their names. */
  runDueSchedules(): string[]
  /** Sends a screenshot request by GET with the demo account's key. */
  screenshot(options: Record<string, string>): Promise<Response>
}

/** Connects to a service that is running. */
export const accessService = async (baseUrl: string, dataDir: string): Promise<ServiceAccess> => {
  const settings = await cloudSettingsOf(dataDir)
  const dynamo = DynamoDBDocumentClient.from(new DynamoDBClient(settings))
  const accounts = createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs: Date.now })
  return {
    baseUrl,
    dataDir,
    accounts,
    createAccount: (plan) => accounts.create(plan),
    async stopPaying(id) {
      await accounts.change(id, { paid: false })
    },
    async requireSignatures(id) {
      await accounts.change(id, { signedRequests: true })
    },
    async [Symbol.asyncDispose]() {
      dynamo.destroy()
    },
  }
}

/** Sends a screenshot request by GET. */
export const sendScreenshot = (baseUrl: string, accessKey: string, options: Record<string, string>) =>
  fetch(`${baseUrl}/v1/screenshot?${new URLSearchParams(options)}`, {
    headers: { 'x-access-key': accessKey },
  })

/**
 * Starts the whole service on a free port with its own data folder. Its functions have the permissions of their roles only. Disposing
 * fails if one made a call that its role does not permit.
 */
export const startTestService = async (
  settings: Record<string, string> = {},
  options: Omit<ServiceOptions, 'log'> = {},
): Promise<TestService> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'stillframe-test-'))
  const logLines: string[] = []
  const config = loadLocalConfig({ PORT: '0', DATA_DIR: dataDir, ...settings })
  let guard: GuardedCloud | undefined
  const service = await startService(config, {
    ...options,
    log: (line) => logLines.push(line),
    endpointFor: async (endpointUrl) => {
      guard = await startGuardedCloud(endpointUrl)
      return options.endpointFor ? options.endpointFor(guard.url) : guard.url
    },
  })
  const { baseUrl } = service.file
  const accessKey = service.file.accounts[0]?.accessKey ?? ''
  const access = await accessService(baseUrl, dataDir)
  return {
    ...access,
    accessKey,
    logLines,
    metricsUrl: service.metricsUrl,
    runDueSchedules: service.runDueSchedules,
    screenshot: (wanted) => sendScreenshot(baseUrl, accessKey, wanted),
    async [Symbol.asyncDispose]() {
      await access[Symbol.asyncDispose]()
      await service.close()
      await guard?.close()
      await rm(dataDir, { recursive: true, force: true })
      const refused = [...(guard?.refused ?? [])]
      if (refused.length > 0) throw new Error(`Roles do not permit: ${refused.join(', ')}`)
    },
  }
}
