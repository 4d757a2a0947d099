import type { ScrollScenario } from '../../core/plan/render-plan.ts'
import { bottomAtMs, scrollOffset } from '../../core/plan/scroll-scenario.ts'
import { scrollVideoTo } from '../in-page/scroll.ts'
import { findScroller } from '../in-page/scroller.ts'
import type { World } from '../page/world.ts'

/** Scrolls the page to its position at a time of the video. */
export type ScrollTo = (timeMs: number) => Promise<void>

/** Follows a page that grows while it is scrolled until its end is reached once. */
export const startScroll = async (world: World, scenario: ScrollScenario | undefined): Promise<ScrollTo> => {
  if (!scenario) return async () => undefined
  await world.call(findScroller)
  const initial = await world.call(scrollVideoTo, 0)
  const range = { initial, now: initial }
  return async (timeMs) => {
    const isOnTheWay = timeMs < bottomAtMs(scenario, range)
    const reachable = await world.call(scrollVideoTo, scrollOffset(scenario, range, timeMs))
    if (isOnTheWay) range.now = reachable
  }
}
