import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FunctionEntry, queueFunctions, sweep } from '../../../functions/list.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
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
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let workDir: string
let fixtures: FixtureServer
let cloud: Cloud
let environment: Record<string, string>
const closers: (() => Promise<unknown>)[] = []

/** The bundle in a folder that holds it alone: nothing above it can be found by accident. */
const buildAlone = async (entry: FunctionEntry): Promise<string> => {
  const built = await buildFunction(entry, join(workDir, 'dist'))
  const root = join(workDir, 'task', entry.name)
  await cp(built, root, { recursive: true })
  await rm(built, { recursive: true })
  return root
}

const startFunction = async (entry: FunctionEntry): Promise<Lambda> => {
  const lambda = createLambda({
    functions: [{ name: entry.name, file: 'index.mjs', memoryMb: 2048, timeoutMs: 100_000 }],
    root: await buildAlone(entry),
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
}, 120_000)

afterAll(async () => {
  for (const close of closers.reverse()) await close()
  await rm(workDir, { recursive: true, force: true })
})

test('the bundled worker takes a message from the queue, renders, stores and records', async () => {
  const dynamo = DynamoDBDocumentClient.from(cloud.dynamo, {
    marshallOptions: { removeUndefinedValues: true },
  })
  const nowMs = Date.now
  const account = await createAccountStore({ dynamo, tableName: tableNames.accounts, nowMs }).create('scale')
  const requests = createRequestStore({ dynamo, tableName: tableNames.requests, nowMs })
  const { url, arn } = cloud.queues.render
  const key = { accountId: account.id, id: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3' }
  const value = { url: `${fixtures.url}/later`, format: 'md', async: true }
  const options = readOptions(operations.scrape, { kind: 'body', value })
  const created = Math.floor(nowMs() / 1000)
  await requests.putQueued({ ...key, operation: 'scrape', created, options, counted: false })
  const queues = createQueues({ sqs: cloud.sqs, urls: { render: url, webhook: cloud.queues.webhook.url } })
  await queues.sendRender({ kind: 'request', accountId: key.accountId, requestId: key.id })
  const { name: functionName } = queueFunctions.renderWorker
  const source = startSqsEventSource({
    lambda: await startFunction(queueFunctions.renderWorker),
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
      const found = await requests.find(key)
      expect(found?.status).toBe('done')
      return found
    },
    { timeout: 50_000, interval: 250 },
  )
  const results = createResultStore({ s3: cloud.s3, bucket: resultsBucket })
  const file = await results.open(record?.result?.name ?? '')
  expect(file && (await text(file)).trim()).toBe('# Later')
})

test.each([queueFunctions.renderDeadLetters, queueFunctions.webhookDeadLetters, sweep])(
  'the bundled $name is light: it carries neither browser nor image library',
  async (entry) => {
    const code = await readFile(join(await buildAlone(entry), 'index.mjs'), 'utf8')
    expect(code.length).toBeLessThan(3_000_000)
    expect(code).not.toMatch(/puppeteer|@sparticuz|["']sharp["']/)
  },
)

test('the bundled sweep runs', async () => {
  const lambda = await startFunction(sweep)
  const result = await lambda.invoke(sweep.name, {})
  expect(result.kind).toBe('buffered')
})
