import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { build } from 'esbuild'
import { apiFunctions, type FunctionEntry } from '../../infra/functions.ts'
import { createAccountStore } from '../../lib/store/accounts.ts'
import { startAws } from '../../local/aws/aws.ts'
import { createQueueServices } from '../../local/aws/scheduler/queue-services.ts'
import { cloudEnvironment, provisionCloud } from '../../local/cloud.ts'
import { region } from '../../local/credentials.ts'
import { tableNames } from '../../local/tables.ts'
import { buildFunction, bundleOptions, packings } from '../../scripts/build.ts'
import { startPageServer } from '../screenshot/pages.ts'
import { median, round } from '../statistics.ts'

const root = join(import.meta.dirname, '..', '..')

const rounds = 9

/** The processes of the browser before are still ending. */
const pauseMs = 500

/** The vendor's package unpacks its shared libraries where it finds these. */
const lambdaEnvironment = {
  AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
  AWS_REGION: region,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
}

const screenshot = apiFunctions.find(({ name }) => name === 'screenshot') as FunctionEntry

interface Started {
  name: string
  file: string
  event: object
  environment: Record<string, string>
}

/**
 * Measures the time from the start of a process to its first image, each time with an empty temporary directory, in alternation and in
 * another order in each round.
 */
export const measureFirstImage = async () => {
  const workDir = await mkdtemp(join(tmpdir(), 'bench-first-'))
  const services = await startServices(join(workDir, 'aws'))
  const pages = await startPageServer()
  try {
    const url = pages.url('article')
    const ours = { file: join(await buildOurs(workDir), 'index.mjs'), environment: services.environment }
    const toEvent = (options: Record<string, string>) => services.toEvent({ url, ...options })
    const functions: Started[] = [
      { ...ours, name: 'Stillframe, all defaults', event: toEvent({}) },
      {
        ...ours,
        name: 'Stillframe, consent off',
        event: toEvent({ wait_until: 'load', block_annoyance: 'none' }),
      },
      {
        name: 'launch per request',
        file: await buildSample(),
        event: { url },
        environment: lambdaEnvironment,
      },
    ]
    const times = new Map(functions.map(({ name }) => [name, [] as number[]]))
    // The first round reads the files from the disk.
    for (let index = -1; index < rounds; index++)
      for (const started of rotate(functions, index)) {
        await pause(pauseMs)
        const ms = await timeFirstImage(started, workDir)
        if (index >= 0) times.get(started.name)?.push(ms)
      }
    const sampleMs = median(times.get('launch per request') ?? [])
    return [...times].map(([name, values]) => ({
      name,
      ms: round(median(values), 0),
      msMin: round(Math.min(...values), 0),
      ratio: round(median(values) / sampleMs),
    }))
  } finally {
    pages.close()
    await services.close()
    await rm(workDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
}

const rotate = <T>(values: readonly T[], by: number) => {
  const at = (by + values.length) % values.length
  return [...values.slice(at), ...values.slice(0, at)]
}

const timeFirstImage = async ({ file, event, environment }: Started, workDir: string) => {
  const temporaryDir = await mkdtemp(join(workDir, 'tmp-'))
  const startedMs = performance.now()
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'start-function.mjs'), file, JSON.stringify(event)],
    {
      env: {
        PATH: process.env['PATH'],
        ...environment,
        LAMBDA_TASK_ROOT: dirname(file),
        TMPDIR: temporaryDir,
      },
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    },
  )
  let receivedMs = Number.NaN
  for await (const _chunk of child.stdio[3] as Readable) receivedMs = performance.now()
  await rm(temporaryDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  if (Number.isNaN(receivedMs)) throw new Error(`${file} returned no image.`)
  return receivedMs - startedMs
}

const buildOurs = (workDir: string) => buildFunction(screenshot, workDir, packings.deployed)

/** Bundles the sample like our functions, in the project's folder, where it finds the vendor's package. */
const buildSample = async () => {
  const outdir = join(root, 'dist', 'sample')
  // With puppeteer's launcher, which our functions do not contain.
  await build({ ...bundleOptions('bench/cold-start/sample-function.mjs'), alias: {}, outdir })
  return join(outdir, 'index.mjs')
}

/** The account and the events of a request, and the variables of a function on Lambda. */
const startServices = async (dataDir: string) => {
  const aws = await startAws({ dataDir, region, services: createQueueServices() })
  const cloud = await provisionCloud(aws.access)
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const accounts = createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs: Date.now })
  const { accessKey } = await accounts.create('scale')
  return {
    environment: {
      ...lambdaEnvironment,
      ...cloudEnvironment(cloud, aws.url),
      AWS_ENDPOINT_URL: aws.url,
      EGRESS_ALLOW: '127.0.0.1',
      PUBLIC_URL: 'http://127.0.0.1:9',
    },
    toEvent: (parameters: Record<string, string>) => toEvent({ ...parameters, access_key: accessKey }),
    async close() {
      cloud.close()
      await aws.close()
    },
  }
}

const toEvent = (parameters: Record<string, string>) => ({
  httpMethod: 'GET',
  path: '/v1/screenshot',
  headers: {},
  multiValueHeaders: {},
  queryStringParameters: parameters,
  multiValueQueryStringParameters: Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [name, [value]]),
  ),
  pathParameters: null,
  requestContext: { requestId: randomUUID(), path: '/v1/screenshot', identity: { sourceIp: '192.0.2.1' } },
  body: null,
  isBase64Encoded: false,
})
