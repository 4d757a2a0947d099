import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DeadlineError, pause, until, within } from '../../../lib/base/timers.ts'
import { pageTimeout } from '../../../lib/render/page/time-limits.ts'
import { inFakeTime } from '../../support/in-fake-time.ts'

const never = new Promise<never>(() => {})

describe('a deadline', () => {
  test('passes on a result in time', async () => {
    expect(await within(Promise.resolve(1), 1_000)).toBe(1)
  })

  test('passes on a failure in time', async () => {
    await expect(within(Promise.reject(new TypeError('x')), 1_000)).rejects.toThrow(TypeError)
  })

  test('ends work that is late', async () => {
    await expect(inFakeTime(() => within(never, 5_000))).rejects.toThrow(DeadlineError)
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

  test('that has passed already is one of now', async () => {
    const warn = vi.spyOn(process, 'emitWarning')
    onTestFinished(() => warn.mockRestore())
    await pause(-1_500)
    expect(await until(never, -1_500)).toBeUndefined()
    expect(warn).not.toHaveBeenCalled()
  })

  test('handles the failure of abandoned work', async () => {
    const { promise, reject } = Promise.withResolvers<never>()
    await expect(within(promise, 1)).rejects.toThrow(DeadlineError)
    reject(new Error('late'))
    await new Promise((resolve) => setImmediate(resolve))
  })

  test('waits a little longer if the process was stopped past it, and says so', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const { promise, resolve } = Promise.withResolvers<string>()
    const waits = [within(promise, 5), within(never, 5)]
    const ends = Promise.allSettled(waits)
    const stopped = vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
    onTestFinished(() => stopped.mockRestore())
    await vi.advanceTimersByTimeAsync(5)
    resolve('arrived')
    await vi.advanceTimersByTimeAsync(100)
    expect(await ends).toEqual([
      { status: 'fulfilled', value: 'arrived' },
      { status: 'rejected', reason: expect.objectContaining({ name: 'DeadlineError', isFrozen: true }) },
    ])
  })

  test('that passes without a stop says so as well', async () => {
    await expect(inFakeTime(() => within(never, 5))).rejects.toMatchObject({ isFrozen: false })
  })
})

test.each([
  ['its time has passed', undefined, undefined],
  ['it is aborted', AbortSignal.abort(new Error('over')), 'over'],
])('a pause ends when %s', async (_when, signal, error) => {
  const ended = inFakeTime(() => pause(60_000, signal))
  if (error === undefined) expect(await ended).toBeUndefined()
  else await expect(ended).rejects.toThrow(error)
})

describe('a best-effort wait', () => {
  test('resolves to undefined when it runs out', async () => {
    expect(await inFakeTime(() => until(never, 60_000))).toBeUndefined()
  })

  test('fails if its work fails', async () => {
    await expect(until(Promise.reject(new TypeError('x')), 1_000)).rejects.toThrow(TypeError)
  })
})

test('a page that leaves no time for a step is a page_timeout with the message of the step', async () => {
  await expect(
    inFakeTime(() => within(never, 5, undefined, pageTimeout('`styles` could not be applied.'))),
  ).rejects.toMatchObject({
    statusCode: 400,
    code: 'page_timeout',
    message: '`styles` could not be applied.',
    cause: expect.any(DeadlineError),
  })
  const failure = new TypeError('x')
  await expect(within(Promise.reject(failure), 1_000, undefined, pageTimeout('late'))).rejects.toBe(failure)
})
