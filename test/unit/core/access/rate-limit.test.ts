import { describe, expect, test } from 'vitest'
import {
  decideRate,
  guessRateStep,
  type RateState,
  toAdmission,
  toConcurrency,
  toRefusal,
  toWindow,
  windowMs,
} from '../../../../lib/core/access/rate-limit.ts'

const window = toWindow(Date.UTC(2026, 10, 21, 12, 30))
const limit = 10

const state = (change: Partial<RateState> = {}): RateState => ({ window, admitted: limit, ...change })

const decide = (seen: RateState | undefined) => decideRate(seen, { window, limit })

test.each([
  ['none', undefined, 'begin'],
  ['one of an earlier window', window - 1, 'begin'],
  ['one of this window', window, 'count'],
  ['one of a window that another clock has begun', window + 1, 'count'],
])('if %s was seen, the first try succeeds for most requests', (_which, last, kind) => {
  expect(guessRateStep(last, window)).toEqual({ kind })
})

describe('a request whose first try failed', () => {
  test('starts the first window of an account', () => {
    expect(decide(undefined)).toEqual({ kind: 'begin' })
  })

  test.each([
    ['of a minute ago', window - 1],
    ['of a clock that was far ahead', window + 500],
  ])('starts the current window after one %s', (_when, other) => {
    expect(decide(state({ window: other }))).toEqual({ kind: 'begin' })
  })

  test.each([
    ['this window', window],
    ['the window that another clock has begun', window + 1],
  ])('is counted in %s if the limit allows it', (_which, present) => {
    expect(decide(state({ window: present, admitted: limit - 1 }))).toEqual({ kind: 'count' })
  })

  test.each([
    ['this window', window],
    ['the window that another clock has begun', window + 1],
  ])('is rejected until %s is over if it is full', (_which, present) => {
    expect(decide(state({ window: present }))).toEqual({ kind: 'refuse', until: present + 1 })
  })
})

describe('the rate of a response', () => {
  const start = window * windowMs

  test.each([
    [0, 60],
    [1000, 59],
    [59_000, 1],
    [59_999, 1],
  ])('%i ms into a window has %i s until the next one', (intoMs, seconds) => {
    expect(toAdmission({ window, admitted: 4 }, limit, start + intoMs)).toEqual({
      admitted: true,
      limit,
      remaining: 6,
      resetSeconds: seconds,
    })
    expect(toRefusal(window + 1, limit, start + intoMs)).toEqual({
      admitted: false,
      limit,
      remaining: 0,
      resetSeconds: seconds,
      retryAfterSeconds: seconds,
    })
  })

  test('never has less than 0 remaining', () => {
    expect(toAdmission({ window, admitted: 12 }, limit, start).remaining).toBe(0)
  })

  test.each([
    ['nothing is stored', undefined, limit, 1],
    ['the last window is over', state({ window: window - 1 }), limit, 1],
    ['the window has room', state({ admitted: 3 }), 7, 1],
    ['the window is full', state(), 0, 1],
  ])('without a further request, where %s', (_title, seen, remaining, windows) => {
    expect(toConcurrency(seen, limit, start + 5000)).toEqual({
      limit,
      remaining,
      reset: ((window + windows) * windowMs) / 1000,
    })
  })
})

test('a client that waits for Retry-After is admitted, and not a second earlier', () => {
  const atMs = window * windowMs + 12_345
  const { retryAfterSeconds = 0 } = toRefusal(window + 1, limit, atMs)
  const after = (seconds: number) =>
    decideRate(state(), { window: toWindow(atMs + seconds * 1000), limit }).kind
  expect([after(retryAfterSeconds - 1), after(retryAfterSeconds)]).toEqual(['refuse', 'begin'])
})
