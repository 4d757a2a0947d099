import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'
import { assetsDir } from '../../support/render/shared-browser.ts'

const fixture = await startPdfFixture()

const html = `<!doctype html><title>My title</title><p>first</p><p style="break-before:page">second</p>`
const margins = { pdf_margin_top: '1in', pdf_margin_bottom: '1in' }
const numbers = '<span class="pageNumber"></span> of <span class="totalPages"></span>'

test('header and footer show their text, title and page numbers on every page', async () => {
  const pdf = await fixture.read({
    html,
    ...margins,
    pdf_header_template: '<b>Head</b> <i class="title"></i>',
    pdf_footer_template: `Foot ${numbers}`,
  })
  expect(pdf.pageCount).toBe(2)
  for (const [index, text] of [await pdf.text(1), await pdf.text(2)].entries()) {
    expect(text).toContain('Head')
    expect(text).toContain('My title')
    expect(text.replace(/\s+/g, ' ')).toContain(`Foot ${index + 1} of 2`)
  }
  const [head, foot] = [await pdf.place(1, 'Head'), await pdf.place(1, 'Foot')]
  expect(head.top).toBeLessThan(72)
  expect(foot.top).toBeGreaterThan(720)
})

test('a template without a margin on its side has room, and shares it with nothing', async () => {
  const lines = Array.from({ length: 80 }, (_, index) => `<div>line${index}.</div>`).join('')
  const templates = { pdf_header_template: 'Head', pdf_footer_template: `Foot ${numbers}` }
  const document = `<!doctype html><body style="margin: 0; font: 16px/20px Arial">${lines}`
  const placesOf = async (options: object) => {
    const pdf = await fixture.read({ html: document, ...templates, ...options })
    const last = (await pdf.text(1)).match(/line\d+\./g)?.at(-1) ?? ''
    const places = [await pdf.place(1, 'line0.'), await pdf.place(1, last)]
    return { head: await pdf.place(1, 'Head'), foot: await pdf.place(1, 'Foot'), lines: places }
  }
  const margin = (15 / 25.4) * 72
  const { head, foot, lines: content } = await placesOf({})
  const [first, last] = content as [typeof head, typeof head]
  expect(head.top + head.height).toBeLessThan(margin)
  expect(first.top).toBeGreaterThan(head.top + head.height)
  // The place of a text begins at the height of its font above its baseline.
  expect(Math.abs(first.top - margin)).toBeLessThan(2)
  expect(last.top + last.height).toBeLessThanOrEqual(792 - margin)
  expect(foot.top).toBeGreaterThan(792 - margin)
  const overlaid = await placesOf({ pdf_margin_top: '0', pdf_margin_bottom: '5mm' })
  expect(overlaid.lines[0]?.top).toBeLessThan(head.top)
  expect(overlaid.lines[1]?.top).toBeGreaterThan(last.top)
})

test('text is large enough to read, and colors and images in data: URLs are printed', async () => {
  const red = `<svg xmlns='http://www.w3.org/2000/svg' width='50' height='20'><rect width='50' height='20' fill='red'/></svg>`
  const pdf = await fixture.read({
    html,
    ...margins,
    pdf_header_template: `Readable<br><img src="data:image/svg+xml;base64,${Buffer.from(red).toString('base64')}"><div style="background:#0a0;height:300px"></div>`,
  })
  expect((await pdf.place(1, 'Readable')).height).toBeGreaterThan(6)
  expect(await pdf.color(1, 20, 35)).toEqual([255, 0, 0])
  expect(await pdf.color(1, 300, 68)).toEqual([0, 170, 0])
})

test('a header alone adds nothing of the browser', async () => {
  const pdf = await fixture.read({ html, ...margins, pdf_header_template: 'Only this' })
  expect((await pdf.text(1)).replace(/\s+/g, ' ').trim().split(' ').sort()).toEqual(['Only', 'first', 'this'])
})

test('the URL of a page is shown, and the internal one of `html` is not', async () => {
  const header = { ...margins, pdf_header_template: 'At <span class="url"></span>' }
  const url = `${fixture.site.url}/browser/scripts.html`
  expect(await (await fixture.read({ url, ...header })).text(1)).toContain(url)
  expect(await (await fixture.read({ html, ...header })).text(1)).not.toContain('stillframe')
})

describe('a font in a template', () => {
  const withFont = (source: string, text: string) =>
    `<style>@font-face { font-family: Own; src: url(${source}) } p { font-family: Own, Cousine }</style><p>${text}`
  const fontsOf = (body: Buffer) =>
    body
      .toString('latin1')
      .match(/(?<=\/FontName \/[A-Z]{6}\+)[\w-]+/g)
      ?.sort()

  test('is used on every page, and no other text is affected', async () => {
    const file = await readFile(join(assetsDir, 'fonts/NotoSansArmenian_400Regular.ttf'))
    const footer = withFont(`data:font/ttf;base64,${file.toString('base64')}`, 'Numbers 123')
    const { body, report } = await fixture.take({ html, ...margins, pdf_footer_template: footer })
    expect(fontsOf(body)).toEqual(['NotoSansArmenian-Regular', 'Tinos-Regular'])
    expect(report.fonts).toEqual({ awaited: 1, missing: 0 })
  })

  test('that cannot be loaded is replaced by the next one, and reported', async () => {
    const header = withFont('data:font/woff2;base64,AAAA', 'Head')
    const { body, report } = await fixture.take({ html, ...margins, pdf_header_template: header })
    expect(fontsOf(body)).toEqual(['Cousine-Regular', 'Tinos-Regular'])
    expect(report.fonts).toEqual({ awaited: 1, missing: 1 })
  })
})

test('a hostile template reaches nothing, and the document is printed', async () => {
  const template = `<script>document.body.append("LEAK")</script>
<img src="data:x" onerror="document.body.append('LEAK')"><svg onload="document.body.append('LEAK')"></svg>
<svg onload="for(;;);"></svg><img src="data:x" onerror="for(;;);"></div></body></html><body>`
  const pdf = await fixture.read({ html, ...margins, pdf_header_template: `Head ${template}` })
  expect(pdf.pageCount).toBe(2)
  const text = await pdf.text(1)
  expect(text).toContain('first')
  expect(text).not.toContain('LEAK')
})
