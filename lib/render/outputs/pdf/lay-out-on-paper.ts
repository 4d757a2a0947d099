import type { Protocol } from 'puppeteer-core'
import type { Pages } from '../../in-page/phases/paper.ts'
import { bestEffort } from '../../page/best-effort.ts'
import { awaitResponse, frameWaitMs, remainingMs } from '../../page/time-limits.ts'
import { outOfSight, toDeviceMetrics } from '../../steps/set-viewport.ts'
import { contentArea, type PrintContext } from './print-context.ts'
import { hasPage } from './print-stream.ts'

/** A list that draws only what is in view learns its new size in one frame and fills it in the next. */
const framesAfter = 2

/** Lets inner scrollers grow with their content. */
export const unrollOnPaper = async (context: PrintContext): Promise<void> => {
  const { world, plan, frames, signal } = context
  if ((await awaitResponse(context, world.call('unrollForPaper', contentArea(plan)))) === 0) return
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
  const { world, plan, frames, cdp } = context
  const paper = contentArea(plan)
  const setWidth = (width: number) =>
    cdp.send('Emulation.setDeviceMetricsOverride', outOfSight({ ...toDeviceMetrics(plan.viewport), width }))
  // No frame is drawn meanwhile, so the page does not notice.
  const fitted = frames.between(async () => {
    await setWidth(Math.max(1, Math.floor(paper.width)))
    await world.call('fitWidth', paper.height, false)
    await setWidth(plan.viewport.width)
  })
  await awaitResponse(context, fitted)
}
