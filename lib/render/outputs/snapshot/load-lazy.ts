import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { PdfPlan, RenderPlan } from '../../../core/plan/render-plan.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { loadLazyContent } from '../../page/load-lazy.ts'
import { imagesWithin } from '../../page/settle.ts'
import { setMedia } from '../../steps/emulation.ts'
import type { OutputContext } from './output-context.ts'

/**
 * Loads what full pages and PDFs show beyond the viewport and the screen, because a page that is held loads nothing. `undo`
 * undoes what this changes. Best effort.
 */
export const loadLazy = async (context: OutputContext, plan: RenderPlan): Promise<void> => {
  const { fullPage, pdf } = context.outputs
  if ((fullPage || pdf) && (await loadLazyContent(context.steps, true)))
    await imagesWithin(context.steps, true, limitsMs.settle.lazyImages)
  if (pdf?.media === 'print') await loadPrintImages(context, plan, pdf)
}

/** Loads the images of print styles. No frame is drawn meanwhile, and so no script of the page sees the other media type. */
const loadPrintImages = async (
  { session, steps: { world, report }, signal }: OutputContext,
  screen: RenderPlan,
  pdf: PdfPlan,
) => {
  if (await until(world.call('lacksPrintStyles'), limitsMs.page.response, signal)) return
  const loading = session.frames.between(async () => {
    await setMedia(session, pdf)
    const images = await until(world.call('awaitFurtherImages', true), limitsMs.settle.printImages, signal)
    await setMedia(session, screen)
    return images
  })
  const loaded = await until(loading, limitsMs.settle.printImages + limitsMs.page.response, signal)
  if (loaded === undefined || loaded.isExpired) noteExpired(report, 'images')
}
