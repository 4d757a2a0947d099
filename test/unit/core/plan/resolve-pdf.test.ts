import { describe, expect, test } from 'vitest'
import { resolvePdf } from '../../../../lib/core/plan/resolve-pdf.ts'
import { pdfOptions } from '../../../support/render/read-pdf-options.ts'

const resolve = (options: Record<string, unknown>) => resolvePdf(pdfOptions(options), new Map(), 0)

test('a plan without options has the documented defaults', () => {
  expect(resolve({})).toMatchObject({
    source: { kind: 'html', html: 'x' },
    paper: { width: 8.5, height: 11 },
    margins: { top: 0, right: 0, bottom: 0, left: 0 },
    scale: 1,
    printBackground: false,
    preferCssPageSize: false,
    onePage: false,
    tagged: true,
    outline: false,
    media: 'print',
    metadata: { imageSize: false },
  })
  for (const name of ['pageRanges', 'headerTemplate', 'footerTemplate'])
    expect(resolve({})).not.toHaveProperty(name)
})

describe('paper in inches', () => {
  test.each([
    ['letter', 8.5, 11],
    ['ledger', 17, 11],
    ['a4', 8.27, 11.69],
    ['a6', 4.13, 5.83],
  ])('%s is %s by %s, and rotated the other way round', (format, width, height) => {
    const upright = resolve({ pdf_paper_format: format }).paper
    expect([upright.width, upright.height]).toEqual([expect.closeTo(width, 2), expect.closeTo(height, 2)])
    const turned = resolve({ pdf_paper_format: format, pdf_landscape: true }).paper
    expect([turned.width, turned.height]).toEqual([upright.height, upright.width])
  })

  test('a custom size overrides the paper format', () => {
    const { paper } = resolve({ pdf_paper_format: 'a4', pdf_width: '960px', pdf_height: '36pt' })
    expect(paper).toEqual({ width: 10, height: 0.5 })
  })
})

test.each([
  [{ pdf_header_template: 'head' }, 15, 0],
  [{ pdf_footer_template: 'foot' }, 0, 15],
  [{ pdf_header_template: 'head', pdf_footer_template: 'foot' }, 15, 15],
  [{ pdf_header_template: 'head', pdf_margin_top: '0', pdf_margin_bottom: '3mm' }, 0, 3],
  [{ pdf_footer_template: 'foot', pdf_margin_bottom: '40mm' }, 0, 40],
])('a template without a margin on its side gets one: %j', (options, top, bottom) => {
  const { margins } = resolve(options)
  expect([margins.top * 25.4, margins.bottom * 25.4]).toEqual([
    expect.closeTo(top, 10),
    expect.closeTo(bottom, 10),
  ])
})
