import { describe, expect, test } from 'vitest'
import {
  decideRate,
  guessRateStep,
  type RateState,
  toAdmission,
  toConcurrency,
  toOpening,
  toRefusal,
  toWindow,
  windowMs,
} from '../../../../lib/core/access/rate-limit.ts'

const window = toWindow(Date.UTC(2026, 10, 21, 12, 30))
const limit = 10

const state = (change: Partial<RateState> = {}): RateState => ({
  window,
  admitted: limit,
  refused: 0,
  strikes: 0,
  blockedUntil: 0,
  ...change,
})

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
    ['of yesterday', window - 1440],
  ])('starts the current window after one %s', (_when, old) => {
    const seen = state({ window: old, refused: limit - 1, strikes: 3, blockedUntil: old - 1 })
    expect(decide(seen)).toEqual({ kind: 'begin' })
  })

  test('starts the current window after one of a clock that was far ahead, without its block', () => {
    const seen = state({ window: window + 500, refused: limit, strikes: 3, blockedUntil: window + 500 })
    expect(decide(seen)).toEqual({
      kind: 'reopen',
      seen,
      state: state({ admitted: 1, strikes: 4, blockedUntil: window }),
    })
  })

  test.each([
    ['this window', window],
    ['the window that another clock has begun', window + 1],
  ])('is counted in %s if the limit allows it', (_which, present) => {
    expect(decide(state({ window: present, admitted: limit - 1 }))).toEqual({ kind: 'count' })
  })

  test('is counted after a change to a larger plan', () => {
    expect(decideRate(state(), { window, limit: limit + 1 })).toEqual({ kind: 'count' })
  })

  test('is rejected if the window is full, and counted as excess', () => {
    expect(decide(state())).toEqual({ kind: 'tally', seen: state() })
    expect(toOpening(state({ refused: 1 }), limit)).toBe(window + 1)
  })
})

describe('excess', () => {
  const minutesLater = (minutes: number, seen: RateState) =>
    decideRate(seen, { window: window + minutes, limit })

  test('is tolerated up to the number of requests that the plan allows in a minute', () => {
    const seen = state({ refused: limit - 1, strikes: 1, blockedUntil: window })
    expect(decide(seen).kind).toBe('tally')
    expect(minutesLater(1, seen)).toEqual({ kind: 'begin' })
  })

  test('beyond that needs no further write', () => {
    expect(decide(state({ refused: limit }))).toEqual({ kind: 'refuse', until: window + 1 })
  })

  test('blocks the rest of its minute the first time, and is recorded', () => {
    expect(minutesLater(1, state({ refused: limit }))).toMatchObject({
      kind: 'reopen',
      state: { window: window + 1, refused: 0, strikes: 1, blockedUntil: window + 1 },
    })
  })

  test.each([
    [2, 1],
    [3, 2],
    [4, 4],
    [5, 8],
    [6, 15],
    [7, 15],
    [1000, 15],
  ])('strike %i blocks for %i more minutes', (strikes, minutes) => {
    const seen = state({ refused: limit, strikes: strikes - 1, blockedUntil: window })
    const until = window + 1 + minutes
    expect(toOpening(seen, limit)).toBe(until)
    for (const minute of [0, 1, minutes])
      expect(minutesLater(minute, seen)).toEqual({ kind: 'refuse', until })
    expect(minutesLater(minutes + 1, seen)).toMatchObject({
      kind: 'reopen',
      state: { strikes, blockedUntil: until },
    })
  })

  test.each([
    [14, 6],
    [15, 1],
  ])('%i minutes after the last block is strike %i', (minutes, strikes) => {
    const seen = state({ refused: limit, strikes: 5, blockedUntil: window - minutes })
    expect(minutesLater(60, seen)).toMatchObject({ kind: 'reopen', state: { strikes } })
  })
})

describe('the rate of a response', () => {
  const start = window * windowMs

  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
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
    ['the account is blocked', state({ refused: limit, strikes: 3, blockedUntil: window }), 0, 5],
    ['a block of the past is over', state({ window: window - 9, refused: limit }), limit, 1],
  ])('without a further request, where %s', (_title, seen, remaining, windows) => {
    expect(toConcurrency(seen, limit, start + 5000)).toEqual({
      limit,
      remaining,
      reset: ((window + windows) * windowMs) / 1000,
    })
  })
})

test.each([0, 1, 2, 9])('a client that waits for Retry-After after strike %i is admitted', (strikes) => {
  const seen = state({ refused: limit, strikes, blockedUntil: window })
  const atMs = window * windowMs + 12_345
  const { retryAfterSeconds = 0 } = toRefusal(toOpening(seen, limit), limit, atMs)
  const later = toWindow(atMs + retryAfterSeconds * 1000)
  expect(decideRate(seen, { window: later, limit }).kind).toBe('reopen')
  expect(decideRate(seen, { window: later - 1, limit }).kind).toBe('refuse')
})
