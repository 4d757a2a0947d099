import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Logger } from '../../../lib/base/logger.ts'
import { defaultTiers } from '../../../lib/core/access/tiers.ts'
import { createPostWebhook } from '../../../lib/egress/post-webhook.ts'
import { renderEndpoint } from '../../../lib/http/render-endpoint.ts'
import { createDeliverWebhook } from '../../../lib/jobs/deliver-webhook.ts'
import { createRecordFailure, createRecordResult } from '../../../lib/jobs/record-result.ts'
import { createRenderNow } from '../../../lib/jobs/render-now.ts'
import { createResults } from '../../../lib/jobs/results.ts'
import { createRenderConsumer } from '../../../lib/queue/renders.ts'
import { createWebhookConsumer } from '../../../lib/queue/webhooks.ts'
import type { Renderers } from '../../../lib/render/renderers.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createMetrics } from '../../../lib/telemetry.ts'
import {
  constantOf,
  costOf,
  documentedRecordBytes,
  prices,
  rowOf,
  within10Percent,
} from '../../support/cost-page.ts'
import { meterCloud } from '../../support/jobs/cost-meter.ts'
import { artifact, type RequestWorld, startRequestWorld } from '../../support/jobs/request-world.ts'
import { createWatchTools } from '../../support/jobs/watch-world.ts'
import { allowing } from '../../support/render/egress-client.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const phasesMs = { launch: 12, navigate: 412, wait: 61, settle: 88, capture: 143, encode: 36 }

let world: RequestWorld
let meter: ReturnType<typeof meterCloud>
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>
let accessKey: string
let close: () => Promise<void>
let logBytes = 0

/** Counts the bytes that lib/telemetry.ts writes for an event. */
const write = (level: string) => (fields: object, message: string) => {
  logBytes += JSON.stringify({ level, time: new Date().toISOString(), ...fields, message }).length + 1
}
const log: Logger = { info: write('info'), warn: write('warn'), error: write('error') }
const metrics = createMetrics('production', log)

const taken = () => {
  const counted = { ...meter.take(), logBytes }
  logBytes = 0
  return counted
}

/** The handler of `POST /v1/screenshot` with a scripted render. */
const createHandler = () => {
  const { worker: _, ...stores } = world
  const results = createResults({ ...world.performDeps, log })
  const recordDeps = { ...stores, nowMs: world.nowMs, log }
  const renderNow = createRenderNow({
    renderers,
    results,
    hits: world.hits,
    recordResult: createRecordResult(recordDeps),
    recordFailure: createRecordFailure(recordDeps),
    nowMs: world.nowMs,
    log,
  })
  return renderEndpoint(operations.screenshot, {
    accounts: world.accounts,
    usage: world.usage,
    tiers: defaultTiers,
    rules: { egress: allowing('127.0.0.1') },
    log,
    metrics,
    nowMs: world.nowMs,
    renderers,
    renderNow,
    accept: world.accept(),
    cacheUrl: 'https://files.example/cache',
  })
}

const renderers: Renderers = {
  resolve: (_operation, options) => options as never,
  async render(_operation, _plan, { report }) {
    Object.assign(report.phasesMs, phasesMs)
    return artifact
  },
}

let handler: ReturnType<typeof createHandler>

const post = async (options: object) => {
  const stream = new PassThrough()
  const event = {
    httpMethod: 'POST',
    path: '/v1/screenshot',
    headers: {},
    multiValueHeaders: { 'x-access-key': [accessKey], 'content-type': ['application/json'] },
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    requestContext: {},
    body: JSON.stringify(options),
    isBase64Encoded: false,
  }
  const body = buffer(stream)
  await (handler as unknown as (...args: unknown[]) => Promise<void>)(event, stream, {
    getRemainingTimeInMillis: () => 100_000,
  })
  return (await body).toString()
}

/** What Lambda does for a queue of one message. */
const consume = async (
  queue: 'render' | 'webhook',
  handle: (event: { Records: never[] }, context: object) => Promise<unknown>,
) => {
  const records = await world.receive(queue)
  expect(records).toHaveLength(1)
  await handle({ Records: records as never[] }, { getRemainingTimeInMillis: () => 100_000 })
  for (const record of records) await world.remove(queue, record)
}

beforeAll(async () => {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (streaming: unknown) => streaming,
    HttpResponseStream: { from: (stream: PassThrough) => stream },
  })
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    logBytes += String(chunk).length
    return true
  })
  world = await startRequestWorld({
    onEnd: (end) => {
      close = end
    },
  })
  receiver = await startWebhookReceiver()
  accessKey = (await world.createAccount('scale')).accessKey
  handler = createHandler()
  meter = meterCloud(world.cloud)
  // The first request of an environment and of an account writes more.
  await post({ html: 'first' })
  taken()
})

