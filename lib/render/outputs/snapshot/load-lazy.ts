import { until } from '../../../base/timers.ts'
import type { PdfPlan, RenderPlan } from '../../../core/plan/render-plan.ts'
import { noteExpired } from '../../../core/telemetry/render-report.ts'
import { setMedia } from '../../page/steps/emulation.ts'
import type { OutputContext } from './output-context.ts'

const framesMs = 1_500
const imagesMs = 3_000
const printImagesMs = 1_500

/** For a call whose limit ran out. */
const responseMs = 200

/**
 * Loads what full pages and PDFs show beyond the viewport and the screen, because a page that is held loads nothing. `revertChanges`
 * undoes what this changes. Best effort.
 */
export const loadLazy = async (context: OutputContext, plan: RenderPlan): Promise<void> => {
  const { fullPage, pdf } = context.outputs
  if (fullPage || pdf) await loadUnseen(context)
  if (pdf?.media === 'print') await loadPrintImages(context, plan, pdf)
}

/** Loads content that waits for scrolling. */
const loadUnseen = async ({ steps: { world, report }, signal }: OutputContext) => {
  const loading = world.call('loadLazyForNow', framesMs)
  if ((await until(loading, framesMs + responseMs, signal)) === 0) return
  const images = await until(world.call('awaitImages', true, imagesMs), imagesMs + responseMs, signal)
  if (!images || images.isExpired) noteExpired(report, 'images')
}

/** Loads the images of print styles. No frame is drawn meanwhile, and so no script of the page sees the other media type. */
const loadPrintImages = async (
  { session, steps: { world, report }, signal }: OutputContext,
  screen: RenderPlan,
  pdf: PdfPlan,
) => {
  if (await until(world.call('lacksPrintStyles'), responseMs, signal)) return
  const loading = session.frames.between(async () => {
    await setMedia(session, pdf)
    const loaded = await until(world.call('awaitFurtherImages', true), printImagesMs, signal)
    await setMedia(session, screen)
    return loaded
  })
  if ((await until(loading, printImagesMs + responseMs, signal)) === undefined) noteExpired(report, 'images')
}
