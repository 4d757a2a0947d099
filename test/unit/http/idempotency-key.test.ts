import { describe, expect, test } from 'vitest'
import type { ApiEvent } from '../../../lib/http/call.ts'
import { readIdempotencyKey } from '../../../lib/http/read-idempotency-key.ts'
import { operations } from '../../../lib/schema/operations.ts'

const event = (httpMethod: string, ...keys: string[]) =>
  ({ httpMethod, multiValueHeaders: { 'Idempotency-Key': keys } }) as unknown as ApiEvent

const { screenshot, devices, create_task: createTask } = operations

describe('where it may stand', () => {
  test('on a POST that renders later, and on one that creates a task', () => {
    expect(readIdempotencyKey(event('POST', 'k'), screenshot, { async: true })).toBe('k')
    expect(readIdempotencyKey(event('POST', 'k'), createTask, {})).toBe('k')
  })

  test.each([
    ['a GET, which may be repeated', event('GET', 'k'), screenshot, { async: true }],
    ['a POST that answers with its own result', event('POST', 'k'), screenshot, { async: false }],
    ['an operation that makes nothing', event('GET', 'k'), devices, {}],
  ])('not on %s, and the answer says where', (_what, request, operation, options) => {
    expect(() => readIdempotencyKey(request, operation, options)).toThrow(/POST .*`async` true/)
  })

  test('its absence is right everywhere', () => {
    expect(readIdempotencyKey(event('GET'), devices, {})).toBeUndefined()
    expect(readIdempotencyKey(event('POST'), screenshot, { async: true })).toBeUndefined()
  })
})

describe('what it may be', () => {
  const read = (...keys: string[]) => readIdempotencyKey(event('POST', ...keys), screenshot, { async: true })

  test.each(['k', 'a key with "blanks"', 'x'.repeat(255)])('%j', (key) => {
    expect(read(key)).toBe(key)
  })

  test.each(['', 'x'.repeat(256), 'schlüssel', 'tab\there'])('not %j', (key) => {
    expect(() => read(key)).toThrow(/1 to 255 printable ASCII/)
  })

  test('twice the same is one, two different ones are an error', () => {
    expect(read('k', 'k')).toBe('k')
    expect(() => read('k', 'l')).toThrow(/given only once/)
  })
})
