import type { Protocol } from 'puppeteer-core'
import { timed } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import { bothWays, isExact, type PageSize, parsePageSize, toRuleLength } from '../../../core/plan/page-box.ts'
import type { PdfPlan } from '../../../core/plan/render-plan.ts'
import { inTime } from '../../page/best-effort.ts'
import { loadLazyContent } from '../../page/load-lazy.ts'
import { noteCutFrame } from '../../page/note-cut-frame.ts'
import { awaitImages } from '../../page/ready.ts'
import { awaitResponse, remainingMs } from '../../page/time-limits.ts'
import { setMedia } from '../../steps/emulation.ts'
import { finishAgain } from '../../steps/finish-animations.ts'
import { captureMasked, maskAgain } from '../../steps/mask.ts'
import { assertPagesMax, assertRanges, assertTables, refuseRanges, tablesFrom } from './assert-pages.ts'
import { withoutBlankEnd } from './blank-end.ts'
import type { Finish } from './finish-document.ts'
import { fitWideOnPaper, releaseFixed, unrollOnPaper } from './lay-out-on-paper.ts'
import { fitOnePage, onePageStyles } from './one-page.ts'
import type { PrintContext } from './print-context.ts'
import { toPrintRequest } from './print-request.ts'
import { print } from './print-stream.ts'

/** Share of the remaining time for lazy images. Printing needs the rest. */
const lazyShare = 1 / 3

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
    await Promise.all([
      awaitLazyContent(context),
      loadTemplateFonts(context),
      awaitResponse(context, noteCutFrame(context)),
    ])
  })
  await awaitResponse(context, finishAgain(context, context.plan))
  await awaitResponse(context, maskAgain(context, context.plan))
  const body = await timed(report, 'capture', () => printSettled(context))
  // What a page does after its print must not discard it.
  context.frames.time.stop()
  return body
}

const printSettled = async (context: PrintContext): Promise<Buffer> => {
  const { plan, world } = context
  // After the print, the page would be laid out again for the headings.
  const wanted = { page: sizeInRule(plan), hasHeadings: plan.outline, isCleared: !plan.printBackground }
  if (plan.onePage) {
    const opened = world.call('openOnePage', wanted, onePageStyles(plan.margins))
    const { sizes, headings } = await awaitResponse(context, opened)
    const request = await fitOnePage(context, toPrintRequest(plan))
    const body = await printPages(context, request)
    return finish(plan, body, { sizes: sizes && [sizeOf(request)], headings })
  }
  const pages = await awaitResponse(context, world.call('openPages', wanted, tablesFrom))
  const { sizes, headings } = pages
  const requested = { ...toPrintRequest(plan), ...(sizes?.isSet && { preferCSSPageSize: true }) }
  assertTables(context, pages)
  await releaseFixed(context, requested, pages)
  await fitWideOnPaper(context, pages)
  await assertPagesMax(context, requested, pages)
  await assertRanges(context, requested)
  const body = await printPages(context, requested)
  const whole = plan.pageRanges ? body : await withoutBlankEnd(context, requested, body)
  return finish(plan, whole, { sizes: sizes && sizesOf(plan, sizes), headings })
}

const printPages = async (context: PrintContext, request: Protocol.Page.PrintToPDFRequest) => {
  const printed = captureMasked(context, context.plan, () => print(context, request))
  return (await awaitResponse(context, printed)) ?? refuseRanges(context, request)
}

const sizeOf = ({ paperWidth: width = 0, paperHeight: height = 0 }: Protocol.Page.PrintToPDFRequest) => ({
  width,
  height,
})

const finish = async ({ info }: PdfPlan, body: Buffer, found: Omit<Finish, 'info'>): Promise<Buffer> => {
  if (!(info || found.sizes || found.headings)) return body
  // The code that few documents need.
  const { finishDocument } = await import('./finish-document.ts')
  return finishDocument(body, { info, ...found })
}

/** After a change of the renderer process, the empty media type of another session may apply (see `setPrintMedia`), which means print. */
const holdScreenMedia = async (context: PrintContext) => {
  if (context.plan.media === 'screen') await awaitResponse(context, setMedia(context, context.plan))
}

/** Loads content that waits for scrolling, because paper shows the whole document. Best effort. */
const awaitLazyContent = async (context: PrintContext) => {
  if (!(await loadLazyContent(context, false)) || context.isFrozen) return
  const capMs = Math.min(limitsMs.ready.paperImages, remainingMs(context) * lazyShare)
  await awaitImages(context, 'page', capMs)
}

/**
 * Returns the size that pages are given by a rule, unless the document declares one, or undefined if Chromium prints all sizes exactly.
 * Chromium rounds the size of the paper up to whole points, and with it the width of the layout, but not the size in a page rule.
 */
const sizeInRule = ({
  paper,
  preferCssPageSize,
  onePage,
}: PdfPlan): { size: string | undefined } | undefined => {
  if (isExact(paper) && !preferCssPageSize) return undefined
  const size = `${toRuleLength(paper.width)} ${toRuleLength(paper.height)}`
  return { size: onePage || isExact(paper) ? undefined : size }
}

/** Returns the sizes that the pages may have. */
const sizesOf = (
  { paper, preferCssPageSize }: PdfPlan,
  { declared }: { declared: readonly string[] },
): PageSize[] => [...(preferCssPageSize ? declared.flatMap(parsePageSize) : []), ...bothWays(paper)]

/**
 * Loads the fonts of the header and the footer. Chromium prints a template without waiting for its fonts, and uses those that the
 * renderer has in its memory.
 */
const loadTemplateFonts = async (context: PrintContext): Promise<void> => {
  const { plan, world, report } = context
  const rules = [plan.headerTemplate, plan.footerTemplate].flatMap(fontRulesOf)
  if (rules.length === 0) return
  const capMs = Math.min(limitsMs.ready.templateFonts, remainingMs(context))
  const loaded = await inTime('fonts', world.call('loadFontFaces', rules.join('\n')), capMs, context)
  report.fonts.awaited += loaded?.value.awaited ?? 0
  report.fonts.missing += loaded?.value.missing ?? 0
}

const fontRulesOf = (template = ''): string[] =>
  template
    .split(/@font-face/i)
    .slice(1)
    .map((rest) => `@font-face${rest.slice(0, rest.indexOf('}') + 1)}`)
