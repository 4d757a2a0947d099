import * as z from 'zod'
import { rejectIf } from '../check.ts'
import { parseCssLength } from '../css-length.ts'
import { fieldsOf } from '../docs.ts'
import { parsePageRanges } from '../page-ranges.ts'
import { templateProblem } from '../template-problem.ts'

const { field, flag } = fieldsOf('pdf')

/** PDF readers need not support pages larger than 14,400 points (ISO 32000-1, annex C.2). */
export const pageInchesMax = 200

const pageInchesMin = 0.1

const number = '(?:[0-9]{1,6}(?:\\.[0-9]{1,6})?|\\.[0-9]{1,6})'
const withUnit = `${number}(?:px|cm|mm|in|pt)`
// Zero needs no unit.
const zero = '0{1,6}(?:\\.0{1,6})?|\\.0{1,6}'

const length = (pattern: string, inchesMin: number, allowed: string) =>
  z
    .string()
    .max(20)
    .toLowerCase()
    .regex(new RegExp(`^(?:${pattern})$`), `must be ${allowed}`)
    .check(
      rejectIf((text) => {
        const inches = parseCssLength(text) ?? Number.NaN
        return inches >= inchesMin && inches <= pageInchesMax ? undefined : `must be ${allowed}`
      }),
    )

const sideValues = 'a string with a CSS length in px, cm, mm, in or pt, from 0.1in to 200in, e.g. 210mm'
const side = length(withUnit, pageInchesMin, sideValues).optional()

const marginValues = 'a string with a CSS length in px, cm, mm, in or pt, from 0 to 200in, e.g. 15mm'
const margin = length(`${withUnit}|${zero}`, 0, marginValues)

const paperFormats = [
  'letter',
  'legal',
  'tabloid',
  'ledger',
  'a0',
  'a1',
  'a2',
  'a3',
  'a4',
  'a5',
  'a6',
] as const

export type PaperFormat = (typeof paperFormats)[number]

export const media_type = fieldsOf('appearance').field(z.enum(['screen', 'print']).default('print'), {
  title: 'Media type',
  description: 'CSS media type that the page is rendered with.',
  examples: ['screen'],
})

/** The margin on the side of a template, unless the caller sets another. Fits one line of text. */
export const templateMargin = '15mm'

const marginDoc = (name: string, template?: string) => ({
  title: `${name} margin`,
  description: template
    ? `${name} margin as a CSS length. The template is printed in it. Default: ${templateMargin} with \`${template}\`, else 0.`
    : `${name} margin as a CSS length.`,
  examples: ['15mm'],
  'x-values': marginValues,
})

const range = '[0-9]{1,6}(?: *-(?: *[0-9]{1,6})?)?'
const rangesValues = 'up to 100 page numbers and ranges, separated by commas, counted from 1, e.g. 1-5, 8'

const template = z.string().min(1).max(100_000).check(rejectIf(templateProblem)).optional()

const templateDoc = (name: string) => ({
  title: name,
  description:
    'HTML that is printed in the margin of every page. The content of elements with the classes `date`, `title`, `url`, ' +
    "`pageNumber` and `totalPages` is filled in. The page's styles do not apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets must be in `<style>`. A template that loads anything else is rejected.",
  examples: ['<p>Page <span class="pageNumber"></span> of <span class="totalPages"></span></p>'],
  'x-private': true as const,
})

const infoText = z
  .string()
  .min(1)
  .max(1000)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must not contain control characters')
  .optional()

const infoDoc = (title: string, description: string, example: string) => ({
  title,
  description,
  examples: [example],
  'x-extension': true as const,
})

/** Parameters of the document, in the order of the reference. */
export const pdfShape = {
  pdf_paper_format: field(z.enum(paperFormats).default('letter'), {
    title: 'Paper',
    description: 'Paper size. Tabloid (portrait) and ledger (landscape) are the same paper.',
    examples: ['a4'],
  }),
  pdf_landscape: flag(false, {
    title: 'Landscape',
    description: 'Landscape orientation. Swaps the width and height of the paper.',
  }),
  pdf_width: field(side, {
    title: 'Width',
    description:
      'Width of the pages as a CSS length from 0.1in to 200in. Requires `pdf_height`. Overrides `pdf_paper_format`.',
    examples: ['210mm'],
    'x-values': sideValues,
  }),
  pdf_height: field(side, {
    title: 'Height',
    description:
      'Height of the pages as a CSS length from 0.1in to 200in. Requires `pdf_width`. Overrides `pdf_paper_format`.',
    examples: ['297mm'],
    'x-values': sideValues,
  }),
  pdf_one_page: flag(false, {
    title: 'One page',
    description: 'Prints a single page, as wide as the paper and as tall as the document, at most 200in.',
  }),
  pdf_prefer_css_page_size: flag(false, {
    title: 'CSS page size',
    description:
      "Uses the size from the page's `@page` rules instead of the paper size. If false, pages of such a size are scaled to fit the paper, which is rotated for landscape pages.",
  }),
  pdf_margin_top: field(margin.optional(), marginDoc('Top', 'pdf_header_template')),
  pdf_margin_right: field(margin.default('0'), marginDoc('Right')),
  pdf_margin_bottom: field(margin.optional(), marginDoc('Bottom', 'pdf_footer_template')),
  pdf_margin_left: field(margin.default('0'), marginDoc('Left')),
  pdf_scale: field(z.number().min(0.1).max(2).default(1), {
    title: 'Scale',
    description: 'Scale of the content on the pages.',
    examples: [0.8],
  }),
  pdf_print_background: flag(false, {
    title: 'Backgrounds',
    description: 'Prints background colors and images.',
  }),
  pdf_page_ranges: field(
    z
      .string()
      .max(2000)
      .regex(new RegExp(`^\\s*${range}\\s*(?:,\\s*${range}\\s*){0,99}$`), `must be ${rangesValues}`)
      .check(
        rejectIf((text) => (parsePageRanges(text) === undefined ? `must be ${rangesValues}` : undefined)),
      )
      .optional(),
    {
      title: 'Page ranges',
      description:
        'Pages to print, for example `1-5, 8, 11-`. A range that begins after the last page is an error. A range that ends after it is shortened.',
      examples: ['1-5, 8'],
      'x-values': rangesValues,
    },
  ),
  pdf_header_template: field(template, templateDoc('Header')),
  pdf_footer_template: field(template, templateDoc('Footer')),
  pdf_tagged: flag(true, {
    title: 'Tagged',
    description: 'Adds the structure (tags) that screen readers use.',
  }),
  pdf_outline: flag(false, {
    title: 'Outline',
    description: 'Adds bookmarks generated from the headings.',
  }),
  pdf_title: field(
    infoText,
    infoDoc('Title', "Title of the document. Defaults to the page's title.", 'Invoice 17'),
  ),
  pdf_author: field(infoText, infoDoc('Author', 'Author of the document.', 'Harbor Ltd.')),
  pdf_subject: field(infoText, infoDoc('Subject', 'Subject of the document.', 'Services in May')),
  pdf_keywords: field(
    infoText,
    infoDoc('Keywords', 'Keywords of the document, separated by commas.', 'invoice, harbor'),
  ),
}
