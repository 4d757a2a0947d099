import type * as z from 'zod'
import type { Rule } from '../check.ts'
import { parseCssLength } from '../css-length.ts'
import { type PaperFormat, type pdfShape, templateMargin } from './pdf.ts'

/** Inches, in portrait orientation except for ledger. ISO 216 is in millimeters. */
export const paperSizes: Readonly<Record<PaperFormat, readonly [width: number, height: number]>> = {
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
  ledger: [17, 11],
  a0: [841 / 25.4, 1189 / 25.4],
  a1: [594 / 25.4, 841 / 25.4],
  a2: [420 / 25.4, 594 / 25.4],
  a3: [297 / 25.4, 420 / 25.4],
  a4: [210 / 25.4, 297 / 25.4],
  a5: [148 / 25.4, 210 / 25.4],
  a6: [105 / 25.4, 148 / 25.4],
}

type PdfFields = z.output<z.ZodObject<typeof pdfShape>>
type PaperOptions = Pick<PdfFields, (typeof sizeNames)[number]>

/** Returns the page size in inches, with the sides swapped for landscape. */
export const paperOf = (options: PaperOptions): { width: number; height: number } => {
  const [paperWidth, paperHeight] = paperSizes[options.pdf_paper_format]
  const width = parseCssLength(options.pdf_width ?? '') ?? paperWidth
  const height = parseCssLength(options.pdf_height ?? '') ?? paperHeight
  return options.pdf_landscape ? { width: height, height: width } : { width, height }
}

type MarginOptions = Pick<
  PdfFields,
  `pdf_margin_${'top' | 'right' | 'bottom' | 'left'}` | `pdf_${'header' | 'footer'}_template`
>

/** Inches. */
export const marginsOf = (options: MarginOptions) => ({
  top: marginFor(options.pdf_header_template, options.pdf_margin_top),
  right: parseCssLength(options.pdf_margin_right) ?? 0,
  bottom: marginFor(options.pdf_footer_template, options.pdf_margin_bottom),
  left: parseCssLength(options.pdf_margin_left) ?? 0,
})

/** Without a margin, a template would overlap the content. */
const marginFor = (template: string | undefined, margin = template === undefined ? '0' : templateMargin) =>
  parseCssLength(margin) ?? 0

/** A smaller area would produce thousands of pages with one letter each. */
const contentInchesMin = 0.1

const sizeNames = ['pdf_paper_format', 'pdf_width', 'pdf_height', 'pdf_landscape'] as const

export const bothSides: Rule<Pick<PaperOptions, 'pdf_width' | 'pdf_height'>> = {
  parameters: ['pdf_width', 'pdf_height'],
  problemOf: ({ pdf_width: width, pdf_height: height }) =>
    (width === undefined) === (height === undefined)
      ? undefined
      : '`pdf_width` and `pdf_height` must be given together.',
}

export const roomInWidth: Rule<PaperOptions & MarginOptions> = {
  parameters: ['pdf_margin_left', 'pdf_margin_right', ...sizeNames],
  problemOf: (options) => {
    const { left, right } = marginsOf(options)
    return leavesRoom(paperOf(options).width, left + right)
      ? undefined
      : "`pdf_margin_left` and `pdf_margin_right` leave no room for content. At least 0.1in of the page's width must remain."
  },
}

/** A single page grows with its content, so its height always leaves room. */
export const roomInHeight: Rule<PaperOptions & MarginOptions & { pdf_one_page: boolean }> = {
  parameters: [
    'pdf_margin_top',
    'pdf_margin_bottom',
    'pdf_header_template',
    'pdf_footer_template',
    'pdf_one_page',
    ...sizeNames,
  ],
  problemOf: (options) => {
    const { top, bottom } = marginsOf(options)
    return options.pdf_one_page || leavesRoom(paperOf(options).height, top + bottom)
      ? undefined
      : "`pdf_margin_top` and `pdf_margin_bottom` leave no room for content. At least 0.1in of the page's height must remain."
  },
}

const leavesRoom = (side: number, margins: number) => side - margins > contentInchesMin - 1e-9

export const onePageAlone: Rule<
  Pick<PdfFields, 'pdf_one_page' | 'pdf_page_ranges' | 'pdf_prefer_css_page_size'>
> = {
  parameters: ['pdf_one_page', 'pdf_page_ranges', 'pdf_prefer_css_page_size'],
  problemOf: (options) => {
    if (!options.pdf_one_page) return undefined
    if (options.pdf_page_ranges !== undefined)
      return '`pdf_one_page` cannot be combined with `pdf_page_ranges`.'
    return options.pdf_prefer_css_page_size
      ? '`pdf_one_page` cannot be combined with `pdf_prefer_css_page_size`.'
      : undefined
  },
}
