import type { Protocol } from 'puppeteer-core'
import { InvalidParameterError, ResultTooLargeError } from '../../../base/errors.ts'
import { countPages } from '../../../core/plan/count-pages.ts'
import type { PdfPlan } from '../../../core/plan/render-plan.ts'
import { findUnprintable } from '../../../core/plan/table-memory.ts'
import type { Pages } from '../../in-page/phases/paper.ts'
import { contentArea, type PrintContext } from './print-context.ts'
import { hasPage } from './print-stream.ts'

/** Chromium's time grows with the square of the pages: 0.05 s for 300, 1.2 s for 2,000, more than a minute for 20,000. */
const pagesMax = 2000

/** Documents with fewer elements have no tables that matter. */
export const tablesFrom = 20_000

/**
 * Rejects tables that the browser cannot print in its memory.
 *
 * @throws ResultTooLargeError
 */
export const assertTables = ({ plan }: PrintContext, { tables: found }: Pages): void => {
  const page = contentArea(plan)
  const narrowing = Math.max(1, plan.viewport.width / page.width)
  const tables = found.map(({ cells, height }) => ({
    cells,
    pages: Math.ceil((height * narrowing) / page.height),
  }))
  const largest = findUnprintable(tables, plan.tagged || plan.outline)
  if (largest === undefined) return
  throw new ResultTooLargeError(
    `The page has a table with ${largest.cells} cells on about ${largest.pages} pages, which the browser cannot print in its memory. Split it into tables of at most 1,000 rows, set \`pdf_tagged=false\`, or use a smaller \`pdf_scale\`.`,
  )
}

/**
 * Rejects documents that would keep the browser busy for minutes.
 *
 * @throws ResultTooLargeError
 */
export const assertPagesMax = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
  measured: Pages,
) => {
  if (printedPages(context.plan) <= pagesMax) return
  const mostPages = estimatePages(context.plan, measured)
  if (mostPages <= pagesMax) return
  const { pageRanges: _, ...whole } = request
  if (!(await hasPage(context, whole, pagesMax + 1))) return
  throw new ResultTooLargeError(
    'The document has more than 2,000 pages, the maximum for one PDF. Use `pdf_page_ranges` to print a part of it.',
  )
}

const printedPages = ({ pageRanges }: PdfPlan) =>
  pageRanges === undefined
    ? Number.POSITIVE_INFINITY
    : pageRanges.reduce((sum, { from, to = Number.POSITIVE_INFINITY }) => sum + to - from + 1, 0)

/** An upper bound: a page begins where the previous one is full, or at an element that forces a break. */
const estimatePages = (plan: PdfPlan, { height, elements }: Pages) => {
  const page = contentArea(plan)
  const narrowing = Math.max(1, plan.viewport.width / page.width)
  return plan.preferCssPageSize
    ? Number.POSITIVE_INFINITY
    : elements + Math.ceil((height * narrowing) / page.height)
}

/**
 * Rejects ranges that begin after the last page of the document. Chromium silently ignores them if another range is valid.
 *
 * @throws InvalidParameterError
 */
export const assertRanges = async (context: PrintContext, request: Protocol.Page.PrintToPDFRequest) => {
  const { pageRanges = [] } = context.plan
  // Printing itself rejects a single range.
  if (pageRanges.length < 2) return
  const last = Math.max(...pageRanges.map(({ from }) => from))
  if (!(await hasPage(context, request, last))) await refuseRanges(context, request)
}

/** @throws InvalidParameterError with the number of pages */
export const refuseRanges = async (
  context: PrintContext,
  request: Protocol.Page.PrintToPDFRequest,
): Promise<never> => {
  const beyond = Math.max(...(context.plan.pageRanges ?? []).map(({ from }) => from))
  const pages = await countPages((page) => hasPage(context, request, page), beyond)
  throw new InvalidParameterError(
    `\`pdf_page_ranges\` includes page ${beyond}, but the document has ${pages === 1 ? '1 page' : `${pages} pages`}.`,
  )
}
