import { withoutUndefined } from '../../base/without-undefined.ts'
import { marginsOf, paperOf } from '../../schema/fields/pdf-rules.ts'
import { parsePageRanges } from '../../schema/page-ranges.ts'
import type { PdfOptions } from '../../schema/pdf.ts'
import type { ExitProxies } from '../network/exit-proxies.ts'
import type { DocumentInfo, PdfPlan } from './render-plan.ts'
import { resolveRender } from './resolve-render.ts'

/**
 * Returns the plan of a PDF: lengths in inches, paper rotated, defaults filled in.
 * @param random from 0 up to, not including, 1: picks among several exits
 * @throws InvalidParameterError for an `ip_location` without an exit
 */
export const resolvePdf = (options: PdfOptions, exits: ExitProxies, random: number): PdfPlan => ({
  ...resolveRender(options, exits, random),
  ...withoutUndefined({
    paper: paperOf(options),
    margins: marginsOf(options),
    scale: options.pdf_scale,
    printBackground: options.pdf_print_background,
    pageRanges: options.pdf_page_ranges === undefined ? undefined : parsePageRanges(options.pdf_page_ranges),
    headerTemplate: options.pdf_header_template,
    footerTemplate: options.pdf_footer_template,
    preferCssPageSize: options.pdf_prefer_css_page_size,
    onePage: options.pdf_one_page,
    tagged: options.pdf_tagged,
    outline: options.pdf_outline,
    info: resolveInfo(options),
  }),
})

const resolveInfo = (options: PdfOptions): DocumentInfo | undefined => {
  const info = withoutUndefined({
    title: options.pdf_title,
    author: options.pdf_author,
    subject: options.pdf_subject,
    keywords: options.pdf_keywords,
  })
  return Object.keys(info).length > 0 ? info : undefined
}
