import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { execWrapper, type FunctionEntry } from '../../../infra/functions.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { createLambda, type Lambda } from '../../../local/lambda/create-lambda.ts'
import type { SpawnProcess } from '../../../local/lambda/host/execution-environment.ts'
import { tableNames } from '../../../local/tables.ts'
import { buildFunction } from '../../../scripts/build.ts'
import { nowMs as machineMs } from '../now.ts'
import { type FixtureServer, startFixtureServer } from '../sites/fixture-server.ts'
import { buildSandbox, home, type Refusal, sandboxed } from './sandbox.ts'

interface LogLine {
  message?: string
  coldBrowser?: boolean
  reason?: string
}

export interface StartedFunction {
  lambda: Lambda
  lines: LogLine[]
  /** The sandbox, or the function's process without it. */
  processIds: number[]
}

export type Ground = Awaited<ReturnType<typeof startGround>>

/** Builds the packages of these functions, and starts the services and the pages that they use. */
export const startGround = async (
  built: readonly FunctionEntry[],
  pages: Parameters<typeof startFixtureServer>[0],
) => {
  const workDir = await mkdtemp(join(tmpdir(), 'stillframe-bundle-'))
  const packages = await buildPackages(built, workDir)
  const closers: (() => Promise<unknown>)[] = [packages.remove]
  const fixtures = await startFixtureServer(pages)
  closers.push(() => fixtures.close())
  const services = await startServices(workDir)
  closers.push(services.close)
  const sandbox = buildSandbox(workDir)
  if ('problem' in sandbox)
    process.stderr.write(
      `\n*** The sandbox of Lambda is not imitated here: ${sandbox.problem}. The rest runs without it. ***\n\n`,
    )
  return {
    ...services,
    ...packages,
    fixtures,
    sandbox,
    start(entry: FunctionEntry, refusal: Refusal): StartedFunction {
      const environment = {
        ...services.environmentOf(services.aws.url),
        ...settingsOf(fixtures),
        TMPDIR: workDir,
        ...(entry.renders && { AWS_LAMBDA_EXEC_WRAPPER: execWrapper }),
      }
      const taskDir = packages.folderOf(entry)
      const spawnProcess = 'program' in sandbox ? sandboxed(sandbox.program, refusal, taskDir) : undefined
      const started = startFunction(entry, { taskDir, environment, spawnProcess })
      closers.push(() => started.lambda.close())
      return started
    },
    /** Runs before what was started earlier is closed. */
    onClose: (close: () => Promise<unknown>) => void closers.push(close),
    async close() {
      for (const close of closers.reverse()) await close()
    },
  }
}

const settingsOf = (fixtures: FixtureServer) => ({
  EGRESS_ALLOW: `127.0.0.1:${fixtures.port}`,
  PUBLIC_URL: 'http://127.0.0.1:9',
  HOME: home,
})

/** The packages as they are deployed. Nothing in them may be written. */
const buildPackages = async (built: readonly FunctionEntry[], workDir: string) => {
  const folderOf = ({ name }: FunctionEntry) => join(workDir, 'task', name)
  const deployed = new Map<string, string[]>()
  for (const entry of built) {
    await buildFunction(entry, join(workDir, 'task'))
    await setMode(folderOf(entry), [0o555, 0o555])
    deployed.set(entry.name, await listEntries(folderOf(entry)))
  }
  const remove = async () => {
    for (const entry of built) await setMode(folderOf(entry), [0o644, 0o755])
    await rm(workDir, { recursive: true, force: true })
  }
  return { folderOf, deployedEntriesOf: ({ name }: FunctionEntry) => deployed.get(name), remove }
}

/** Returns every file and folder below, with what a write would change. */
export const listEntries = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = [folder, ...entries.map(({ parentPath, name }) => join(parentPath, name))]
  const lines = paths.map(async (path) => {
    const { mtimeMs, size } = await lstat(path)
    return `${path} ${mtimeMs} ${size}`
  })
  return (await Promise.all(lines)).sort()
}

const setMode = async (folder: string, [fileMode, folderMode]: [number, number]) => {
  await chmod(folder, folderMode)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), folderMode)
    if (entry.isFile()) await chmod(join(entry.parentPath, entry.name), fileMode)
  }
}

const startServices = async (workDir: string) => {
  const aws = await startAws({ dataDir: join(workDir, 'aws'), region, services: createQueueServices() })
  const cloud = await provisionCloud(aws.access)
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const createAccount = (nowMs = Date.now) =>
    createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs }).create('scale')

  /** Records a request as the API does when it accepts one. */
  const putQueued = async (operation: RenderOperationId, value: object, createdMs = machineMs()) => {
    const nowMs = () => createdMs
    const account = await createAccount(nowMs)
    const key = { accountId: account.id, id: createRequestId(createdMs, randomBytes(10)) }
    const options = readOptions(operations[operation], { kind: 'body', value: { ...value, async: true } })
    const created = Math.floor(createdMs / 1000)
    const requests = createRequestStore({ dynamo, tableName: tableNames.requests, nowMs })
    await requests.putQueued({ ...key, operation, created, options, counted: false })
    return { key, find: () => requests.find(key) }
  }
  return {
    aws,
    cloud,
    environmentOf: (awsUrl: string) => ({ ...cloudEnvironment(cloud, awsUrl), AWS_ENDPOINT_URL: awsUrl }),
    createAccount,
    putQueued,
    async close() {
      cloud.close()
      await aws.close()
    },
  }
}

interface Start {
  taskDir: string
  environment: Record<string, string>
  /** Default: without a sandbox. */
  spawnProcess?: SpawnProcess | undefined
}

const startFunction = (
  entry: FunctionEntry,
  { taskDir, environment, spawnProcess = spawn }: Start,
): StartedFunction => {
  const lines: LogLine[] = []
  const processIds: number[] = []
  const lambda = createLambda({
    functions: [
      {
        name: entry.name,
        file: 'index.mjs',
        memoryMb: 2048,
        timeoutMs: 90_000,
      },
    ],
    root: taskDir,
    region,
    environment,
    spawnProcess(...call) {
      const child = spawnProcess(...call)
      if (child.pid !== undefined) processIds.push(child.pid)
      return child
    },
    freezes: true,
    log(_name, line) {
      if (line.startsWith('{')) lines.push(JSON.parse(line))
      if (!line.startsWith('{') || line.includes('"level":"error"')) process.stderr.write(`${line}\n`)
    },
  })
  return { lambda, lines, processIds }
}
