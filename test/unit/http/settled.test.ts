import { PassThrough, Readable } from 'node:stream'
import type { Context } from 'aws-lambda'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { silentLogger } from '../../../lib/base/logger.ts'
import { silentMetrics } from '../../../lib/core/telemetry/metrics-publisher.ts'
import { createHandler } from '../../../lib/http/endpoint.ts'

beforeAll(() => {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: { from: (stream: PassThrough) => stream },
  })
})
afterAll(() => vi.unstubAllGlobals())

type Invoke = (event: object, stream: PassThrough, context: Partial<Context>) => Promise<void>

const deps = { log: silentLogger, metrics: silentMetrics, nowMs: () => 0 }
const context = { awsRequestId: 'one', getRemainingTimeInMillis: () => 9_000 }

/** Returns a function that invokes the handler of an endpoint which responds with this many bytes. */
const setUp = (bytes: number, settled: (mayExit: boolean) => Promise<void>, pending?: Promise<void>) => {
  const handler = createHandler('screenshot', { ...deps, settled }, async (_event, call) => {
    if (pending) call.pending.push(pending)
    return { statusCode: 200, headers: {}, body: Buffer.alloc(bytes) }
  }) as unknown as Invoke
  return (stream: PassThrough) => handler({}, stream, context)
}

test('the handler ends after its environment has settled. The caller has the whole response before', async () => {
  const { promise: ready, resolve } = Promise.withResolvers<void>()
  const { promise: told, resolve: tell } = Promise.withResolvers<void>()
  const invoke = setUp(1_000, () => {
    tell()
    return ready
  })
  const stream = new PassThrough()
  let isOver = false
  const invocation = invoke(stream).then(() => {
    isOver = true
  })
  await told
  await new Promise((resume) => setImmediate(resume))
  expect({ isOver, sent: stream.readableLength, ended: stream.writableFinished }).toEqual({
    isOver: false,
    sent: 1_000,
    ended: true,
  })
  resolve()
  await invocation
})

test('the environment settles after the work that a request left behind, for which the response does not wait', async () => {
  const { promise: pending, resolve } = Promise.withResolvers<void>()
  const events: string[] = []
  const stream = new PassThrough().resume().on('end', () => {
    events.push('response')
    setImmediate(() => {
      events.push('work')
      resolve()
    })
  })
  await setUp(1_000, async () => void events.push('settled'), pending)(stream)
  expect(events).toEqual(['response', 'work', 'settled'])
})

test.each(['reads it', 'goes away'] as const)(
  'a response is delivered when its caller %s, not when it is made',
  async (how) => {
    let isDelivered = false
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const handler = createHandler('screenshot', deps, async (_event, call) => {
      void call.delivered.then(() => {
        isDelivered = true
      })
      const stream = Readable.from(Array.from({ length: 9 }, () => Buffer.alloc(100_000)))
      return { statusCode: 200, headers: {}, body: { stream, bytes: 900_000 } }
    }) as unknown as Invoke
    const stream = new PassThrough().once('readable', begin)
    const invocation = handler({}, stream, context).catch(() => {})
    await begun
    await new Promise((resume) => setImmediate(resume))
    expect(isDelivered).toBe(false)
    if (how === 'reads it') stream.resume()
    else stream.destroy()
    await invocation
    expect(isDelivered).toBe(true)
  },
)

test.each([
  [0, true],
  [100_000, true],
  [100_001, false],
  [9_000_000, false],
])('after a response of %i bytes the process may end: %s', async (bytes, expected) => {
  const told: boolean[] = []
  const stream = new PassThrough().resume()
  await setUp(bytes, async (mayExit) => void told.push(mayExit))(stream)
  expect(told).toEqual([expected])
})
