import * as z from 'zod'
import { pageUrl } from '../../schema/fields/source.ts'
import { PdfOptions } from '../../schema/pdf.ts'
import { defineTool, fromApi, otherOptions, readsTheWeb, textContent } from '../tool.ts'
import { resultLink } from './result-link.ts'

const { pdf_paper_format, pdf_landscape, pdf_page_ranges, wait_for_selector } = PdfOptions.shape

export const pdf = defineTool({
  name: 'pdf',
  title: 'Create a PDF',
  description:
    'Renders a web page in a real browser and returns a link to a PDF document of it, with its number of pages. The link works without a key for a week. Uses one render of the quota.',
  input: z.strictObject({
    url: fromApi(pageUrl),
    pdf_paper_format: fromApi(pdf_paper_format),
    pdf_landscape: fromApi(pdf_landscape),
    pdf_page_ranges: fromApi(pdf_page_ranges),
    wait_for_selector: fromApi(wait_for_selector),
    options: otherOptions('pdf'),
  }),
  annotations: readsTheWeb,
  async run({ options, ...given }, api) {
    const { body } = await api.send('POST', '/v1/pdf', { ...given, ...options, response_type: 'json' })
    const result = JSON.parse(body.toString())
    return { content: [resultLink(result), textContent(JSON.stringify(result, null, 1))] }
  },
})
