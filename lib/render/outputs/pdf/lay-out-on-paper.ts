import type { Protocol } from 'puppeteer-core'
import type { Pages } from '../../in-page/phases/paper.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { awaitResponse, frameWaitMs, remainingMs } from '../../page/time-limits.ts'
import { outOfSight, toDeviceMetrics } from '../../steps/set-viewport.ts'
import { contentArea, type PrintContext } from './print-context.ts'
import { hasPage } from './print-stream.ts'

/** A list that draws only what is in view learns its new size in one frame and fills it in the next. */
const framesAfter = 2

/** Lets inner scrollers grow with their content, as far as that shows more and nothing less. */
export const unrollOnPaper = async (context: PrintContext): Promise<void> => {
  const { world, plan, frames, signal } = context
  const paper = contentArea(plan)
  if ((await awaitResponse(context, world.call('findCutOnPaper', paper))) === 0) return
  const unroll = (isFirst: boolean) => {
    const call = () => world.call('unrollForPaper', paper.height, isFirst)
    // The viewport of one page has the width of the paper.
    return awaitResponse(context, plan.onePage ? call() : inViewport(context, paper, call))
  }
  for (let isFirst = true; await unroll(isFirst); isFirst = false)
    for (let frame = 0; frame < framesAfter; frame++)
      await bestEffort(frames.draw(), frameWaitMs(remainingMs(context)), signal)
}

/** A document of so many pages on the screen has more than one on paper, which is narrower and shrinks content to two thirds at most. */
const severalPages = 3

/** Prints fixed elements once, unless the document has only one page. */
export const releaseFixed = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
  { fixed, height }: Pages,
): Promise<void> => {
  if (fixed === 0) return
  const { world, plan } = context
  const hasSeveral = !plan.preferCssPageSize && height > severalPages * contentArea(plan).height
  if (!(hasSeveral || (await hasPage(context, request, 2)))) return
  await awaitResponse(context, world.call('releaseFixedOnPaper'))
}

/** Lets what scrolls sideways fit on the paper, which has no scrollbars. */
export const fitWideOnPaper = async (context: PrintContext, { sideways }: Pages): Promise<void> => {
  if (sideways === 0) return
  const { world, plan } = context
  const { width, height } = contentArea(plan)
  const viewport = { width, height: plan.viewport.height }
  await awaitResponse(
    context,
    inViewport(context, viewport, () => world.call('fitWidth', height, false)),
  )
}

/** Runs work while the viewport has another size. No frame is drawn meanwhile, so the page does not notice. */
const inViewport = <T>(
  { plan, frames, cdp }: PrintContext,
  size: { width: number; height: number },
  work: () => Promise<T>,
): Promise<T> => {
  const setSize = (viewport: { width: number; height: number }) =>
    cdp.send(
      'Emulation.setDeviceMetricsOverride',
      outOfSight({ ...toDeviceMetrics(plan.viewport), ...viewport }),
    )
  return frames.between(async () => {
    await setSize({
      width: Math.max(1, Math.floor(size.width)),
      height: Math.max(1, Math.floor(size.height)),
    })
    const result = await work()
    await setSize({ width: plan.viewport.width, height: plan.viewport.height })
    return result
  })
}
