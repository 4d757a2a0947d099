import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { PageInterferenceError, RateLimitedError } from '../../../lib/base/errors.ts'
import { type Logger, silentLogger } from '../../../lib/base/logger.ts'
import type { MetricPoint } from '../../../lib/core/telemetry/metrics.ts'
import type { CallContext } from '../../../lib/http/call.ts'
import { requestLog } from '../../../lib/http/request-log.ts'

const start = (log: Logger = silentLogger) => {
  const published: (readonly MetricPoint[])[] = []
  const metrics = { publish: (points: readonly MetricPoint[]) => void published.push(points) }
  const { before, after, onError } = requestLog('tasks', { log, metrics, nowMs: () => 1000 })
  const run = async (end: 'after' | 'onError', request: object) => {
    const context = {} as CallContext
    const whole = { context, event: {}, response: undefined, error: undefined, ...request } as never
    await before?.(whole)
    context.call.operation = 'create_task'
    context.call.account = { id: 'acct-secret' } as never
    await (end === 'after' ? after : onError)?.(whole)
    return published.pop() ?? []
  }
  return { run, published }
}

const counts = (points: readonly MetricPoint[]) =>
  Object.fromEntries(points.map(({ name, dimensions }) => [name, dimensions]))

test('a response publishes once, under its operation, and the first one is cold', async () => {
  const { run, published } = start()
  const response = { statusCode: 201, headers: {}, body: 'x' }
  const first = await run('after', { response })
  expect(published).toEqual([])
  expect(counts(first)).toMatchObject({
    Requests: { operation: 'create_task', outcome: 'ok' },
    ColdStarts: { handler: 'tasks', kind: 'environment' },
  })
  expect(counts(await run('after', { response }))).not.toHaveProperty('ColdStarts')
})

test('an error publishes its class and, if it rejects the request, its reason', async () => {
  const { run } = start()
  expect(counts(await run('onError', { error: new RateLimitedError('Too many.', 3) }))).toMatchObject({
    Requests: { operation: 'create_task', outcome: 'refused' },
    Refusals: { reason: 'rate_limited' },
  })
  expect(counts(await run('onError', { error: new TypeError('x is undefined') }))).toMatchObject({
    Requests: { operation: 'create_task', outcome: 'service' },
  })
})

test('a rejected request is logged with its cause, if it has one', async () => {
  const lines: object[] = []
  const { run } = start({ ...silentLogger, info: (fields) => void lines.push(fields) })
  const cause = new Error('form.style.setProperty is not a function')
  await run('onError', { error: new PageInterferenceError('The page cannot be read.', { cause }) })
  await run('onError', { error: new RateLimitedError('Too many.', 3) })
  expect(lines).toMatchObject([{ outcome: 'page_interference' }, { outcome: 'rate_limited' }])
  expect(lines[0]).toHaveProperty('cause', expect.stringContaining('form.style.setProperty'))
  expect(lines[1]).not.toHaveProperty('cause')
})

test('no metric names the account', async () => {
  const { run } = start()
  const points = await run('after', { response: { statusCode: 200, headers: {}, body: '' } })
  expect(JSON.stringify(points)).not.toContain('acct-secret')
})

const untilRead = async (stream: Readable) => {
  for await (const _ of stream);
}

test('a streamed response is logged and counted when its last byte is read', async () => {
  const lines: object[] = []
  const { run, published } = start({ ...silentLogger, info: (fields) => void lines.push(fields) })
  const stream = Readable.from([Buffer.from('ab')])
  const response = { statusCode: 200, headers: {}, body: { stream, bytes: 2 } }
  expect(await run('after', { response: response })).toEqual([])
  expect(lines).toEqual([])
  await untilRead(stream)
  await expect.poll(() => lines).toMatchObject([{ outcome: 'ok', status: 200, bytes: 2 }])
  expect(counts(published.pop() ?? [])).toMatchObject({ Requests: { outcome: 'ok' } })
})

test('a streamed response that breaks after its head is logged and counted as a failure of the service', async () => {
  const lines: object[] = []
  const { run, published } = start({ ...silentLogger, error: (fields) => void lines.push(fields) })
  const stream = new Readable({ read: () => stream.destroy(new Error('S3 hung up.')) })
  const response = { statusCode: 200, headers: {}, body: { stream, bytes: 2 } }
  await run('after', { response: response })
  await expect(untilRead(stream)).rejects.toThrow('S3 hung up.')
  await expect
    .poll(() => lines)
    .toMatchObject([{ outcome: 'broken_stream', status: 200, cause: expect.stringContaining('S3 hung up') }])
  expect(counts(published.pop() ?? [])).toMatchObject({ Requests: { outcome: 'service' } })
})
