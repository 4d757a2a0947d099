import { describe, expect, test } from 'vitest'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'

const fixture = await startPdfFixture()

/** CSS pixels in points. */
const points = (pixels: number) => (pixels / 96) * 72

const body = (content: string, css = '') =>
  `<!doctype html><style>body { margin: 0; font: 16px/20px Arial } ${css}</style>${content}`

const block = (height: number, text = 'block') => `<div style="height:${height}px">${text}</div>`

test.each([
  ['no doctype', `<body style="margin:0 0 10px;padding:0 0 20px">${block(100)}`, {}, 612, 130],
  ['no doctype and only text', '<body style="margin:0;font:16px/20px Arial">text', {}, 612, 20],
  ['the whole viewport and more', body(`<div style="height:100vh">hero</div>${block(500)}`), {}, 612, 1580],
  ['at least the viewport', body(`<main>x</main>${block(100)}`, 'body { min-height: 100vh }'), {}, 612, 1080],
  [
    'part of the viewport',
    body(`<div style="min-height:calc(50vh - 40px)">hero</div>${block(1000)}`),
    {},
    612,
    1500,
  ],
  ['all of the root', body(block(2000), 'html, body { height: 100% }'), {}, 612, 2000],
  [
    'sections in percent of an element that scrolls',
    body(
      '<div class="pane"><section>1</section><section>2</section><section>3</section></div>',
      '.pane { height: 100vh; overflow-y: scroll; scroll-snap-type: y mandatory } section { height: 100% }',
    ),
    {},
    612,
    3 * 1080,
  ],
  ['page breaks', body(`${block(300)}<div style="break-before:page">b</div>${block(300)}`), {}, 612, 620],
  [
    'page rules and named pages',
    body(
      `${block(300)}<div style="page:other">b</div>`,
      '@page { size: a6; margin: 3cm } @page other { size: a3 }',
    ),
    {},
    612,
    320,
  ],
  ['text in columns', body(`<div style="columns:3">${'word '.repeat(3000)}</div>`), {}, 612, undefined],
  ['wider content', body(`<div style="width:1020px;height:1020px">wide</div>`), {}, 612, 816],
  ['a scale', body(block(1000)), { pdf_scale: 0.5 }, 612, 500],
  [
    'margins',
    body(block(1000)),
    { pdf_margin_top: '96px', pdf_margin_bottom: '48px', pdf_margin_left: '1in' },
    612,
    1144,
  ],
  [
    'a fixed footer',
    body(`${block(3000)}<footer style="position:fixed;bottom:0">foot</footer>`),
    {},
    612,
    3000,
  ],
  [
    'floats, on narrow paper in landscape',
    body('<div style="float:left;width:100%;aspect-ratio:1/2">f</div>'),
    { pdf_width: '200px', pdf_height: '300px', pdf_landscape: true },
    225,
    600,
  ],
  ['content outside', body('<div style="position:absolute;top:1500px">low</div>'), {}, 612, 1520],
])('one page holds a document with %s', async (_, html, options, width, height) => {
  const pdf = await fixture.read({ html, pdf_one_page: true, ...options })
  const [gotWidth, gotHeight] = await pdf.size(1)
  expect(pdf.pageCount).toBe(1)
  expect(Math.abs(gotWidth - width)).toBeLessThan(1.5)
  if (height !== undefined) expect(Math.abs(gotHeight - points(height))).toBeLessThan(3)
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
