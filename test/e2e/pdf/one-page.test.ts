import { describe, expect, test } from 'vitest'
import { readCases, readOptions } from '../../support/read-cases.ts'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'

const fixture = await startPdfFixture()

/** CSS pixels in points. */
const points = (pixels: number) => (pixels / 96) * 72

const body = (content: string, css = '') =>
  `<!doctype html><style>body { margin: 0; font: 16px/20px Arial } ${css}</style>${content}`

const block = (height: number, text = 'block') => `<div style="height:${height}px">${text}</div>`

/** The size of each page is in CSS pixels of its document, and its width in points. */
const documents = readCases('pdf/one-page.txt').map(({ name, parts: [html = '', expected] }) => {
  const [size, options] = readOptions(expected)
  const [width, height] = size.split(' x ').map(Number)
  return {
    name,
    html: html.replace('WORDS', 'word '.repeat(3000)),
    options,
    width: width ?? 0,
    height: height ?? 0,
  }
})

test.each(documents)('one page holds a document with $name', async ({ html, options, width, height }) => {
  const pdf = await fixture.read({ html, pdf_one_page: true, ...options })
  const [gotWidth, gotHeight] = await pdf.size(1)
  expect(pdf.pageCount).toBe(1)
  expect(Math.abs(gotWidth - width)).toBeLessThan(1.5)
  // Columns of text are as tall as their font makes them.
  if (!Number.isNaN(height)) expect(Math.abs(gotHeight - points(height))).toBeLessThan(3)
})

test('the end of the document is on the page', async () => {
  const lines = Array.from({ length: 300 }, (_, i) => `<p>line ${i + 1}.</p>`).join('')
  const pdf = await fixture.read({ html: body(lines), pdf_one_page: true })
  const text = await pdf.text(1)
  expect(text).toContain('line 1.')
  expect(text).toContain('line 300.')
  const [, height] = await pdf.size(1)
  expect(height - (await pdf.place(1, 'line 300.')).top).toBeLessThan(40)
})

test('header and footer are in its margins', async () => {
  const pdf = await fixture.read({
    html: body(block(3000)),
    pdf_one_page: true,
    pdf_margin_top: '1in',
    pdf_margin_bottom: '1in',
    pdf_header_template: 'Head',
    pdf_footer_template: 'Foot <span class="totalPages"></span>',
  })
  const [, height] = await pdf.size(1)
  expect((await pdf.place(1, 'Head')).top).toBeLessThan(72)
  expect((await pdf.place(1, 'block')).top).toBeGreaterThan(71)
  expect((await pdf.place(1, 'Foot')).top).toBeGreaterThan(height - 72)
})

describe('a page taller than PDF readers can show', () => {
  test('is refused with the limit', async () => {
    await expect(fixture.take({ html: body(block(19_300)), pdf_one_page: true })).rejects.toMatchObject({
      code: 'result_too_large',
      message: expect.stringMatching(/202 inches tall. A PDF page can be at most 200 inches tall/),
    })
  })

  test('is printed at the maximum height', async () => {
    const pdf = await fixture.read({ html: body(block(19_195)), pdf_one_page: true })
    expect(pdf.pageCount).toBe(1)
    expect((await pdf.size(1))[1]).toBeLessThanOrEqual(14_400)
  })
})
