import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { LocalConfig } from '../lib/config.ts'
import { createAccountStore } from '../lib/store/accounts.ts'
import { startAws } from './aws/aws.ts'
import { createQueueServices } from './aws/scheduler/queue-services.ts'
import { localCredentials, region } from './credentials.ts'
import { ensureDemoAccount } from './demo-account.ts'
import { functionDefinitions, routes } from './functions.ts'
import { createLambda, type Lambda } from './lambda/create-lambda.ts'
import { createGateway } from './lambda/gateway/create-gateway.ts'
import { readServiceFile, type ServiceFile, writeCloudFile, writeServiceFile } from './service-file.ts'
import { createSite } from './site.ts'
import { ensureTables, tableNames } from './tables.ts'

export interface Service extends AsyncDisposable {
  file: ServiceFile
  close(): Promise<void>
}

const root = join(import.meta.dirname, '..')

const printLine = (line: string) => {
  process.stdout.write(`${line}\n`)
}

/**
 * Brings the whole service up on this machine: the embedded cloud, its tables, the functions, the gateway.
 * @param log receives each line that a function writes
 */
export const startService = async (config: LocalConfig, log = printLine): Promise<Service> => {
  const dataDir = resolve(config.dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const aws = await startAws({ dataDir: join(dataDir, 'aws'), region, services: createQueueServices() })
  const closers = [() => aws.close()]
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step()
  }
  try {
    // The workers of a process that was killed died with it: nobody is at work on what was in flight.
    aws.services.sqs.releaseInFlight()
    const file = await provision(aws.url, dataDir)
    let lambda: Lambda | undefined
    const gateway = createGateway({
      lambda: { invoke: (...call) => (lambda as Lambda).invoke(...call) },
      routes,
      intercept: createSite(join(root, 'generated', 'site')),
    })
    closers.push(() => gateway.close())
    file.baseUrl = await gateway.listen(config.port)
    lambda = createFunctions(config, { baseUrl: file.baseUrl, endpointUrl: aws.url, log })
    closers.push(() => (lambda as Lambda).close())
    await writeServiceFile(dataDir, file)
    return { file, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

const provision = async (endpointUrl: string, dataDir: string): Promise<ServiceFile> => {
  const client = new DynamoDBClient({ endpoint: endpointUrl, region, credentials: localCredentials })
  try {
    await ensureTables(client)
    const accounts = createAccountStore({
      dynamo: DynamoDBDocumentClient.from(client),
      tableName: tableNames.accounts,
      nowMs: Date.now,
    })
    const demo = await ensureDemoAccount(accounts, await readServiceFile(dataDir))
    await writeCloudFile(dataDir, endpointUrl)
    return { baseUrl: '', accounts: [demo] }
  } finally {
    client.destroy()
  }
}

const createFunctions = (
  config: LocalConfig,
  { baseUrl, endpointUrl, log }: { baseUrl: string; endpointUrl: string; log: (line: string) => void },
) =>
  createLambda({
    functions: functionDefinitions,
    root,
    region,
    environment: {
      ...config.functionEnvironment,
      STAGE: 'local',
      AWS_ENDPOINT_URL: endpointUrl,
      ACCOUNTS_TABLE: tableNames.accounts,
      PUBLIC_URL: baseUrl,
      SERVICE_HOSTS: `localhost:${new URL(baseUrl).port}`,
    },
    log: (_functionName, line) => log(line),
  })
