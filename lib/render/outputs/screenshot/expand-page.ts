import { limitsMs } from '../../../core/plan/budgets.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { noteIncomplete } from '../../../core/telemetry/render-report.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { loadLazyContent } from '../../page/load-lazy.ts'
import { noteCutFrame } from '../../page/note-cut-frame.ts'
import { awaitImages } from '../../page/ready.ts'
import { awaitResponse, frameWaitMs } from '../../page/time-limits.ts'
import type { CaptureContext } from './capture-context.ts'
import { awaitScrolled, spareMs } from './page-rest.ts'
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
  const lazyMs = Math.min(limitsMs.ready.frames, spareMs(context))
  const [, hasLazy] = await awaitResponse(
    context,
    Promise.all([world.call('openFullPage'), loadLazyContent(context, false, lazyMs), noteCutFrame(context)]),
  )
  await expandInnerScroller(context)
  if (plan.fullPageScroll) await awaitScrolled(context)
  if (plan.fullPageScroll || hasLazy)
    await awaitImages(context, 'page', Math.min(limitsMs.ready.lazyImages, spareMs(context)))
  const limits = [plan.fullPageMaxHeight, cutAt].filter((height) => height !== undefined)
  const heightMax = limits.length > 0 ? Math.min(...limits) : undefined
  const [{ width, height, isCut, fullHeight, endsEmpty }, start] = await Promise.all([
    awaitResponse(context, world.call('layOutFullPage', heightMax, plan.fullPageScroll !== undefined)),
    findScrollStart(context),
  ])
  if (endsEmpty) noteIncomplete(report, 'list', 'not_drawn')
  report.fullHeight = fullHeight
  return { x: isCut ? 0 : start.x, y: start.y, width, height }
}

/** Makes the inner scroller, or the one around an element, as tall as its content, which takes a frame after each change. */
export const expandInnerScroller = async (context: CaptureContext, around?: string): Promise<void> => {
  for (let round = 0; round < expansionsMax; round++) {
    const grown = context.world.call('growScroller', round === 0, round === 0 ? around : undefined)
    if (!(await awaitResponse(context, grown))) return
    await nextFrame(context)
  }
}

const nextFrame = (context: CaptureContext) =>
  bestEffort(context.frames.draw(), frameWaitMs(spareMs(context)), context.signal)
