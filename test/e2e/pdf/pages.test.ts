import { describe, expect, test } from 'vitest'
import { readCases, readOptions } from '../../support/read-cases.ts'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'

const fixture = await startPdfFixture()

const millimetres = (value: number) => (value / 25.4) * 72

const sheets = (count: number) =>
  `<!doctype html><title>Sheets</title><style>body, p { margin: 0 } p + p { break-before: page }</style>${Array.from({ length: count }, (_, i) => `<p>sheet ${i + 1}.</p>`).join('')}`

describe('the size of the pages', () => {
  test.each([
    ['letter by default', {}, 612, 792],
    ['a4 landscape', { pdf_paper_format: 'a4', pdf_landscape: true }, millimetres(297), millimetres(210)],
    [
      'custom, rotated',
      { pdf_width: '4in', pdf_height: '150mm', pdf_landscape: true },
      millimetres(150),
      288,
    ],
  ])('%s', async (_, options, width, height) => {
    const pdf = await fixture.read({ html: '<p>x', ...options })
    const [gotWidth, gotHeight] = await pdf.size(1)
    expect(pdf.pageCount).toBe(1)
    expect(Math.abs(gotWidth - width)).toBeLessThan(0.01)
    expect(Math.abs(gotHeight - height)).toBeLessThan(0.01)
  })

  test('is exact, and the page is drawn up to its edges', async () => {
    const html =
      '<style>@page { margin: 0 } body { margin: 0; background: #00f } div { height: 100vh; box-sizing: border-box; border: 2px solid #f00 }</style><div></div>'
    const pdf = await fixture.read({
      html,
      pdf_width: '85.6mm',
      pdf_height: '53.98mm',
      pdf_print_background: true,
    })
    const [width, height] = await pdf.size(1)
    expect(width).toBeCloseTo(millimetres(85.6), 2)
    expect(height).toBeCloseTo(millimetres(53.98), 2)
    const edges = [
      pdf.color(1, width / 2, 0.4),
      pdf.color(1, width - 1.2, height / 2),
      pdf.color(1, width / 2, height - 1.2),
    ]
    for (const color of await Promise.all(edges)) expect(color[0]).toBeGreaterThan(100)
    expect(await pdf.color(1, width / 2, height / 2)).toEqual([0, 0, 255])
  })

  const withPageRule = (size: string) =>
    `<style>@page { size: ${size}; margin: 0 } body { margin: 0 }</style><p>x`

  test('comes from `pdf_paper_format`, in landscape if the size in the page rules is wider than tall', async () => {
    const pdf = await fixture.read({ html: withPageRule('100mm 60mm'), pdf_paper_format: 'a4' })
    const [width, height] = await pdf.size(1)
    expect(width).toBeCloseTo(millimetres(297), 2)
    expect(height).toBeCloseTo(millimetres(210), 2)
  })

  test('comes from the page rules with pdf_prefer_css_page_size', async () => {
    const pdf = await fixture.read({ html: withPageRule('100mm 60mm'), pdf_prefer_css_page_size: true })
    const [width, height] = await pdf.size(1)
    expect(width).toBeCloseTo(millimetres(100), 2)
    expect(height).toBeCloseTo(millimetres(60), 2)
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

  test('without margins content begins at the corner, and letters are as tall as the scale', async () => {
    const pdf = await fixture.read({ html })
    const { left, top, height } = await pdf.place(1, 'corner')
    expect(left).toBeCloseTo(0, 0)
    expect(Math.abs(top)).toBeLessThan(6)
    expect(pdf.pageCount).toBe(1)
    for (const scale of [0.1, 2]) {
      const scaled = await (await fixture.read({ html, pdf_scale: scale })).place(1, 'corner')
      expect(scaled.height / height).toBeCloseTo(scale, 1)
    }
  })
})

describe('a blank page at the end', () => {
  const pages = readCases('pdf/blank-pages.txt').map(({ name, parts: [html, expected] }) => {
    const [count, options] = readOptions(expected)
    return { name, request: { html, ...options }, count: Number(count) }
  })

  test.each(pages)('$name', async ({ request, count }) => {
    expect((await fixture.read(request)).pageCount).toBe(count)
  })

  test.each([true, false])('is not counted in the footer (tags: %s)', async (isTagged) => {
    const pdf = await fixture.read({
      html: '<!doctype html><style>html, body { height: 100% }</style><h1>Offer</h1>',
      pdf_margin_bottom: '1in',
      pdf_tagged: isTagged,
      pdf_footer_template:
        '<p style="font-size:12px"><span class="pageNumber"></span> of <span class="totalPages"></span>',
    })
    expect(pdf.pageCount).toBe(1)
    expect((await pdf.text(1)).replace(/\s+/g, ' ')).toContain('1 of 1')
  })
})

describe('page ranges', () => {
  test.each([
    ['1-2, 5', ['sheet 1.', 'sheet 2.', 'sheet 5.']],
    ['4-99', ['sheet 4.', 'sheet 5.']],
  ])('%s prints those pages', async (ranges, texts) => {
    const pdf = await fixture.read({ html: sheets(5), pdf_page_ranges: ranges })
    const found = await Promise.all(texts.map((_, index) => pdf.text(index + 1)))
    expect(pdf.pageCount).toBe(texts.length)
    expect(found.map((text) => text.trim())).toEqual(texts)
  })

  test.each([
    [1, '2', 'includes page 2, but the document has 1 page.'],
    [5, '1, 2-3, 1000-', 'includes page 1000, but the document has 5 pages.'],
    [40, '41', 'the document has 40 pages.'],
  ])('of %s pages, %s is refused with the number of pages', async (count, ranges, message) => {
    await expect(fixture.take({ html: sheets(count), pdf_page_ranges: ranges })).rejects.toMatchObject({
      code: 'invalid_parameter',
      message: expect.stringContaining(message),
    })
  })
})
