import { limitsMs } from '../../../core/plan/budgets.ts'
import type { PdfPlan, RenderPlan } from '../../../core/plan/render-plan.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { bestEffort, inTime } from '../../page/best-effort.ts'
import { loadLazyContent } from '../../page/load-lazy.ts'
import { awaitImages } from '../../page/ready.ts'
import { setMedia } from '../../steps/emulation.ts'
import type { OutputContext } from './output-context.ts'

/**
 * Loads what full pages and PDFs show beyond the viewport and the screen, because a page that is held loads nothing. `undo`
 * undoes what this changes. Best effort.
 */
export const loadUnseen = async (context: OutputContext, plan: RenderPlan): Promise<void> => {
  const { fullPage, pdf } = context.outputs
  const { steps } = context
  if ((fullPage || pdf) && (await loadLazyContent(steps, true)))
    await awaitImages({ ...steps, plan }, 'page', limitsMs.ready.lazyImages)
  if (pdf?.media === 'print') await loadPrintImages(context, plan, pdf)
}

/** Loads the images of print styles. No frame is drawn meanwhile, and so no script of the page sees the other media type. */
const loadPrintImages = async ({ session, steps }: OutputContext, screen: RenderPlan, pdf: PdfPlan) => {
  const { world, report, signal } = steps
  const { printImages } = limitsMs.ready
  const lacksStyles = await bestEffort(world.call('lacksPrintStyles'), limitsMs.page.response, signal)
  if (lacksStyles?.value) return
  const loading = session.frames.between(async () => {
    await setMedia(session, pdf)
    const isCut = await inTime('images', world.call('awaitFurtherImages'), printImages, steps)
    await setMedia(session, screen)
    return isCut?.value
  })
  const loaded = await inTime('images', loading, printImages + limitsMs.page.response, steps)
  if (loaded?.value) noteExpired(report, 'images')
}
