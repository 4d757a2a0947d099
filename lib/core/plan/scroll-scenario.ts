import { easings } from './easing.ts'
import type { ScrollScenario } from './render-plan.ts'

/** How far a page can be scrolled, in CSS pixels. */
interface ScrollRange {
  /** When the video began. The camera's speed comes from it, so it follows a growing page without a jump. */
  initial: number
  now: number
}

/**
 * Returns the camera's position at a time of the video, in CSS pixels from the top. It goes down step by step, where each step takes
 * its share of `byDurationMs` by its distance. The way back is one movement that takes `byDurationMs`, or what is left of
 * the video if that is less.
 */
export const scrollOffset = (scenario: ScrollScenario, range: ScrollRange, timeMs: number): number => {
  const { byDurationMs, backDelayMs, lastFrameMs, easing } = scenario
  if (range.now <= 0 || scenario.byAmount <= 0) return 0
  const bottomMs = bottomAtMs(scenario, range)
  if (timeMs < bottomMs) return offsetOnTheWayDown(scenario, range, timeMs)
  const backMs = bottomMs + backDelayMs
  if (!scenario.back || timeMs < backMs) return range.now
  const durationMs = Math.min(byDurationMs, Math.max(0, lastFrameMs - backMs))
  return range.now * (1 - progress(easing, timeMs - backMs, durationMs))
}

/** Returns when the bottom is reached, which is never if the camera does not move. */
export const bottomAtMs = (scenario: ScrollScenario, range: ScrollRange): number => {
  const { byAmount, byDelayMs } = scenario
  if (byAmount <= 0) return Number.POSITIVE_INFINITY
  if (range.now <= 0) return 0
  const pauses = Math.ceil(range.now / byAmount) - 1
  return range.now * msPerPixel(scenario, range) + pauses * byDelayMs
}

const offsetOnTheWayDown = (scenario: ScrollScenario, range: ScrollRange, timeMs: number) => {
  const { byAmount, byDelayMs, easing } = scenario
  const pixelMs = msPerPixel(scenario, range)
  const periodMs = byAmount * pixelMs + byDelayMs
  const step = Math.floor(timeMs / periodMs)
  const from = Math.min(range.now, step * byAmount)
  const to = Math.min(range.now, from + byAmount)
  return from + (to - from) * progress(easing, timeMs - step * periodMs, (to - from) * pixelMs)
}

const msPerPixel = ({ byDurationMs }: ScrollScenario, { initial, now }: ScrollRange) =>
  byDurationMs / (initial > 0 ? initial : now)

const progress = (easing: ScrollScenario['easing'], elapsedMs: number, durationMs: number) =>
  elapsedMs >= durationMs ? 1 : easings[easing](elapsedMs / durationMs)
