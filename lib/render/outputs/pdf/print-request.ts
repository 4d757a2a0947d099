import type { Protocol } from 'puppeteer-core'
import type { PdfPlan } from '../../../core/plan/render-plan.ts'

/** Returns the plan as parameters of `Page.printToPDF`. The sides of the paper already account for landscape. */
export const toPrintRequest = (plan: PdfPlan): Protocol.Page.PrintToPDFRequest => ({
  transferMode: 'ReturnAsStream',
  paperWidth: plan.paper.width,
  paperHeight: plan.paper.height,
  marginTop: plan.margins.top,
  marginRight: plan.margins.right,
  marginBottom: plan.margins.bottom,
  marginLeft: plan.margins.left,
  scale: plan.scale,
  printBackground: plan.printBackground,
  preferCSSPageSize: plan.preferCssPageSize,
  // Chromium builds the outline from the tags.
  generateTaggedPDF: plan.tagged || plan.outline,
  generateDocumentOutline: plan.outline,
  ...(plan.pageRanges && { pageRanges: plan.pageRanges.map(toRangeText).join(',') }),
  ...toTemplates(plan),
})

const toRangeText = ({ from, to }: { from: number; to?: number }) => `${from}-${to ?? ''}`

const toTemplates = ({ headerTemplate, footerTemplate, source }: PdfPlan) => {
  if (headerTemplate === undefined && footerTemplate === undefined) return {}
  const wrap = (template: string) => wrapTemplate(template, source.kind === 'html')
  return {
    displayHeaderFooter: true,
    headerTemplate: headerTemplate === undefined ? nothing : wrap(headerTemplate),
    footerTemplate: footerTemplate === undefined ? nothing : wrap(footerTemplate),
  }
}

/** Chromium replaces an empty template by its default. */
const nothing = '<span></span>'

/**
 * Chromium's template page has a tiny font size and omits colors. An `html` document has no URL that is useful to a reader.
 */
const wrapTemplate = (template: string, isUrlHidden: boolean) =>
  `${isUrlHidden ? '<style>.url { display: none }</style>' : ''}<div style="font: 12px Arial, sans-serif; width: 100%; -webkit-print-color-adjust: exact; print-color-adjust: exact">${template}</div>`
