import { describe, expect, test } from 'vitest'
import { limitsMs, splitBudget } from '../../../../lib/core/plan/budgets.ts'

const startMs = 1_000_000
const budget = splitBudget({ startMs, timeoutMs: 10_000, delayMs: 2_000 })

describe('the time of one render', () => {
  test('ends before timeout + delay + grace, so the response is sent by then', () => {
    expect(budget.endsMs).toBeLessThan(startMs + 10_000 + 2_000 + limitsMs.reserve.grace)
    expect(budget.endsMs).toBeGreaterThan(startMs + 10_000 + 2_000 + 3_500)
  })

  test.each([
    ['a page that opens immediately has the whole timeout', 0, 0, 10_000],
    ['launching the browser does not eat the timeout', 1_500, 1_500, 10_000],
    ['the time since the page opened is deducted', 0, 4_000, 6_000],
    ['past the timeout nothing is left', 0, 10_500, 0],
    ['a launch longer than the grace shortens the timeout instead of the promise', 6_000, 6_000, 7_800],
  ])('%s', (_name, openedMs, nowMs, expected) => {
    expect(budget.reachMs(startMs + openedMs, startMs + nowMs)).toBe(expected)
  })

  test.each([
    ['early, settling has its own cap', 500, 3_000],
    ['late, settling leaves time for the capture', 13_600, 200],
    ['too late, settling is skipped', 16_000, 0],
  ])('%s', (_name, nowMs, expected) => {
    expect(budget.readyMs(startMs + nowMs)).toBe(expected)
  })
})
