import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { defaultPlans } from '../../../lib/core/access/plans.ts'
import { createPostWebhook } from '../../../lib/egress/post-webhook.ts'
import { renderEndpoint } from '../../../lib/http/render-endpoint.ts'
import { createDeliverWebhook } from '../../../lib/jobs/deliver-webhook.ts'
import { createResultMaker } from '../../../lib/jobs/make-result.ts'
import { createRecordFailure, createRecordResult } from '../../../lib/jobs/record-result.ts'
import { createRenderNow } from '../../../lib/jobs/render-now.ts'
import type { Logger } from '../../../lib/logger.ts'
import { createRenderConsumer } from '../../../lib/queue/renders.ts'
import { createWebhookConsumer } from '../../../lib/queue/webhooks.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { createMetrics } from '../../../lib/telemetry.ts'
import { meterCloud, type Units } from '../../support/jobs/cost-meter.ts'
import { artifact, type RequestWorld, startRequestWorld } from '../../support/jobs/request-world.ts'
import { allowing } from '../../support/render/egress-client.ts'
import { startWebhookReceiver } from '../../support/sites/webhook-receiver.ts'

const costs = readFileSync(join(import.meta.dirname, '../../../docs/operate/cost.md'), 'utf8')

/** The numbers of a row of a table in docs/operate/cost.md, after its name. */
const rowOf = (name: string): number[] => {
  const [, cells = ''] = new RegExp(`^\\| ${name} \\|(.+)\\|$`, 'm').exec(costs) ?? []
  return cells.split('|').map((cell) => Number(cell.replaceAll(',', '')))
}

/** A constant of the formula in docs/operate/cost.md. */
const constantOf = (name: string) => Number(new RegExp(`^    ${name} += ([0-9.]+)`, 'm').exec(costs)?.[1])

const documentedRecordBytes = () =>
  1000 * Number(/records of requests, 30 days \| ([0-9.]+) KB each/.exec(costs)?.[1])

/** The rows below a heading of docs/operate/cost.md. */
const rowsBelow = (heading: string, document = costs) => {
  const [table = ''] = document.slice(document.indexOf(`\n## ${heading}`)).match(/^\|.+(?:\n\|.+)+/m) ?? []
  return table.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('*', '').trim()),
  )
}

/** USD for one, as in the table of prices. */
const prices = { write: 0.625e-6, read: 0.125e-6, sqs: 0.4e-6, s3Put: 5e-6, s3Get: 0.4e-6, logByte: 0.5e-9 }

const costOf = ({ reads, writes, queueCalls, s3Puts, s3Gets, logBytes }: Units & { logBytes: number }) =>
  reads * prices.read +
  writes * prices.write +
  queueCalls * prices.sqs +
  s3Puts * prices.s3Put +
  s3Gets * prices.s3Get +
  logBytes * prices.logByte

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
const log: Logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
const metrics = createMetrics('production', log)

const taken = () => {
  const counted = { ...meter.take(), logBytes }
  logBytes = 0
  return counted
}

/** The handler of `POST /v1/screenshot` with a scripted render. */
const createHandler = () => {
  const { worker: _, ...stores } = world
  const results = createResultMaker({ ...world.performDeps, log })
  const recordDeps = { ...stores, nowMs: world.nowMs, log }
  const renderNow = createRenderNow({
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
    plans: defaultPlans,
    rules: { egress: allowing('127.0.0.1') },
    log,
    metrics,
    nowMs: world.nowMs,
    prepareRender: render,
    renderNow,
    accept: world.accept(),
  })
}

const render =
  () =>
  async ({ report }: { report: { phasesMs: object } }) => {
    Object.assign(report.phasesMs, phasesMs)
    return artifact
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

const within10Percent = (actual: number, documented: number) => {
  expect(Math.abs(actual / documented - 1), `${actual} instead of ${documented}`).toBeLessThan(0.1)
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

/** A function of 3 GB with 1.5 GB more of `/tmp`. */
const secondCost = 3 * 0.0000166667 + 1.5 * 0.0000000309

const bytesOf = (size: string) => Number.parseFloat(size) * (size.endsWith('MB') ? 1e6 : 1e3)

/** The cells of the row with this name, without the name. */
const cellsOf = (rows: string[][], name: string): string[] =>
  rows.find(([first]) => first === name)?.slice(1) ?? []

const renders = ['screenshot', 'pdf', 'scrape', 'screencast of 5 s, static', 'screencast of 5 s, in motion']

interface Measured {
  wallSeconds: number
  cpuSeconds: number
  bytes?: number
}

const measured: Record<string, Measured> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../bench/results/cost.json'), 'utf8'),
).results

test.each(renders)('docs/operate/cost.md has what follows from its formula: %s', (name) => {
  const [size = '', ...cells] = cellsOf(rowsBelow('Per 1,000, synchronous'), name)
  const seconds = Number(cellsOf(rowsBelow('Seconds'), name)[0]) + constantOf('after')
  const closing = 0.625e-6
  const bytes = bytesOf(size) * 0.085e-9
  const other = constantOf('request') + closing
  const totals = [0, 1, 3].map((waits) => (seconds + waits) * secondCost + bytes + other)
  const parts = [(seconds + 1) * secondCost, bytes, other]
  const expected = [...totals.map((cost) => [cost, 2] as const), ...parts.map((cost) => [cost, 3] as const)]
  expect(cells).toEqual(expected.map(([cost, digits]) => (1000 * cost).toFixed(digits)))
})

test('docs/operate/cost.md has the seconds and the sizes that were measured', () => {
  const after = 'after the response of a render'
  expect(Object.keys(measured).sort()).toEqual([...renders, after].sort())
  for (const [name, { wallSeconds, cpuSeconds }] of Object.entries(measured)) {
    const [own, cpu] = cellsOf(rowsBelow('Seconds'), name).map(Number)
    within10Percent(wallSeconds, own ?? 0)
    within10Percent(cpuSeconds, cpu ?? 0)
  }
  within10Percent(measured[after]?.wallSeconds ?? 0, constantOf('after'))
  for (const name of renders) {
    const [size = ''] = cellsOf(rowsBelow('Per 1,000, synchronous'), name)
    within10Percent(measured[name]?.bytes ?? 0, bytesOf(size))
  }
})

test('docs/operate/limits.md counts the time after a response in the concurrency', () => {
  const limits = readFileSync(join(import.meta.dirname, '../../../docs/operate/limits.md'), 'utf8')
  const rows = rowsBelow('Numbers', limits).slice(2)
  expect(rows).toHaveLength(4)
  for (const [aDay = '', , , ...concurrency] of rows) {
    const peak = (Number(aDay.replace(' million', '000000').replaceAll(',', '')) / 86_400) * 3
    const expected = [1.5, 3, 15].map((seconds) => Math.round(peak * (seconds + constantOf('after'))))
    expect(concurrency.map((cell) => Number(cell.replaceAll(',', '')))).toEqual(expected)
  }
})

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
          return world.worker({ prepareRender: render as never })(key, context)
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
})
