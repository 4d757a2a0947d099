import type { DocumentInfo } from '../../core/plan/render-plan.ts'
import { noteExpired } from '../../core/telemetry/render-report.ts'
import { untilDeadline } from '../../deadline.ts'
import { awaitImages } from '../in-page/await-images.ts'
import { loadLazyContent } from '../in-page/load-lazy-content.ts'
import { timed } from '../page/phases.ts'
import { setMedia } from '../page/steps/emulation.ts'
import { finishAgain } from '../page/steps/finish-animations.ts'
import { maskAgain } from '../page/steps/mask.ts'
import { awaitResponse, remainingMs } from '../page/time-limits.ts'
import { assertPagesMax, assertRanges, refuseRanges } from './assert-pages.ts'
import { releaseFixed, unrollOnPaper } from './lay-out-on-paper.ts'
import { fitOnePage } from './one-page.ts'
import type { PrintContext } from './print-context.ts'
import { toPrintRequest } from './print-request.ts'
import { print } from './print-stream.ts'
import { loadTemplateFonts } from './template-fonts.ts'

/** Share of the remaining time for lazy images. Printing needs the rest. */
const lazyShare = 1 / 3
const lazyMsMax = 5_000
const framesMs = 1_500

/**
 * Prints a page that is ready.
 *
 * @throws ResultTooLargeError for too many pages or bytes, or a page that is too tall
 * @throws InvalidParameterError for pages that the document does not have
 * @throws PageTimeoutError if the page keeps the browser busy until `endsMs`
 */
export const printDocument = async (context: PrintContext): Promise<Buffer> => {
  const { report } = context
  await holdScreenMedia(context)
  await timed(report, 'settle', async () => {
    if (!context.plan.onePage) await unrollOnPaper(context)
    await Promise.all([awaitLazyContent(context), loadTemplateFonts(context)])
  })
  const { cdp, world, plan } = context
  await awaitResponse(context, finishAgain(cdp, world, plan))
  await awaitResponse(context, maskAgain(cdp, world, plan))
  const { info } = plan
  const body = await timed(report, 'capture', async () => {
    const requested = toPrintRequest(context.plan)
    const request = context.plan.onePage ? await fitOnePage(context, requested) : requested
    if (!context.plan.onePage) await releaseFixed(context, request)
    if (!context.plan.onePage) await assertPagesMax(context, request)
    await assertRanges(context, request)
    return (await print(context, request)) ?? refuseRanges(context, request)
  })
  return info ? writeInfo(body, info) : body
}

/** Loads the code that few documents need. */
const writeInfo = async (body: Buffer, info: DocumentInfo) => {
  const { withInfo } = await import('./with-info.ts')
  return withInfo(body, info)
}

/** After a change of the renderer process, the empty media type of another session may apply (see `setPrintMedia`), which means print. */
const holdScreenMedia = async (context: PrintContext) => {
  if (context.plan.media === 'screen') await awaitResponse(context, setMedia(context, context.plan))
}

/** Loads content that waits for scrolling, because paper shows the whole document. Best effort. */
const awaitLazyContent = async (context: PrintContext) => {
  const { world, report, signal } = context
  const loaded = await awaitResponse(context, world.call(loadLazyContent, framesMs))
  if (loaded === 0) return
  const capMs = Math.min(lazyMsMax, remainingMs(context) * lazyShare)
  const images = await untilDeadline(world.call(awaitImages, true, capMs), capMs + 200, signal)
  if (images === undefined || images.isExpired) noteExpired(report, 'images')
  if (images === undefined) return
  report.images.awaited += images.awaited
  report.images.missing = images.missing
}
