import { describe, expect, test } from 'vitest'
import type { ScrollScenario } from '../../../../lib/core/plan/render-plan.ts'
import { bottomAtMs, scrollOffset } from '../../../../lib/core/plan/scroll-scenario.ts'

const scenario = (overrides: Partial<ScrollScenario> = {}): ScrollScenario => ({
  byAmount: 1000,
  byDurationMs: 1500,
  byDelayMs: 500,
  back: true,
  backDelayMs: 800,
  easing: 'linear',
  lastFrameMs: 30_000,
  ...overrides,
})

const still = (distance: number) => ({ initial: distance, now: distance })

/** Two whole steps of 600 ms and one of 500 px in 300 ms: the bottom is reached at 1500 + 2 * 500 = 2500 ms. */
const range = still(2500)

test.each([
  ['it begins at the top', 0, 0],
  ['half of the first step', 300, 500],
  ['the end of the first step', 600, 1000],
  ['the second step begins', 1100, 1000],
  ['half of the second step', 1400, 1500],
  ['half of the last, shorter step', 2350, 2250],
  ['the bottom', 2500, 2500],
  ['the pause at the bottom', 3299, 2500],
  ['half of the way back', 4050, 1250],
  ['back at the top', 4800, 0],
  ['it stays there', 30_000, 0],
])('a scroll step by step to the bottom and back: %s', (_name, timeMs, expected) => {
  expect(scrollOffset(scenario(), range, timeMs)).toBeCloseTo(expected, 9)
})

describe('with the defaults and a video of 5 seconds', () => {
  const lastFrameMs = 5000 - 1000 / 30

  test.each([
    ['5,000 px to scroll', 5000, 1500 + 4 * 500],
    ['a page of 5,000 px in a viewport of 1,080', 3920, 1500 + 3 * 500],
  ])(
    '%s: at the bottom after all steps and pauses, at the top with the last frame',
    (_name, distance, bottomMs) => {
      const video = scenario({ lastFrameMs })
      expect(bottomAtMs(video, still(distance))).toBeCloseTo(bottomMs, 9)
      expect(scrollOffset(video, still(distance), bottomMs)).toBeCloseTo(distance, 9)
      expect(scrollOffset(video, still(distance), bottomMs + 799)).toBe(distance)
      expect(scrollOffset(video, still(distance), bottomMs + 900)).toBeLessThan(distance)
      expect(scrollOffset(video, still(distance), lastFrameMs)).toBe(0)
    },
  )
})

test('a page that grows is followed at the same speed, without a jump', () => {
  const before = scrollOffset(scenario(), range, 2400)
  const after = scrollOffset(scenario(), { initial: 2500, now: 5000 }, 2400)
  expect(before).toBeCloseTo(2000 + 1000 / 3, 9)
  expect(after).toBeCloseTo(before, 9)
  expect(bottomAtMs(scenario(), { initial: 2500, now: 5000 })).toBe(3000 + 4 * 500)
})

test('a page that could not be scrolled at first uses the speed of its present height', () => {
  expect(bottomAtMs(scenario(), { initial: 0, now: 2500 })).toBe(2500)
})

test('without scrolling back it stays at the bottom', () => {
  expect(scrollOffset(scenario({ back: false }), range, 30_000)).toBe(2500)
})

test('each step and the scroll back follow the easing', () => {
  const eased = scenario({ easing: 'ease_in_quad' })
  expect(scrollOffset(eased, range, 300)).toBeCloseTo(250, 9)
  expect(scrollOffset(eased, range, 1400)).toBeCloseTo(1250, 9)
  expect(scrollOffset(eased, range, 4050)).toBeCloseTo(1875, 9)
})

test('steps without duration are jumps', () => {
  const jumping = scenario({ byDurationMs: 0, backDelayMs: 0 })
  expect(scrollOffset(jumping, range, 0)).toBe(1000)
  expect(scrollOffset(jumping, range, 500)).toBe(2000)
  expect(scrollOffset(jumping, range, 1000)).toBe(0)
})

test.each([
  ['a page that does not scroll', 1000, 0],
  ['a step of nothing', 0, 2500],
])('%s stays at the top', (_name, byAmount, distance) => {
  expect(scrollOffset(scenario({ byAmount }), still(distance), 3000)).toBe(0)
})

test.each([
  ['one step exactly', scenario(), 1000, 1500],
  ['nothing to scroll', scenario(), 0, 0],
  ['a camera that does not move', scenario({ byAmount: 0 }), 2500, Number.POSITIVE_INFINITY],
])('the bottom of %s', (_name, options, distance, expected) => {
  expect(bottomAtMs(options, still(distance))).toBe(expected)
})
