import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { listenPrivately } from '../lib/egress/listen-privately.ts'
import { findLinkSigner } from '../lib/jobs/find-link-signer.ts'
import { createAccountStore } from '../lib/store/accounts.ts'
import type { SchedulerOptions } from './aws/scheduler/scheduler.ts'
import { startBackground } from './background.ts'
import { compileCacheDir, root, toBundle } from './bundles.ts'
import type { LocalConfig } from './config.ts'
import { connectStage } from './connect-stage.ts'
import { prepareDataFolder } from './data-folder.ts'
import { ensureDemoAccount } from './demo-account.ts'
import { createEdge } from './edge.ts'
import { freePlace, localPlaces } from './free-places.ts'
import { functionDefinitions, routes } from './functions.ts'
import { respondToFault } from './gateway-faults.ts'
import { createLambda, type Lambda } from './lambda/create-lambda.ts'
import { createGateway } from './lambda/gateway/create-gateway.ts'
import type { SpawnProcess } from './lambda/host/execution-environment.ts'
import { type Monitor, startMonitor } from './monitor.ts'
import { createResults } from './results.ts'
import { readServiceFile, type ServiceFile, writeServiceFile } from './service-file.ts'
import { createSignIn } from './sign-in.ts'
import { type ServiceCloud, startEmbeddedCloud } from './start-cloud.ts'
import { tableNames } from './tables.ts'
import { createClientAddress } from './trusted-proxies.ts'

export interface Service extends AsyncDisposable {
  file: ServiceFile
  /** The folder of its data. */
  dataDir: string
  /** Where Prometheus reads the metrics, if `METRICS_PORT` is set. */
  metricsUrl: string | undefined
  /** Fires the schedules that are due by the scheduler's clock and returns their names. The scheduler also does so in time. */
  runDueSchedules(): string[]
  /**
   * Refuses new requests, receives no more messages, and resolves when those in progress are complete, or after this time. Call it before
   * `close`.
   */
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
  /** Hides the environments of the functions from their browsers, which run as the same user. Default: false. */
  hidesFunctions?: boolean
}

/** After a load on every endpoint the processes hold 2 to 4 GB, and the service alone 0.15 GB. */
const defaultIdleMs = 45_000