afterAll(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  meter.close()
  await receiver.close()
  await close()
})

/** Compares a recording with a row of docs/operate/cost.md: the same calls, and about as many bytes. */
const expectRow = (
  name: string,
  { reads, writes, queueCalls, s3Puts, s3Gets, logBytes: bytes }: ReturnType<typeof taken>,
) => {
  const [documented = 0] = rowOf(name).slice(-1)
  expect([reads, writes, queueCalls, s3Puts, s3Gets]).toEqual(rowOf(name).slice(0, 5))
  expect(Math.abs(bytes / documented - 1), `${bytes} bytes`).toBeLessThan(0.1)
}

/** Of the table's row, which the other test compares with a recording. */
const synchronousCost = () => {
  const [reads = 0, writes = 0, queueCalls = 0, s3Puts = 0, s3Gets = 0, bytes = 0] = rowOf('synchronous')
  return costOf({ reads, writes, queueCalls, s3Puts, s3Gets, logBytes: bytes })
}

/** Per request: the gateway, the edge with its function, Lambda's own log lines, the access log, one trace of twenty, and the call. */
const outside = () => {
  const [lambdaBytes = 0, accessBytes = 0] = ['Lambda, each call', 'gateway, each request'].map(
    (name) => rowOf(name).at(-1) ?? 0,
  )
  return 3.5e-6 + 1.1e-6 + (lambdaBytes + accessBytes) * prices.logByte + 0.05 * 5e-6 + 0.2e-6
}

describe('docs/operate/cost.md has what AWS bills', () => {
  test('for a synchronous request', async () => {
    await post({ html: '<p>page' })
    const counted = taken()
    expectRow('synchronous', counted)
    within10Percent(costOf(counted) + outside(), constantOf('request') + 0.625e-6)
  })

  test('for an asynchronous request with a webhook, in three calls of functions', async () => {
    await post({ url: 'https://example.com/', async: true, webhook_url: `${receiver.url}/hook` })
    const accepted = taken()
    expectRow('accepted', accepted)
    await consume(
      'render',
      createRenderConsumer({
        queue: 'render',
        perform: (key, context) => {
          return world.worker({ renderers })(key, context)
        },
        runTask: async () => ({ outcome: 'absent' }),
        changeVisibility: (handle, seconds) => world.queues.changeVisibility('render', handle, seconds),
        log,
        metrics,
        nowMs: world.nowMs,
      }) as never,
    )
    const rendered = taken()
    expectRow('rendered in the background', rendered)
    await consume(
      'webhook',
      createWebhookConsumer({
        queue: 'webhook',
        handle: createDeliverWebhook({
          requests: world.requests,
          accounts: world.accounts,
          post: createPostWebhook({ policy: allowing('127.0.0.1') }),
          cacheUrl: 'https://example.com/cache',
          retrySeconds: [5],
          nowMs: world.nowMs,
          random: Math.random,
          log,
        }),
        changeVisibility: (handle, seconds) => world.queues.changeVisibility('webhook', handle, seconds),
        log,
        metrics,
        nowMs: world.nowMs,
      }) as never,
    )
    const announced = taken()
    expectRow('webhook delivered', announced)
    const lambda = (rowOf('Lambda, each call').at(-1) ?? 0) * prices.logByte + 0.2e-6 + 0.05 * 5e-6
    const secondsCost = (0.03 * 3 + 0.3 * 0.5) * 0.0000166667
    const steps = [accepted, rendered, announced].map(costOf).reduce((total, cost) => total + cost, 0)
    within10Percent(steps - synchronousCost() + 2 * lambda + secondsCost, constantOf('background'))
    within10Percent(meter.recordBytes(), documentedRecordBytes())
  })

  test('for the comparison of a run with its baseline', async () => {
    const watch = createWatchTools(world)
    const render = async (changes: object) => {
      const task = await watch.createTask(changes)
      watch.show('Price: 10')
      await watch.run(task, 0)
      const key = await watch.start(task, 1)
      taken()
      await watch.perform(key)
      return taken()
    }
    // A run that is announced, as the other one is.
    const [plain, compared] = [
      await render({ watch: undefined }),
      await render({ watch: { mode: 'text', threshold: 0, ignore_selectors: [], notify: 'always' } }),
    ]
    const more = ({ reads, writes, s3Puts, s3Gets }: typeof plain) => [reads, writes, s3Puts, s3Gets]
    const [before, after] = [more(plain), more(compared)]
    const [reads, writes, , s3Puts, s3Gets] = rowOf('compared with a baseline')
    expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([reads, writes, s3Puts, s3Gets])
  })
})
