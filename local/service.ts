import { join, resolve } from 'node:path'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { LocalConfig } from '../lib/config.ts'
import { listenPrivately } from '../lib/egress/listen-privately.ts'
import { findLinkSigner } from '../lib/jobs/find-link-signer.ts'
import { createAccountStore } from '../lib/store/accounts.ts'
import { startAws } from './aws/aws.ts'
import { createQueueServices } from './aws/scheduler/queue-services.ts'
import type { SchedulerOptions } from './aws/scheduler/scheduler.ts'
import { startBackground } from './background.ts'
import { compileCacheDir, root, toBundle } from './bundles.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from './cloud.ts'
import { region } from './credentials.ts'
import { prepareDataFolder } from './data-folder.ts'
import { ensureDemoAccount } from './demo-account.ts'
import { createEdge } from './edge.ts'
import { functionDefinitions, routes } from './functions.ts'
import { respondToFault } from './gateway-faults.ts'
import { createLambda, type Lambda } from './lambda/create-lambda.ts'
import { createGateway } from './lambda/gateway/create-gateway.ts'
import type { SpawnProcess } from './lambda/host/execution-environment.ts'
import { releaseLeases } from './release-leases.ts'
import { createResults } from './results.ts'
import { readServiceFile, type ServiceFile, writeCloudFile, writeServiceFile } from './service-file.ts'
import { createSignIn } from './sign-in.ts'
import { resultsBucket } from './storage.ts'
import { tableNames } from './tables.ts'

export interface Service extends AsyncDisposable {
  file: ServiceFile
  /** The folder of its data. */
  dataDir: string
  /** Fires the schedules that are due by the scheduler's clock and returns their names. The scheduler also does so in time. */
  runDueSchedules(): string[]
  /** Refuses new requests and resolves when those in progress are complete, or after this time. Call it before `close`. */
  drain(graceMs: number): Promise<void>
  close(): Promise<void>
}

const printLine = (line: string) => {
  process.stdout.write(`${line}\n`)
}

export interface ServiceOptions {
  /** Receives each line that a function writes. */
  log?: (line: string) => void
  /** Options of the scheduler. */
  scheduler?: Pick<SchedulerOptions, 'nowMs'>
  /** Returns the URL at which the functions reach the cloud, for example of a proxy. */
  endpointFor?: (endpointUrl: string) => Promise<string>
  /** A process of a function that is idle for this long ends. Default: 45 s. */
  idleMs?: number
  /** Starts the process of a function, for example as another user. */
  spawnProcess?: SpawnProcess
}

/** After a load on every endpoint the processes hold 2 to 4 GB, and the service alone 0.15 GB. */
const defaultIdleMs = 45_000

/** Starts the complete service on this machine: the embedded cloud, its tables, the functions, the gateway. */
export const startService = async (
  config: LocalConfig,
  {
    log = printLine,
    endpointFor = async (endpointUrl) => endpointUrl,
    scheduler,
    idleMs = defaultIdleMs,
    spawnProcess,
  }: ServiceOptions = {},
): Promise<Service> => {
  const dataDir = resolve(config.dataDir)
  await prepareDataFolder(dataDir)
  const aws = await startAws({
    dataDir: join(dataDir, 'aws'),
    region,
    services: createQueueServices(scheduler),
  })
  const closers = [() => aws.close()]
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step()
  }
  try {
    // No worker is running at this point, so no one processes the messages in flight.
    aws.services.sqs.releaseInFlight()
    const cloud = await provisionCloud(aws.url)
    closers.push(async () => cloud.close())
    await releaseLeases(DynamoDBDocumentClient.from(cloud.dynamo))
    const { tryAccount } = config
    const file = await provisionAccount({ cloud, endpointUrl: aws.url, dataDir, tryAccount })
    let lambda: Lambda | undefined
    const signIn = createSignIn(dataDir)
    const edge = createEdge(join(root, 'generated', 'site'), {
      results: createResults({ s3: cloud.s3, bucket: resultsBucket, nowMs: Date.now }),
    })
    const gateway = createGateway({
      lambda: { invoke: (...call) => (lambda as Lambda).invoke(...call) },
      routes,
      intercept: async (...exchange) => (await signIn(...exchange)) || edge(...exchange),
      respondToFault,
    })
    closers.push(() => gateway.close())
    file.baseUrl = await gateway.listen(config.port, config.host)
    const endpointUrl = await endpointFor(aws.url)
    const functions = createFunctions(config, {
      baseUrl: file.baseUrl,
      tryAccount: tryAccount === 'demo' ? file.accounts[0]?.id : tryAccount,
      endpointUrl,
      cloud,
      log,
      idleMs,
      spawnProcess,
    })
    closers.push(() => functions.close())
    closers.push(startBackground({ lambda: functions, sqs: cloud.sqs, queues: cloud.queues, log }))
    lambda = functions
    await writeServiceFile(dataDir, file)
    const runDueSchedules = () => aws.services.scheduler.runDue()
    return { file, dataDir, runDueSchedules, drain: gateway.drain, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

interface Provision {
  cloud: Cloud
  endpointUrl: string
  dataDir: string
  tryAccount: string
}

const provisionAccount = async ({
  cloud,
  endpointUrl,
  dataDir,
  tryAccount,
}: Provision): Promise<ServiceFile> => {
  const accounts = createAccountStore({
    dynamo: DynamoDBDocumentClient.from(cloud.dynamo),
    tableName: tableNames.accounts,
    nowMs: Date.now,
  })
  const demo = await ensureDemoAccount(accounts, await readServiceFile(dataDir))
  if (tryAccount === 'demo') await findLinkSigner(demo.id, accounts)
  await writeCloudFile(dataDir, endpointUrl)
  return { baseUrl: '', accounts: [demo] }
}

interface Surroundings {
  baseUrl: string
  tryAccount: string | undefined
  endpointUrl: string
  cloud: Cloud
  log: (line: string) => void
  idleMs: number
  spawnProcess: SpawnProcess | undefined
}

/** `npm start` sets it. It costs a process 0.2 s and 17 MB, which tests and benchmarks do without. */
const sourceMaps = '--enable-source-maps'

const createFunctions = (
  config: LocalConfig,
  { baseUrl, tryAccount, endpointUrl, cloud, log, idleMs, spawnProcess }: Surroundings,
) =>
  createLambda({
    functions: functionDefinitions,
    root,
    runtimeFile: join(root, toBundle('local/lambda/runtime.ts')),
    region,
    environment: {
      ...config.functionEnvironment,
      STAGE: 'local',
      AWS_ENDPOINT_URL: endpointUrl,
      ...cloudEnvironment(cloud, endpointUrl),
      PUBLIC_URL: baseUrl,
      ...(tryAccount !== undefined && { TRY_ACCOUNT: tryAccount }),
      SERVICE_HOSTS: `localhost:${new URL(baseUrl).port}`,
      NODE_COMPILE_CACHE: compileCacheDir,
      ...(process.execArgv.includes(sourceMaps) && { NODE_OPTIONS: sourceMaps }),
    },
    idleMs,
    ...(spawnProcess && { spawnProcess }),
    log: (_functionName, line) => log(line),
    listen: listenPrivately,
  })
