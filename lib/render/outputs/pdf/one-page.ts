import type { Protocol } from 'puppeteer-core'
import { ResultTooLargeError } from '../../../base/errors.ts'
import { pageInchesMax } from '../../../schema/fields/pdf.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import { outOfSight } from '../../steps/set-viewport.ts'
import { unrollOnPaper } from './lay-out-on-paper.ts'
import { contentArea, type PrintContext, pixelsPerInch } from './print-context.ts'
import { hasPage } from './print-stream.ts'

/** Chromium lays out at up to 1.5 times the width of the paper before it cuts wide content. */
const shrinkMax = 1.5

/** Print layout can be taller than screen layout, for example where breaks are forbidden. */
const growths = [1, 1.02, 1.1, 1.3]

/**
 * Returns the request for one page as tall as the document, which has `onePageStyles`.
 *
 * @throws ResultTooLargeError if a page cannot be that tall
 */
export const fitOnePage = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
): Promise<Protocol.Page.PrintToPDFRequest> => {
  const { margins } = context.plan
  const contentInches = await measureContent(context)
  for (const growth of growths) {
    // A hundredth of an inch prevents a second page by rounding.
    const paperHeight = contentInches * growth + margins.top + margins.bottom + 0.01
    if (paperHeight > pageInchesMax) throw new ResultTooLargeError(tooTall(paperHeight))
    const fitted = { ...request, paperHeight }
    if (!(await hasPage(context, fitted, 2))) return fitted
  }
  throw new ResultTooLargeError(
    'The document contains forced page breaks and cannot be printed as a single page.',
  )
}

const tooTall = (inches: number) =>
  `The page would be ${Math.ceil(inches)} inches tall. A PDF page can be at most ${pageInchesMax} inches tall. Use wider paper, a smaller \`pdf_scale\`, or several pages.`

/** The page's own sizes, margins and breaks are made for paper of limited height. */
export const onePageStyles = ({ top, right, bottom, left }: PrintContext['plan']['margins']) =>
  `@page { size: auto !important; margin: ${top}in ${right}in ${bottom}in ${left}in !important }
*, ::before, ::after { break-before: auto !important; break-after: auto !important; page: auto !important }`

const measureContent = async (context: PrintContext) => {
  const { plan, world } = context
  const { height: viewportHeight } = plan.viewport
  const paper = contentArea(plan)
  const setSize = (width: number, height: number) =>
    awaitResponse(
      context,
      context.frames.between(() =>
        context.cdp.send(
          'Emulation.setDeviceMetricsOverride',
          outOfSight({
            width: Math.max(1, Math.round(width)),
            height,
            deviceScaleFactor: 1,
            mobile: false,
          }),
        ),
      ),
    )
  const measure = () => awaitResponse(context, world.call('measurePrint'))
  await setSize(paper.width, viewportHeight)
  await awaitResponse(context, world.call('fitWidth', viewportHeight, true))
  const { width: contentWidth } = await measure()
  const shrink = Math.min(shrinkMax, Math.max(1, contentWidth / Math.ceil(paper.width)))
  const width = paper.width * shrink
  await setSize(width, viewportHeight)
  await awaitResponse(context, world.call('pinHeights'))
  await setSize(width, viewportHeight * 2)
  await awaitResponse(context, world.call('pinHeights'))
  await setSize(width, viewportHeight)
  await unrollOnPaper(context)
  const { height } = await measure()
  context.report.fullHeight = height
  return ((height / shrink) * plan.scale) / pixelsPerInch
}
