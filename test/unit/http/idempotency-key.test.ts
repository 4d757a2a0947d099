import { describe, expect, test } from 'vitest'
import type { ApiEvent } from '../../../lib/http/call.ts'
import { readIdempotencyKey } from '../../../lib/http/read-idempotency-key.ts'
import { operations } from '../../../lib/schema/operations.ts'

const event = (httpMethod: string, ...keys: string[]) =>
  ({ httpMethod, multiValueHeaders: { 'Idempotency-Key': keys } }) as unknown as ApiEvent

const {
  screenshot,
  devices,
  create_batch: createBatch,
  create_task: createTask,
  start_run: startRun,
  repeat_webhook: repeatWebhook,
} = operations

describe('the Idempotency-Key header', () => {
  test('is accepted on an asynchronous POST, and on one that creates a batch, a task or a run', () => {
    expect(readIdempotencyKey(event('POST', 'k'), screenshot, { async: true })).toBe('k')
    expect(readIdempotencyKey(event('POST', 'k'), createBatch, {})).toBe('k')
    expect(readIdempotencyKey(event('POST', 'k'), createTask, {})).toBe('k')
    expect(readIdempotencyKey(event('POST', 'k'), startRun, {})).toBe('k')
  })

  test.each([
    ['a GET, which may be repeated', event('GET', 'k'), screenshot, { async: true }],
    ['a synchronous POST', event('POST', 'k'), screenshot, { async: false }],
    ['a POST that repeats safely', event('POST', 'k'), repeatWebhook, {}],
    ['an operation that makes nothing', event('GET', 'k'), devices, {}],
  ])('is rejected on %s; the message says where it is allowed', (_what, request, operation, options) => {
    expect(() => readIdempotencyKey(request, operation, options)).toThrow(/POST .*`async` true/)
  })
})

describe('the value of the Idempotency-Key header', () => {
  const read = (...keys: string[]) => readIdempotencyKey(event('POST', ...keys), screenshot, { async: true })

  test.each(['k', 'a key with "spaces"', 'x'.repeat(255)])('may be %j', (key) => {
    expect(read(key)).toBe(key)
  })

  test.each(['', 'x'.repeat(256), 'schlüssel', 'tab\there'])('must not be %j', (key) => {
    expect(() => read(key)).toThrow(/1 to 255 printable ASCII/)
  })

  test('may be repeated, but not with a different value', () => {
    expect(read('k', 'k')).toBe('k')
    expect(() => read('k', 'l')).toThrow(/given only once/)
  })
})
