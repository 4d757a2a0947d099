import { describe, expect, test } from 'vitest'
import { resolvePdf } from '../../../../lib/core/plan/resolve-pdf.ts'
import { toPrintRequest } from '../../../../lib/render/outputs/pdf/print-request.ts'
import { pdfOptions } from '../../../support/render/read-pdf-options.ts'

const request = (options: Record<string, unknown>) =>
  toPrintRequest(resolvePdf(pdfOptions(options), new Map(), 0))

test('the document is always requested as a stream, with upright dimensions', () => {
  expect(request({ pdf_landscape: true })).toMatchObject({
    transferMode: 'ReturnAsStream',
    paperWidth: 11,
    paperHeight: 8.5,
  })
  expect(request({ pdf_landscape: true })).not.toHaveProperty('landscape')
})

test.each([
  ['1', '1-1'],
  ['1-5, 8', '1-5,8-8'],
  ['3-', '3-'],
])('the ranges %s are requested as %s', (text, asked) => {
  expect(request({ pdf_page_ranges: text }).pageRanges).toBe(asked)
})

test('without ranges all pages are printed', () => {
  expect(request({})).not.toHaveProperty('pageRanges')
})

describe('header and footer', () => {
  test('are off without a template', () => {
    const plain = request({})
    expect(plain).not.toHaveProperty('displayHeaderFooter')
    expect(plain).not.toHaveProperty('headerTemplate')
  })

  test.each([
    ['header', 'pdf_header_template', 'headerTemplate', 'footerTemplate'],
    ['footer', 'pdf_footer_template', 'footerTemplate', 'headerTemplate'],
  ] as const)(
    'a %s is wrapped, and the other one is not the default of the browser',
    (_, option, given, other) => {
      const asked = request({ [option]: '<b>mine</b>' })
      expect(asked.displayHeaderFooter).toBe(true)
      expect(asked[given]).toMatch(/font: 12px.*print-color-adjust: exact.*<b>mine<\/b>/)
      expect(asked[other]).toBe('<span></span>')
    },
  )

  test('hide the URL of an html document, and only that', () => {
    const url = { html: undefined, url: 'https://example.com/' }
    expect(request({ pdf_header_template: 'x' }).headerTemplate).toContain('.url { display: none }')
    expect(request({ ...url, pdf_header_template: 'x' }).headerTemplate).not.toContain('display: none')
  })
})

test('an outline includes the tags that it requires', () => {
  expect(request({ pdf_tagged: false })).toMatchObject({
    generateTaggedPDF: false,
    generateDocumentOutline: false,
  })
  expect(request({ pdf_tagged: false, pdf_outline: true })).toMatchObject({
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  })
})
