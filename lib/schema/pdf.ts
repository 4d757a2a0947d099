import * as z from 'zod'
import { withRules } from './check.ts'
import { animations } from './fields/appearance.ts'
import * as pdf from './fields/pdf.ts'
import * as rules from './fields/pdf-rules.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape, touchShape } from './render-options.ts'

/** Parameters of the document, in the order of the reference. */
export const pdfShape = {
  pdf_paper_format: pdf.pdf_paper_format,
  pdf_landscape: pdf.pdf_landscape,
  pdf_width: pdf.pdf_width,
  pdf_height: pdf.pdf_height,
  pdf_one_page: pdf.pdf_one_page,
  pdf_prefer_css_page_size: pdf.pdf_prefer_css_page_size,
  pdf_margin_top: pdf.pdf_margin_top,
  pdf_margin_right: pdf.pdf_margin_right,
  pdf_margin_bottom: pdf.pdf_margin_bottom,
  pdf_margin_left: pdf.pdf_margin_left,
  pdf_scale: pdf.pdf_scale,
  pdf_print_background: pdf.pdf_print_background,
  pdf_page_ranges: pdf.pdf_page_ranges,
  pdf_header_template: pdf.pdf_header_template,
  pdf_footer_template: pdf.pdf_footer_template,
  pdf_tagged: pdf.pdf_tagged,
  pdf_outline: pdf.pdf_outline,
  pdf_title: pdf.pdf_title,
  pdf_author: pdf.pdf_author,
  pdf_subject: pdf.pdf_subject,
  pdf_keywords: pdf.pdf_keywords,
}

export const pdfRules = [rules.bothSides, rules.roomInWidth, rules.roomInHeight, rules.onePageAlone]

/** Options of the PDF operation. */
export const PdfOptions = withRules(
  z.strictObject({
    url: source.url,
    html: source.html,
    ...pdfShape,
    ...touchShape,
    animations,
    ...renderShape,
    media_type: pdf.media_type,
  }),
  [source.oneSource, ...pdfRules, ...renderRules],
)

export type PdfOptions = z.output<typeof PdfOptions>
