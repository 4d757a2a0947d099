import { describe, expect, test } from 'vitest'
import type { ScrollScenario } from '../../../lib/core/render-plan.ts'
import { bottomAtMs, scrollOffset } from '../../../lib/core/scroll-scenario.ts'

const scenario = (overrides: Partial<ScrollScenario> = {}): ScrollScenario => ({
  byAmount: 1000,
  byDurationMs: 1500,
  byDelayMs: 500,
  back: true,
  backDelayMs: 800,
  easing: 'linear',
  ...overrides,
})

/** Two whole steps and one of 500 px: the bottom is reached at 3 × 1500 + 2 × 500 = 5500 ms. */
const distance = 2500

describe('step by step to the bottom and back', () => {
  test.each([
    ['it begins at the top', 0, 0],
    ['half of the first step', 750, 500],
    ['the end of the first step', 1500, 1000],
    ['the pause after it', 1999, 1000],
    ['the second step begins', 2000, 1000],
    ['half of the second step', 2750, 1500],
    ['the second pause', 3700, 2000],
    ['half of the last, shorter step', 4750, 2250],
    ['the bottom', 5500, 2500],
    ['the pause at the bottom', 6299, 2500],
    ['half of the way back', 7050, 1250],
    ['back at the top', 7800, 0],
    ['it stays there', 30_000, 0],
  ])('%s', (_name, timeMs, expected) => {
    expect(scrollOffset(scenario(), distance, timeMs)).toBeCloseTo(expected, 9)
  })
})

test('without the way back it stays at the bottom', () => {
  expect(scrollOffset(scenario({ back: false }), distance, 30_000)).toBe(distance)
})

test('each step and the way back follow the easing', () => {
  const eased = scenario({ easing: 'ease_in_quad' })
  expect(scrollOffset(eased, distance, 750)).toBeCloseTo(250, 9)
  expect(scrollOffset(eased, distance, 2750)).toBeCloseTo(1250, 9)
  expect(scrollOffset(eased, distance, 7050)).toBeCloseTo(1875, 9)
})

test('steps without duration are jumps', () => {
  const jumping = scenario({ byDurationMs: 0, backDelayMs: 0 })
  expect(scrollOffset(jumping, distance, 0)).toBe(1000)
  expect(scrollOffset(jumping, distance, 500)).toBe(2000)
  expect(scrollOffset(jumping, distance, 1000)).toBe(0)
})

test('steps without duration and delay are at the bottom at once', () => {
  expect(scrollOffset(scenario({ byDurationMs: 0, byDelayMs: 0 }), distance, 0)).toBe(distance)
})

test.each([
  ['a page that does not scroll', 1000, 0],
  ['a step of nothing', 0, distance],
])('%s stays at the top', (_name, byAmount, pageDistance) => {
  expect(scrollOffset(scenario({ byAmount }), pageDistance, 3000)).toBe(0)
})

test.each([
  ['two steps and a half', scenario(), 2500, 5500],
  ['one step exactly', scenario(), 1000, 1500],
  ['nothing to scroll', scenario(), 0, 0],
  ['a camera that does not move', scenario({ byAmount: 0 }), 2500, Number.POSITIVE_INFINITY],
])('the bottom of %s', (_name, options, pageDistance, expected) => {
  expect(bottomAtMs(options, pageDistance)).toBe(expected)
})
