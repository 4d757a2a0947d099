import { expect, test } from 'vitest'
import type { MetricPoint } from '../../../lib/core/metrics.ts'
import { RateLimitedError } from '../../../lib/errors.ts'
import type { CallContext } from '../../../lib/http/call.ts'
import { requestLog } from '../../../lib/http/request-log.ts'
import { silentLogger } from '../../../lib/logger.ts'

const start = () => {
  const published: (readonly MetricPoint[])[] = []
  const metrics = { publish: (points: readonly MetricPoint[]) => void published.push(points) }
  const { before, after, onError } = requestLog('tasks', { log: silentLogger, metrics, nowMs: () => 1000 })
  const run = async (end: 'after' | 'onError', request: object) => {
    const context = {} as CallContext
    const whole = { context, response: undefined, error: undefined, ...request } as never
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

test('an answer publishes once, under its operation, and the first one is cold', async () => {
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

test('an error publishes its class and, where it refuses, its reason', async () => {
  const { run } = start()
  expect(counts(await run('onError', { error: new RateLimitedError('Too many.', 3) }))).toMatchObject({
    Requests: { operation: 'create_task', outcome: 'refused' },
    Refusals: { reason: 'rate_limited' },
  })
  expect(counts(await run('onError', { error: new TypeError('x is undefined') }))).toMatchObject({
    Requests: { operation: 'create_task', outcome: 'service' },
  })
})

test('no metric names the account', async () => {
  const { run } = start()
  const points = await run('after', { response: { statusCode: 200, headers: {}, body: '' } })
  expect(JSON.stringify(points)).not.toContain('acct-secret')
})
