import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FunctionEntry, queueFunctions, sweep } from '../../../functions/list.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createAccountStore } from '../../../lib/store/accounts.ts'
import { createQueues } from '../../../lib/store/queues.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { createResultStore } from '../../../lib/store/results.ts'
import { startAws } from '../../../local/aws/aws.ts'
import { createQueueServices } from '../../../local/aws/scheduler/queue-services.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { createLambda, type Lambda } from '../../../local/lambda/create-lambda.ts'
import { sqsQueue } from '../../../local/lambda/events/queue-port.ts'
import { startSqsEventSource } from '../../../local/lambda/events/start-sqs-event-source.ts'
import { resultsBucket } from '../../../local/storage.ts'
import { tableNames } from '../../../local/tables.ts'
import { buildFunction } from '../../../scripts/build.ts'
import { folderBytes } from '../../support/service/folder-bytes.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

/** Unzipped, with layers: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const lambdaBytesMax = 262_144_000

let workDir: string
let fixtures: FixtureServer
let cloud: Cloud
let workerRoot: string
let environment: Record<string, string>
const closers: (() => Promise<unknown>)[] = []

// Outside the project, so that its node_modules cannot be found by accident.
const build = (entry: FunctionEntry) => buildFunction(entry, join(workDir, 'task'))

const startFunction = (entry: FunctionEntry, root: string): Lambda => {
  const lambda = createLambda({
    functions: [{ name: entry.name, file: 'index.mjs', memoryMb: 2048, timeoutMs: 100_000 }],
    root,
    region,
    environment,
    log: (_name, line) => process.stderr.write(`${line}\n`),
  })
  closers.push(() => lambda.close())
  return lambda
}

beforeAll(async () => {
  workDir = await mkdtemp(join(tmpdir(), 'stillframe-worker-'))
  fixtures = await startFixtureServer({ '/later': page('<!doctype html><title>x</title><h1>Later</h1>') })
  closers.push(() => fixtures.close())
  const aws = await startAws({ dataDir: join(workDir, 'aws'), region, services: createQueueServices() })
  closers.push(() => aws.close())
  cloud = await provisionCloud(aws.url)
  closers.push(async () => cloud.close())
  environment = {
    ...cloudEnvironment(cloud, aws.url),
    AWS_ENDPOINT_URL: aws.url,
    EGRESS_ALLOW: `127.0.0.1:${fixtures.port}`,
    PUBLIC_URL: 'http://127.0.0.1:9',
    TMPDIR: workDir,
    LOG_LEVEL: 'error',
  }
  workerRoot = await build(queueFunctions.renderWorker)
})

afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await rm(workDir, { recursive: true, force: true })
})

/** Records a request for Markdown as the API does when it accepts one. */
const putQueued = async (createdMs: number) => {
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const nowMs = () => createdMs
  const account = await createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs }).create('scale')
  const key = { accountId: account.id, id: createRequestId(createdMs, randomBytes(10)) }
  const value = { url: `${fixtures.url}/later`, format: 'md', async: true }
  const options = readOptions(operations.scrape, { kind: 'body', value })
  const created = Math.floor(createdMs / 1000)
  const requests = createRequestStore({ dynamo, tableName: tableNames.requests, nowMs })
  await requests.putQueued({ ...key, operation: 'scrape', created, options, counted: false })
  return { key, find: () => requests.find(key) }
}

test('the bundled worker takes a message from the queue, renders, stores and records', async () => {
  const { url, arn } = cloud.queues.render
  const { key, find } = await putQueued(Date.now())
  const queues = createQueues({ sqs: cloud.sqs, urls: { render: url, webhook: cloud.queues.webhook.url } })
  await queues.sendRender({ kind: 'request', accountId: key.accountId, requestId: key.id })
  const { name: functionName } = queueFunctions.renderWorker
  const source = startSqsEventSource({
    lambda: startFunction(queueFunctions.renderWorker, workerRoot),
    functionName,
    queue: sqsQueue(cloud.sqs, url),
    queueArn: arn,
    region,
    batchSize: 1,
    log: (line) => process.stderr.write(`${line}\n`),
  })
  closers.push(() => source.close())
  const record = await vi.waitFor(
    async () => {
      const found = await find()
      expect(found?.status).toBe('done')
      return found
    },
    { timeout: 50_000, interval: 250 },
  )
  const results = createResultStore({ s3: cloud.s3, bucket: resultsBucket })
  const file = await results.open(record?.result?.name ?? '')
  expect(file && (await text(file)).trim()).toBe('# Later')
})

test('the package of the worker contains everything that renders, within the limit of Lambda', async () => {
  const files = await readdir(workerRoot, { recursive: true })
  for (const file of [
    'index.mjs',
    'generated/fonts/fonts.conf',
    'generated/scrape/page.js',
    'generated/annoyances/consent-rules.json',
    'node_modules/@sparticuz/chromium/bin/chromium.0.zst',
    'node_modules/@img/sharp-linux-x64/package.json',
  ])
    expect(files).toContain(file)
  expect(await folderBytes(workerRoot)).toBeLessThan(lambdaBytesMax)
})

test('the bundled sweep fails a request that no worker took', async () => {
  const { find } = await putQueued(Date.now() - 8 * 3_600_000)
  await startFunction(sweep, await build(sweep)).invoke(sweep.name, {})
  expect(await find()).toMatchObject({ status: 'failed' })
})
