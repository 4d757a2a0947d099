import type { Protocol } from 'puppeteer-core'
import { isBlankContent } from '../../../core/plan/blank-page.ts'
import { awaitResponse } from '../../page/time-limits.ts'
import { numberIn, openPdf, type PdfFile, pagesOf, readEntries, readStream } from './pdf-file.ts'
import { contentArea, type PrintContext } from './print-context.ts'
import { print } from './print-stream.ts'

/**
 * Returns the document without blank pages at its end, which margins around boxes with the height of a page cause. A page that the author
 * begins with a break stays.
 */
export const withoutBlankEnd = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
  body: Buffer,
): Promise<Buffer> => {
  const file = openPdf(body)
  const pages = pagesOf(file)
  const { height } = contentArea(context.plan)
  const mayBeBlank = (page: number) => isCandidate(contentOf(file, page), request, height)
  const last = pages.findLastIndex((page, index) => index === 0 || !mayBeBlank(page))
  if (last + 1 === pages.length) return body
  const probe = await print(context, { ...withoutTemplates(request), pageRanges: `${last + 2}-` })
  if (probe === undefined) return body
  const probed = openPdf(probe)
  const shown = pagesOf(probed).findLastIndex((page) => !isBlankContent(contentOf(probed, page), height)) + 1
  const count = last + 1 + shown
  if (count === pages.length || (await awaitResponse(context, context.world.call('endsWithBreak'))))
    return body
  return (await print(context, { ...withTotal(request, count), pageRanges: `1-${count}` })) ?? body
}

const contentOf = (file: PdfFile, page: number) =>
  readStream(file, numberIn(readEntries(file, page), /\/Contents (\d{1,10}) 0 R/)).toString('latin1')

/** A page that has more content than this shows more than a header and a footer. */
const templatesBytes = 4000

/** Headers and footers are drawn on blank pages as well, but have no tags. */
const isCandidate = (
  content: string,
  { generateTaggedPDF, displayHeaderFooter }: Protocol.Page.PrintToPDFRequest,
  height: number,
) => {
  if (!displayHeaderFooter) return isBlankContent(content, height)
  return content.length < templatesBytes && !(generateTaggedPDF && content.split('/MCID ').length > 2)
}

const withoutTemplates = (request: Protocol.Page.PrintToPDFRequest): Protocol.Page.PrintToPDFRequest => ({
  ...request,
  displayHeaderFooter: false,
  generateTaggedPDF: false,
  generateDocumentOutline: false,
})

const totalName = 'totalPages'
const ourTotalName = 'stillframe-total'

/** Chromium fills in the number of pages that the document has, not of those that are printed. */
const withTotal = (
  request: Protocol.Page.PrintToPDFRequest,
  total: number,
): Protocol.Page.PrintToPDFRequest => {
  const fill = (template = '') =>
    `<style>.${ourTotalName}::before { content: "${total}" }</style>${template.replaceAll(totalName, ourTotalName)}`
  if (!request.displayHeaderFooter) return request
  return {
    ...request,
    headerTemplate: fill(request.headerTemplate),
    footerTemplate: fill(request.footerTemplate),
  }
}
