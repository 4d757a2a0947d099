import type { ScrollScenario } from '../../core/render-plan.ts'
import { bottomAtMs, scrollOffset } from '../../core/scroll-scenario.ts'
import { findScroller } from '../in-page/find-scroller.ts'
import { scrollFilmTo } from '../in-page/scroll-film-to.ts'
import type { World } from '../world.ts'

/** Moves the page to where the scenario has it at a time of the film. */
export type ScrollTo = (timeMs: number) => Promise<void>

/** A page that grows while it is scrolled is followed until its end is reached once. */
export const startScroll = async (world: World, scenario: ScrollScenario | undefined): Promise<ScrollTo> => {
  if (!scenario) return async () => undefined
  await world.call(findScroller)
  let distance = await world.call(scrollFilmTo, 0)
  return async (timeMs) => {
    const isOnTheWay = timeMs < bottomAtMs(scenario, distance)
    const reachable = await world.call(scrollFilmTo, scrollOffset(scenario, distance, timeMs))
    if (isOnTheWay) distance = reachable
  }
}
