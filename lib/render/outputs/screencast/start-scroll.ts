import type { ScrollScenario } from '../../../core/plan/render-plan.ts'
import { bottomAtMs, scrollOffset } from '../../../core/plan/scroll-scenario.ts'
import type { World } from '../../page/world.ts'

/** Scrolls the page to its position at a time of the video. */
export type ScrollTo = (timeMs: number) => Promise<void>

/**
 * Follows a page that grows while it is scrolled until its end is reached once.
 *
 * @param isLoading the page may have nothing to scroll yet. The scenario then begins when it has.
 */
export const startScroll = async (
  world: World,
  scenario: ScrollScenario | undefined,
  isLoading = false,
): Promise<ScrollTo> => {
  if (!scenario) return async () => undefined
  const scrollTo = async (to: number) =>
    (await world.call('scrollInner', { to, behavior: 'instant', isFree: true })).topMax
  const measure = async () => {
    await world.call('openScroll', false)
    return scrollTo(0)
  }
  const initial = await measure()
  const range = { initial, now: initial }
  let startMs = 0
  return async (timeMs) => {
    if (isLoading && range.initial <= 0) {
      range.initial = range.now = await measure()
      startMs = timeMs
    }
    const rest = { ...scenario, lastFrameMs: scenario.lastFrameMs - startMs }
    const isOnTheWay = timeMs - startMs < bottomAtMs(rest, range)
    const reachable = await scrollTo(scrollOffset(rest, range, timeMs - startMs))
    if (isOnTheWay) range.now = reachable
  }
}
