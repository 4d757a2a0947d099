import * as z from 'zod'
import { withRules } from './check.ts'
import { animations } from './fields/appearance.ts'
import { touchShape } from './fields/interaction.ts'
import { media_type, pdfShape } from './fields/pdf.ts'
import * as rules from './fields/pdf-rules.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape } from './render-options.ts'

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
    media_type,
  }),
  [source.oneSource, ...pdfRules, ...renderRules],
)

export type PdfOptions = z.output<typeof PdfOptions>
