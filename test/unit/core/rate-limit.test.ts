import { describe, expect, test } from 'vitest'
import {
  decideRate,
  type RateState,
  toAdmission,
  toConcurrency,
  toRefusal,
  toWindow,
  windowMs,
} from '../../../lib/core/rate-limit.ts'

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

describe('a request that could not just be counted', () => {
  test('opens the first window of an account', () => {
    expect(decide(undefined)).toEqual({
      kind: 'open',
      seen: undefined,
      state: state({ admitted: 1 }),
    })
  })

  test.each([
    ['of a minute ago', window - 1],
    ['of yesterday', window - 1440],
    ['of a clock that was far ahead', window + 2],
  ])('opens the present window after one %s, and keeps the strikes', (_when, old) => {
    const seen = state({ window: old, refused: 30, strikes: 3, blockedUntil: window })
    expect(decide(seen)).toEqual({
      kind: 'open',
      seen,
      state: state({ admitted: 1, strikes: 3, blockedUntil: window }),
    })
  })

  test.each([
    ['this window', window],
    ['the window that another clock has begun', window + 1],
  ])('is counted in %s where there is room', (_which, present) => {
    expect(decide(state({ window: present, admitted: limit - 1 }))).toEqual({ kind: 'count' })
  })

  test('is counted after a change to a larger plan', () => {
    expect(decideRate(state(), { window, limit: limit + 1 })).toEqual({ kind: 'count' })
  })

  test('is refused until the window ends where it is full, and tallied', () => {
    expect(decide(state())).toEqual({ kind: 'tally', seen: state(), until: window + 1 })
  })

  test('is refused without a further write while a block lasts', () => {
    expect(decide(state({ window: window - 2, blockedUntil: window + 3 }))).toEqual({
      kind: 'refuse',
      until: window + 3,
    })
  })

  test('is admitted again in the minute in which the block ends', () => {
    expect(decide(state({ window: window - 2, blockedUntil: window })).kind).toBe('open')
  })
})

describe('excess', () => {
  const strikeOf = (change: Partial<RateState>) => {
    const step = decide(state({ refused: limit, ...change }))
    if (step.kind !== 'strike') throw new Error(`${step.kind} is no strike`)
    return step
  }

  test('of as many requests again as the plan allows in a minute is tolerated', () => {
    expect(decide(state({ refused: limit - 1 })).kind).toBe('tally')
    expect(decide(state({ refused: limit })).kind).toBe('strike')
  })

  test('closes the rest of its minute the first time', () => {
    expect(strikeOf({})).toMatchObject({ until: window + 1, state: { strikes: 1, blockedUntil: window + 1 } })
  })

  test.each([
    [2, 1],
    [3, 2],
    [4, 4],
    [5, 8],
    [6, 15],
    [7, 15],
    [1000, 15],
  ])('the %ith time blocks for %i minutes beyond it', (strikes, minutes) => {
    const step = strikeOf({ strikes: strikes - 1, blockedUntil: window })
    expect(step.state).toMatchObject({ strikes, blockedUntil: window + 1 + minutes })
    expect(step.until).toBe(window + 1 + minutes)
  })

  test('is forgiven after a quarter of an hour without', () => {
    expect(strikeOf({ strikes: 5, blockedUntil: window - 14 }).state.strikes).toBe(6)
    expect(strikeOf({ strikes: 5, blockedUntil: window - 15 }).state.strikes).toBe(1)
  })
})

describe('the answer', () => {
  const start = window * windowMs

  test.each([
    [0, 60],
    [1, 60],
    [999, 60],
    [1000, 59],
    [59_000, 1],
    [59_999, 1],
  ])('%i ms into a window says %i s until the next', (intoMs, seconds) => {
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

  test('never counts below nothing', () => {
    expect(toAdmission({ window, admitted: 12 }, limit, start).remaining).toBe(0)
  })

  test.each([
    ['nothing is stored', undefined, limit, 1],
    ['the last window is over', state({ window: window - 1 }), limit, 1],
    ['the window has room', state({ admitted: 3 }), 7, 1],
    ['the window is full', state(), 0, 1],
    ['the account is blocked', state({ blockedUntil: window + 5 }), 0, 5],
  ])('without a further request, where %s', (_title, seen, remaining, windows) => {
    expect(toConcurrency(seen, limit, start + 5000)).toEqual({
      limit,
      remaining,
      reset: ((window + windows) * windowMs) / 1000,
    })
  })
})

test('whoever waits as long as Retry-After says is admitted', () => {
  let seen: RateState | undefined = state({ refused: limit, strikes: 3, blockedUntil: window })
  const atMs = window * windowMs + 12_345
  const step = decide(seen)
  if (step.kind !== 'strike') throw new Error(`${step.kind} is no strike`)
  seen = step.state
  const { retryAfterSeconds = 0 } = toRefusal(step.until, limit, atMs)
  const later = toWindow(atMs + retryAfterSeconds * 1000)
  expect(decideRate(seen, { window: later, limit }).kind).toBe('open')
  expect(decideRate(seen, { window: later - 1, limit }).kind).toBe('refuse')
})
