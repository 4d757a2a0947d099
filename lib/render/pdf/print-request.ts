import type { Protocol } from 'puppeteer-core'
import type { PdfPlan } from '../../core/plan/render-plan.ts'

/** The plan in the words of `Page.printToPDF`. Landscape is in the paper's sides already. */
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
  // The outline is made from the tags.
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

/** For an empty template Chromium prints its own. */
const nothing = '<span></span>'

/**
 * Chromium's template page has a font size of next to nothing and leaves colours out. An `html` document has no address of
 * its own that a reader could use.
 */
const wrapTemplate = (template: string, isAddressHidden: boolean) =>
  `${isAddressHidden ? '<style>.url { display: none }</style>' : ''}<div style="font: 12px Arial, sans-serif; width: 100%; -webkit-print-color-adjust: exact; print-color-adjust: exact">${template}</div>`
