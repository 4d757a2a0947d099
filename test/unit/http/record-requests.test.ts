import { PassThrough } from 'node:stream'
import type { Context } from 'aws-lambda'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { InvalidParameterError } from '../../../lib/base/errors.ts'
import { silentLogger } from '../../../lib/base/logger.ts'
import type { LoggedRequest } from '../../../lib/core/requests/request-record.ts'
import { toSubject } from '../../../lib/core/requests/request-subject.ts'
import { silentMetrics } from '../../../lib/core/telemetry/metrics-publisher.ts'
import type { Call } from '../../../lib/http/call.ts'
import { createHandler } from '../../../lib/http/endpoint.ts'
import { operations } from '../../../lib/schema/operations.ts'

beforeAll(() => {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: { from: (stream: PassThrough) => stream },
  })
})
afterAll(() => vi.unstubAllGlobals())

const account = { id: '679cSZ', plan: 'free', paid: true, secretKey: '', created: 0 } as const

/** Invokes a handler of a render, and returns the text of its response once it has ended, and the end of the invocation. */
const invoke = async (
  putLogged: (entry: LoggedRequest) => Promise<void>,
  decide: (call: Call) => { statusCode: number; body: string },
) => {
  const warnings: string[] = []
  const log = { ...silentLogger, warn: (_fields: object, message: string) => void warnings.push(message) }
  const handler = createHandler(
    'screenshot',
    { log, metrics: silentMetrics, nowMs: () => 1_900_000_000_000, requests: { putLogged } },
    async (_event, call) => {
      Object.assign(call, { account, key: { id: '679cSZFbfz', scope: 'full' } })
      call.subject = toSubject(operations.screenshot, { url: 'https://a:b@example.com/', external_id: 'o-1' })
      return { headers: { 'Content-Type': 'image/png' }, ...decide(call) }
    },
  ) as unknown as (event: object, stream: PassThrough, context: Partial<Context>) => Promise<void>
  const stream = new PassThrough()
  const invocation = handler({}, stream, { getRemainingTimeInMillis: () => 9_000 })
  const response = Buffer.concat(await stream.toArray()).toString()
  return { response, invocation, warnings }
}

const image = () => ({ statusCode: 200, body: 'image' })

test('the response does not wait for the log, and the invocation does', async () => {
  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const entries: LoggedRequest[] = []
  const { response, invocation } = await invoke((entry) => {
    entries.push(entry)
    return written
  }, image)
  expect(response).toBe('image')
  await vi.waitFor(() => expect(entries).toHaveLength(1))
  expect(entries).toMatchObject([
    {
      accountId: '679cSZ',
      operation: 'screenshot',
      keyId: '679cSZFbfz',
      externalId: 'o-1',
      summary: { url: 'https://example.com/' },
      sent: { contentType: 'image/png', bytes: 5 },
    },
  ])
  let isOver = false
  const over = invocation.then(() => {
    isOver = true
  })
  await new Promise((resume) => setImmediate(resume))
  expect(isOver).toBe(false)
  write()
  await over
})

test('a request does not fail if the log does', async () => {
  const { response, invocation, warnings } = await invoke(() => Promise.reject(new Error('throttled')), image)
  await invocation
  expect([response, warnings]).toEqual(['image', ['request not recorded']])
})

test('a failed request is logged with its error; one that has a record, or was not counted, is not', async () => {
  const logged = async (decide: Parameters<typeof invoke>[1]) => {
    const entries: LoggedRequest[] = []
    const { invocation } = await invoke(async (entry) => void entries.push(entry), decide)
    await invocation
    return entries
  }
  const failed = await logged(() => {
    throw new InvalidParameterError('`url` is required.')
  })
  expect(failed).toMatchObject([{ error: { code: 'invalid_parameter', message: '`url` is required.' } }])
  const withRecord = (call: Call) => {
    call.report.isRecorded = true
    return image()
  }
  const uncounted = (call: Call) => {
    call.subject = undefined
    return image()
  }
  for (const decide of [withRecord, uncounted, () => ({ statusCode: 202, body: '{}' })])
    expect(await logged(decide)).toEqual([])
})
