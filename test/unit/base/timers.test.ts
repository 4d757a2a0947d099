import { describe, expect, test } from 'vitest'
import { DeadlineError, until, within } from '../../../lib/base/timers.ts'
import { pageTimeout } from '../../../lib/render/page/time-limits.ts'

const never = new Promise<never>(() => {})

describe('a deadline', () => {
  test('passes on a result in time', async () => {
    expect(await within(Promise.resolve(1), 1_000)).toBe(1)
  })

  test('passes on a failure in time', async () => {
    await expect(within(Promise.reject(new TypeError('x')), 1_000)).rejects.toThrow(TypeError)
  })

  test('ends work that is late', async () => {
    await expect(within(never, 5)).rejects.toThrow(DeadlineError)
  })

  test.each([
    ['before', true],
    ['while it waits', false],
  ])('ends with the reason of a signal aborted %s', async (_name, isBefore) => {
    const controller = new AbortController()
    const reason = new RangeError('over')
    if (isBefore) controller.abort(reason)
    const waited = within(never, 1_000, controller.signal)
    controller.abort(reason)
    await expect(waited).rejects.toBe(reason)
  })

  test('handles the failure of abandoned work', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    await expect(within(promise, 1)).rejects.toThrow(DeadlineError)
    reject(new Error('late'))
    await new Promise((resolve) => setImmediate(resolve))
  })

  test('waits a little longer if the process was stopped past it, and says so', async () => {
    const arrives = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'arrived'))
    const waits = [within(arrives(30), 5), within(never, 5)]
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_020)
    expect(await waits[0]).toBe('arrived')
    await expect(waits[1]).rejects.toMatchObject({ name: 'DeadlineError', isFrozen: true })
    await expect(within(never, 5)).rejects.toMatchObject({ isFrozen: false })
  })
})

describe('a best-effort wait', () => {
  test('resolves to undefined when it runs out', async () => {
    expect(await until(never, 1)).toBeUndefined()
  })

  test('fails if its work fails', async () => {
    await expect(until(Promise.reject(new TypeError('x')), 1_000)).rejects.toThrow(TypeError)
  })
})

test('a page that leaves no time for a step is a page_timeout with the message of the step', async () => {
  await expect(
    within(never, 5, undefined, pageTimeout('`styles` could not be applied.')),
  ).rejects.toMatchObject({
    statusCode: 400,
    code: 'page_timeout',
    message: '`styles` could not be applied.',
    cause: expect.any(DeadlineError),
  })
  const failure = new TypeError('x')
  await expect(within(Promise.reject(failure), 1_000, undefined, pageTimeout('late'))).rejects.toBe(failure)
})
