import { untilDeadline } from '../deadline.ts'
import { awaitImages } from '../in-page/await-images.ts'
import { awaitTransitions } from '../in-page/await-transitions.ts'
import { drawFrame } from '../in-page/draw-frame.ts'
import { findScroller } from '../in-page/find-scroller.ts'
import { measureDocument } from '../in-page/measure-document.ts'
import { releaseFixed } from '../in-page/release-fixed.ts'
import { releaseSticky } from '../in-page/release-sticky.ts'
import { unfoldPage } from '../in-page/unfold-page.ts'
import { wakeContent } from '../in-page/wake-content.ts'
import { answered, type CaptureContext, noteExpired, remainingMs } from './capture-context.ts'
import { scrollThrough } from './scroll-through.ts'

/** Images that had to be scrolled to may take this long together once they are asked for. */
const imagesMsMax = 3_000

/** What the picture itself still needs after that wait. */
const captureReserveMs = 2_500

/** Lazy frames below the window. */
const framesMsMax = 1_500

const transitionsMsMax = 600
const frameMsMax = 250

/** Content that grows because it was given room (virtual lists) is given more this often. */
const unfoldingsMax = 3

/**
 * Brings the whole document into the state that one capture can show: scrolled through where that is asked for, at its top again,
 * lazy images loaded, an inner scroller as tall as its content. The viewport keeps its size, and so do 100vh sections.
 * Gives the document's size in CSS pixels, cut at `full_page_max_height`.
 */
export const unfold = async (context: CaptureContext): Promise<{ width: number; height: number }> => {
  const { world, plan, report } = context
  const cutAt = await scrollThrough(context)
  await answered(context, world.call(findScroller))
  const woken = await answered(context, world.call(wakeContent, Math.min(framesMsMax, spareMs(context))))
  for (let round = 0; round < unfoldingsMax; round++) {
    const { isExpanded } = await answered(context, world.call(unfoldPage))
    if (!isExpanded) break
    await nextFrame(context)
  }
  if (plan.fullPageScroll) await answered(context, world.call(awaitTransitions, transitionsMsMax))
  if (plan.fullPageScroll || woken > 0) await imagesOf(context)
  const { height: fullHeight } = await answered(context, world.call(measureDocument))
  const wanted = Math.min(fullHeight, plan.fullPageMaxHeight ?? fullHeight, cutAt ?? fullHeight)
  await answered(context, world.call(releaseSticky))
  await answered(context, world.call(releaseFixed, wanted))
  const { width } = await answered(context, world.call(measureDocument))
  report.fullHeight = fullHeight
  return { width, height: wanted }
}

const spareMs = (context: CaptureContext) => Math.max(0, remainingMs(context) - captureReserveMs)

/** A busy page may draw no frame at all. */
const nextFrame = ({ world, signal }: CaptureContext) =>
  untilDeadline(world.call(drawFrame), frameMsMax, signal)

const imagesOf = async (context: CaptureContext) => {
  const { world, report } = context
  const capMs = Math.min(imagesMsMax, spareMs(context))
  const { awaited, missing, isExpired } = await answered(context, world.call(awaitImages, true, capMs))
  report.images = { awaited: report.images.awaited + awaited, missing }
  if (isExpired) noteExpired(context, 'images')
}
