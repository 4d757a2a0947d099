import { easings } from './easing.ts'
import type { ScrollScenario } from './render-plan.ts'

/**
 * Where the camera stands at a time of the film, in CSS pixels from the top: down to `distance` step by step, the last step as
 * long as what is left, then back to the top in one movement that takes as long as a step.
 *
 * @param distance how far the page can be scrolled
 */
export const scrollOffset = (scenario: ScrollScenario, distance: number, timeMs: number): number => {
  if (distance <= 0 || scenario.byAmount <= 0) return 0
  const bottomMs = bottomAtMs(scenario, distance)
  if (timeMs < bottomMs) return offsetOnTheWayDown(scenario, distance, timeMs)
  const backMs = bottomMs + scenario.backDelayMs
  if (!scenario.back || timeMs < backMs) return distance
  return distance * (1 - progress(scenario, timeMs - backMs))
}

/** When the bottom is reached; never for a camera that does not move. */
export const bottomAtMs = (
  { byAmount, byDurationMs, byDelayMs }: ScrollScenario,
  distance: number,
): number => {
  if (byAmount <= 0) return Number.POSITIVE_INFINITY
  const steps = Math.ceil(distance / byAmount)
  return steps <= 0 ? 0 : steps * byDurationMs + (steps - 1) * byDelayMs
}

const offsetOnTheWayDown = (scenario: ScrollScenario, distance: number, timeMs: number) => {
  const { byAmount, byDurationMs, byDelayMs } = scenario
  const step = Math.floor(timeMs / (byDurationMs + byDelayMs))
  const from = Math.min(distance, step * byAmount)
  const to = Math.min(distance, from + byAmount)
  return from + (to - from) * progress(scenario, timeMs - step * (byDurationMs + byDelayMs))
}

const progress = ({ byDurationMs, easing }: ScrollScenario, elapsedMs: number) =>
  elapsedMs >= byDurationMs ? 1 : easings[easing](elapsedMs / byDurationMs)
