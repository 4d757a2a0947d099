import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import type { ScrollerSize } from '../../in-page/scroller.ts'
import { noteCutFrame } from '../../page/note-cut-frame.ts'
import { imagesWithin } from '../../page/settle.ts'
import { awaitResponse, frameWaitMs } from '../../page/time-limits.ts'
import { awaitStill, spareMs } from './await-still.ts'
import type { CaptureContext } from './capture-context.ts'
import { findScrollStart } from './scroll-start.ts'
import { scrollThrough } from './scroll-through.ts'

/** How often the scroller is expanded again because its content changed, for example in a virtual list. */
const expansionsMax = 4

/**
 * Prepares the whole document for one capture: scrolls through it if requested and back to the top, loads lazy images, and makes an
 * inner scroller as tall as its content. The viewport keeps its size, and so do 100vh sections. Returns the area of the document in
 * CSS pixels, cut at `full_page_max_height`.
 */
export const expandPage = async (context: CaptureContext): Promise<Rectangle> => {
  const { world, plan, report } = context
  const cutAt = await scrollThrough(context)
  // Calls that need no result of the one before are sent together, and run in this order.
  const [, , loaded] = await awaitResponse(
    context,
    Promise.all([
      world.call('releaseScrollLock'),
      world.call('findScroller'),
      loadLazy(context),
      world.call('scrollToTop'),
      noteCutFrame(context),
    ]),
  )
  await expandInnerScroller(context)
  if (plan.fullPageScroll) await awaitStill(context)
  if (plan.fullPageScroll || loaded > 0) await imagesOf(context)
  const [{ height: fullHeight }, isUnfilled] = await awaitResponse(
    context,
    Promise.all([world.call('measureDocument'), plan.scriptsDisabled && world.call('endsEmpty')]),
  )
  if (isUnfilled) noteIncomplete(report, 'list', 'not_drawn')
  const wanted = Math.min(fullHeight, plan.fullPageMaxHeight ?? fullHeight, cutAt ?? fullHeight)
  const [[{ width, isCut }], start] = await Promise.all([
    awaitResponse(context, releasePositions(context, wanted)),
    findScrollStart(context),
  ])
  report.fullHeight = fullHeight
  return { x: isCut ? 0 : start.x, y: start.y, width, height: wanted }
}

/** The page is at its top, and its elements are laid out as the image shows them. Returns the size of the document after that. */
const releasePositions = ({ world }: CaptureContext, height: number) => {
  const done = Promise.all([
    world.call('findUncovered', height),
    world.call('releaseUncovered'),
    world.call('rememberFront'),
    world.call('spreadBackdrops', height),
    world.call('spreadPseudoBackdrops', height),
    world.call('releaseSticky'),
    world.call('findAnchored'),
    world.call('releaseFixed', height),
  ])
  return Promise.all([world.call('measureDocument'), done])
}

/** Without the scripts of the page, ours have no timers, so the limit is ours as well. */
const loadLazy = async (context: CaptureContext): Promise<number> => {
  const capMs = Math.min(limitsMs.settle.frames, spareMs(context))
  const loaded = await until(
    context.world.call('loadLazyContent', capMs),
    capMs + limitsMs.page.response,
    context.signal,
  )
  return loaded ?? 1
}

/**
 * Makes an inner scroller as tall as its content. Virtual lists fill the new space. Sections whose size follows the
 * scroller, by style sheet or by script, would grow with it without end, so the scroller then keeps its inner size.
 */
export const expandInnerScroller = async (context: CaptureContext): Promise<void> => {
  const { world } = context
  const expand = ({ growth, isBordered }: Expansion) =>
    awaitResponse(context, world.call('expandScroller', growth, isBordered))
  let expansion: Expansion = { growth: 0, isBordered: false }
  const [, initial] = await awaitResponse(
    context,
    Promise.all([world.call('rememberLayout'), world.call('measureScroller')]),
  )
  for (let round = 0; round < expansionsMax; round++) {
    const size = round === 0 ? initial : await awaitResponse(context, world.call('measureScroller'))
    const next = fitExpansion(expansion, size)
    if (next.growth === expansion.growth && next.isBordered === expansion.isBordered) return
    expansion = next
    if ((await expand(expansion)) > size.contentHeight + 1 && !expansion.isBordered) {
      expansion.isBordered = true
      await expand(expansion)
    }
    await nextFrame(context)
  }
}

interface Expansion {
  growth: number
  isBordered: boolean
}

const fitExpansion = (
  { growth, isBordered }: Expansion,
  { contentHeight, shownHeight, hasFullHeightSection }: ScrollerSize,
): Expansion => {
  const hidden = contentHeight - shownHeight
  if (isBordered) return { growth: hidden, isBordered }
  // A script has made a section as tall as the expanded scroller, and would again.
  if (growth > 0 && hasFullHeightSection) return { growth, isBordered: true }
  return { growth: growth + hidden, isBordered }
}

const nextFrame = (context: CaptureContext) =>
  until(context.frames.draw(), frameWaitMs(spareMs(context)), context.signal)

const imagesOf = async (context: CaptureContext) => {
  const { report } = context
  const images = await imagesWithin(context, true, Math.min(limitsMs.settle.lazyImages, spareMs(context)))
  if (images) report.images = { awaited: report.images.awaited + images.awaited, missing: images.missing }
}
