import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PdfFixture, startPdfFixture } from '../../support/render/pdf-fixture.ts'

let fixture: PdfFixture

beforeAll(async () => {
  fixture = await startPdfFixture()
})

afterAll(() => fixture[Symbol.asyncDispose]())

const millimetres = (value: number) => (value / 25.4) * 72

const sheets = (count: number) =>
  `<!doctype html><title>Sheets</title><style>body, p { margin: 0 } p + p { break-before: page }</style>${Array.from({ length: count }, (_, i) => `<p>sheet ${i + 1}.</p>`).join('')}`

describe('the size of the pages', () => {
  test.each([
    ['letter by default', {}, 612, 792],
    ['legal', { pdf_paper_format: 'legal' }, 612, 1008],
    ['tabloid', { pdf_paper_format: 'tabloid' }, 792, 1224],
    ['ledger', { pdf_paper_format: 'ledger' }, 1224, 792],
    ['a0', { pdf_paper_format: 'a0' }, millimetres(841), millimetres(1189)],
    ['a1', { pdf_paper_format: 'a1' }, millimetres(594), millimetres(841)],
    ['a2', { pdf_paper_format: 'a2' }, millimetres(420), millimetres(594)],
    ['a3', { pdf_paper_format: 'a3' }, millimetres(297), millimetres(420)],
    ['a4', { pdf_paper_format: 'a4' }, millimetres(210), millimetres(297)],
    ['a5', { pdf_paper_format: 'a5' }, millimetres(148), millimetres(210)],
    ['a6', { pdf_paper_format: 'a6' }, millimetres(105), millimetres(148)],
    ['landscape', { pdf_landscape: true }, 792, 612],
    ['a4 landscape', { pdf_paper_format: 'a4', pdf_landscape: true }, millimetres(297), millimetres(210)],
    ['inches', { pdf_width: '4in', pdf_height: '6.5in' }, 288, 468],
    ['millimetres', { pdf_width: '100mm', pdf_height: '50mm' }, millimetres(100), millimetres(50)],
    ['centimetres', { pdf_width: '10cm', pdf_height: '5cm' }, millimetres(100), millimetres(50)],
    ['pixels', { pdf_width: '800px', pdf_height: '600px' }, 600, 450],
    ['points', { pdf_width: '300pt', pdf_height: '200pt' }, 300, 200],
    ['a custom size, rotated', { pdf_width: '4in', pdf_height: '6in', pdf_landscape: true }, 432, 288],
  ])('%s', async (_, options, width, height) => {
    const pdf = await fixture.read({ html: '<p>x', ...options })
    const [gotWidth, gotHeight] = await pdf.size(1)
    expect(pdf.pageCount).toBe(1)
    expect(Math.abs(gotWidth - width)).toBeLessThan(1)
    expect(Math.abs(gotHeight - height)).toBeLessThan(1)
  })

  const withPageRule = (size: string) =>
    `<style>@page { size: ${size}; margin: 0 } body { margin: 0 }</style><p>x`

  test.each([
    ['an upright one', '60mm 100mm', [595, 842]],
    ['a landscape one, rotated', '100mm 60mm', [842, 595]],
  ])('is that of the paper for %s of the page rules', async (_, size, expected) => {
    const pdf = await fixture.read({ html: withPageRule(size), pdf_paper_format: 'a4' })
    const sides = await pdf.size(1)
    expect(sides.map((side, i) => Math.abs(side - (expected[i] ?? 0)) < 1.5)).toEqual([true, true])
  })

  test('is that of the page rules with pdf_prefer_css_page_size', async () => {
    const pdf = await fixture.read({ html: withPageRule('100mm 60mm'), pdf_prefer_css_page_size: true })
    expect((await pdf.size(1)).map(Math.round)).toEqual([283, 170])
  })
})

describe('margins and scale', () => {
  const html = '<body style="margin:0">corner<div style="height:9.5in"></div><p>far'

  test('content begins at the margins', async () => {
    const pdf = await fixture.read({
      html,
      pdf_margin_top: '1in',
      pdf_margin_left: '36pt',
      pdf_margin_right: '96px',
      pdf_margin_bottom: '25.4mm',
    })
    const { left, top } = await pdf.place(1, 'corner')
    expect(left).toBeCloseTo(36, 0)
    expect(Math.abs(top - 72)).toBeLessThan(6)
    expect(pdf.pageCount).toBe(2)
  })

  test('without margins content begins at the corner', async () => {
    const pdf = await fixture.read({ html })
    const { left, top } = await pdf.place(1, 'corner')
    expect(left).toBeCloseTo(0, 0)
    expect(Math.abs(top)).toBeLessThan(6)
    expect(pdf.pageCount).toBe(1)
  })

  test.each([0.1, 0.5, 2])('letters are %s times as tall at this scale', async (scale) => {
    const [plain, scaled] = [await fixture.read({ html }), await fixture.read({ html, pdf_scale: scale })]
    const [one, other] = [await plain.place(1, 'corner'), await scaled.place(1, 'corner')]
    expect(other.height / one.height).toBeCloseTo(scale, 1)
  })
})

describe('page ranges', () => {
  test.each([
    ['3', ['sheet 3.']],
    ['2-4', ['sheet 2.', 'sheet 3.', 'sheet 4.']],
    ['1-2, 5', ['sheet 1.', 'sheet 2.', 'sheet 5.']],
    ['4-', ['sheet 4.', 'sheet 5.']],
    ['4-99', ['sheet 4.', 'sheet 5.']],
  ])('%s prints those pages', async (ranges, texts) => {
    const pdf = await fixture.read({ html: sheets(5), pdf_page_ranges: ranges })
    const found = await Promise.all(texts.map((_, index) => pdf.text(index + 1)))
    expect(pdf.pageCount).toBe(texts.length)
    expect(found.map((text) => text.trim())).toEqual(texts)
  })

  test.each([
    [1, '2', 'includes page 2, but the document has 1 page.'],
    [5, '6', 'includes page 6, but the document has 5 pages.'],
    [5, '7-9', 'includes page 7, but the document has 5 pages.'],
    [5, '1, 2-3, 1000-', 'includes page 1000, but the document has 5 pages.'],
    [40, '41', 'the document has 40 pages.'],
  ])('of %s pages, %s is refused with the number of pages', async (count, ranges, message) => {
    await expect(fixture.take({ html: sheets(count), pdf_page_ranges: ranges })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(message),
    })
  })
})
