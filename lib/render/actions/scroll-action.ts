import { PageTimeoutError } from '../../base/errors.ts'
import { ignore } from '../../base/timers.ts'
import { limitsMs } from '../../core/plan/budgets.ts'
import { growingHeightMax } from '../../core/plan/scroll-pace.ts'
import type { Action } from '../../schema/fields/actions.ts'
import { awaitRest } from '../page/rest.ts'
import { aim } from './click.ts'
import { ask } from './poll.ts'
import type { Stage } from './stage.ts'

/** Between two readings of a page that scrolls: longer than a frame. */
const readMs = 20

/** A smooth movement starts with a later frame. */
const readings = 3

/** After each screen on the way to the end. */
const screenMs = 100

/** Scrolls to a position, by a distance, to an element or to the end, and waits until the page is at rest. */
export const scroll = async (
  stage: Stage,
  { to, by = 0, selector }: Extract<Action, { action: 'scroll' }>,
  label: string,
): Promise<void> => {
  if (selector !== undefined)
    return void (await aim(stage, { selector, label, excludesHidden: true, block: 'center' }))
  const { screenful } = await ask(stage, label, stage.context.world.call('openScroll', false))
  await (to === 'end' ? scrollToEnd(stage, screenful, label) : move(stage, to, by, label))
}

/** Returns the position, in CSS pixels. */
const move = async (stage: Stage, to: number | undefined, by: number, label: string): Promise<number> => {
  const { world } = stage.context
  const behavior = stage.isShown ? 'smooth' : 'instant'
  const scrolled = await ask(stage, label, world.call('scrollInner', { to, by, behavior }))
  if (!stage.isShown) return scrolled.top
  const atRest = await awaitRest(
    {
      read: () => ask(stage, label, world.call('scrollInner', { behavior })),
      isSame: (next, before) => next.top === before.top,
      pause: () => stage.pause(readMs),
      readings,
      isOver: () => stage.leftMs() <= 0,
      // The next action fails, because no time is left.
      expired: ignore,
    },
    scrolled,
  )
  return atRest.top
}

/** Goes on where new content makes the page longer. A page without end is left where it is as long as one that is scrolled for an image. */
const scrollToEnd = async (stage: Stage, screenful: number, label: string) => {
  const { world, network } = stage.context
  const leftMs = stage.leftMs()
  const scrollTo = async (top: number) => {
    const imagesMs = Math.min(limitsMs.scroll.images, Math.max(0, stage.leftMs()))
    const scrolled = await stage.until(
      world.call('scrollStep', top, screenMs, imagesMs, 'nothing'),
      stage.leftMs(),
    )
    if (scrolled) return scrolled.value
    throw new PageTimeoutError(
      `${label}: the end of the page was not reached within the ${(leftMs / 1000).toFixed(1)} s that were left of \`${stage.limitedBy}\`.`,
    )
  }
  let top = await move(stage, undefined, 0, label)
  let seen = await scrollTo(top)
  for (const topMax = Math.max(seen.height, growingHeightMax); top < topMax; top += screenful) {
    if (seen.isAtEnd) {
      // What has come into view may load more.
      await stage.until(network.idle(0), Math.min(limitsMs.scroll.more, stage.leftMs()))
      if ((await scrollTo(top)).isAtEnd) return
    }
    if (stage.isShown) await move(stage, undefined, screenful, label)
    seen = await scrollTo(top + screenful)
  }
}