/** Starts the complete service on this machine: the embedded cloud or the clients of a stage, the functions, the gateway. */
export const startService = async (
  config: LocalConfig,
  {
    log = printLine,
    endpointFor = async (endpointUrl) => endpointUrl,
    scheduler,
    idleMs = defaultIdleMs,
    spawnProcess,
    hidesFunctions = false,
  }: ServiceOptions = {},
): Promise<Service> => {
  const dataDir = resolve(config.dataDir)
  await prepareDataFolder(dataDir, log)
  const cloud = config.stage
    ? await connectStage(config.stage)
    : await startEmbeddedCloud(dataDir, { scheduler, endpointFor, log })
  const closers = [() => cloud.close()]
  const close = async () => {
    for (const step of closers.splice(0).reverse()) await step()
  }
  try {
    const file: ServiceFile = {
      baseUrl: '',
      accounts: config.stage ? [] : [await provisionAccount(cloud, dataDir, config.tryAccount)],
    }
    let lambda: Lambda | undefined
    const monitor = await startMonitor({ config, lambda: () => lambda, cloud, log })
    closers.push(monitor.close)
    const gateway = createGateway({
      lambda: { invoke: (...call) => (lambda as Lambda).invoke(...call) },
      routes,
      intercept: createIntercept(monitor, cloud, config, dataDir),
      respondToFault,
      log,
    })
    closers.push(() => gateway.close())
    file.baseUrl = await gateway.listen(config.port, config.host)
    lambda = createFunctions(config, { file, cloud, monitor, idleMs, spawnProcess, hidesFunctions })
    const background = startBackground({ lambda, cloud, drainMs: config.drainMs, log })
    // Before the functions end it lets events end, and afterwards it releases the messages of those that could not.
    closers.push(background.close, lambda.close, background.close)
    // The accounts of a stage are not in the file, and those of the embedded cloud stay in it.
    if (!config.stage) await writeServiceFile(dataDir, file)
    const { metricsUrl } = monitor
    const { runDueSchedules } = cloud
    const drain = async (graceMs: number) => {
      monitor.health.drain()
      const drained = Promise.all([gateway.drain(graceMs), background.drain()])
      await Promise.race([drained, wait(graceMs, undefined, { ref: false })])
    }
    return { file, dataDir, metricsUrl, runDueSchedules, drain, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns what responds to requests before the API. */
const createIntercept = (
  { health }: Monitor,
  { s3, bucket }: ServiceCloud,
  { trustedProxies }: LocalConfig,
  dataDir: string,
) => {
  const edge = createEdge(join(root, 'generated', 'site'), {
    results: createResults({ s3, bucket, nowMs: Date.now }),
    clientAddress: createClientAddress(trustedProxies),
  })
  const signIn = createSignIn(dataDir)
  return async (...exchange: Parameters<typeof edge>) =>
    (await health.respond(...exchange)) || (await signIn(...exchange)) || edge(...exchange)
}

const provisionAccount = async (
  { dynamo }: Pick<ServiceCloud, 'dynamo'>,
  dataDir: string,
  tryAccount: string,
): Promise<ServiceFile['accounts'][number]> => {
  const accounts = createAccountStore({
    dynamo: DynamoDBDocumentClient.from(dynamo),
    tableName: tableNames.accounts,
    nowMs: Date.now,
  })
  const demo = await ensureDemoAccount(accounts, await readServiceFile(dataDir))
  if (tryAccount === 'demo') await findLinkSigner(demo.id, accounts)
  return demo
}

interface Surroundings {
  file: ServiceFile
  cloud: ServiceCloud
  monitor: Monitor
  idleMs: number
  spawnProcess: SpawnProcess | undefined
  hidesFunctions: boolean
}

/** `npm start` sets it. It costs a process 0.2 s and 17 MB, which tests and benchmarks do without. */
const sourceMaps = '--enable-source-maps'

/**
 * glibc keeps the buffers that images and documents leave behind: a process that renders grew from 180 to over 400 MB. With two arenas,
 * and buffers of a megabyte from the system, it stays at 190 MB (`npm run bench memory`). Names: mallopt(3).
 */
const allocator = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
}

/** As a URL, because Node separates its options at spaces. */
const hiding = `--import=${pathToFileURL(join(root, toBundle('local/hide-process.ts')))}`

const createFunctions = (
  { tryAccount, functionEnvironment }: LocalConfig,
  { file: { baseUrl, accounts }, cloud, monitor, idleMs, spawnProcess, hidesFunctions }: Surroundings,
) => {
  const account = tryAccount === 'demo' ? accounts[0]?.id : tryAccount
  const ports = [baseUrl, monitor.metricsUrl].flatMap((url) => (url === undefined ? [] : new URL(url).port))
  const nodeOptions = [
    ...process.execArgv.filter((option) => option === sourceMaps),
    ...(hidesFunctions ? [hiding] : []),
  ]
  const { SERVICE_HOSTS: hosts, ...environment } = cloud.environment
  const places = localPlaces(cloud, monitor.log)
  return createLambda({
    functions: functionDefinitions,
    root,
    runtimeFile: join(root, toBundle('local/lambda/runtime.ts')),
    region: cloud.region,
    environment: {
      ...allocator,
      PUBLIC_URL: baseUrl,
      ...functionEnvironment,
      ...environment,
      ...(account !== undefined && { TRY_ACCOUNT: account }),
      SERVICE_HOSTS: [...(hosts ? [hosts] : []), ...ports.map((port) => `localhost:${port}`)].join(','),
      NODE_COMPILE_CACHE: compileCacheDir,
      NODE_OPTIONS: nodeOptions.join(' '),
    },
    idleMs,
    ...(spawnProcess && { spawnProcess }),
    log: (_functionName, line) => monitor.log(line),
    onLost: (invocation) => void freePlace(places, invocation),
    listen: listenPrivately,
  })
}
