import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Canary, startCanary } from '../../support/canary.ts'
import { type PdfFixture, startPdfFixture } from '../../support/pdf-fixture.ts'

let fixture: PdfFixture
let canary: Canary

beforeAll(async () => {
  fixture = await startPdfFixture()
  canary = await startCanary()
})

afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await canary[Symbol.asyncDispose]()
})

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

test('text is large enough to read and colours are printed', async () => {
  const pdf = await fixture.read({
    html,
    ...margins,
    pdf_header_template: 'Readable<div style="background:#0a0;height:300px"></div>',
  })
  expect((await pdf.place(1, 'Readable')).height).toBeGreaterThan(6)
  expect(await pdf.colour(1, 300, 60)).toEqual([0, 170, 0])
})

test.each([
  ['header', { pdf_header_template: 'Only this' }],
  ['footer', { pdf_footer_template: 'Only this' }],
])('a %s alone brings nothing of the browser’s own', async (_, template) => {
  const pdf = await fixture.read({ html, ...margins, ...template })
  expect((await pdf.text(1)).replace(/\s+/g, ' ').trim().split(' ').sort()).toEqual(['Only', 'first', 'this'])
})

test('without templates there is nothing in the margins', async () => {
  const pdf = await fixture.read({ html, ...margins })
  expect((await pdf.text(1)).trim()).toBe('first')
})

test('the internal address of an html document does not show', async () => {
  const pdf = await fixture.read({ html, ...margins, pdf_header_template: 'At <span class="url"></span>' })
  expect(await pdf.text(1)).not.toContain('stillframe')
})

test('the address of a page shows', async () => {
  const url = `${fixture.site.url}/browser/scripts.html`
  const pdf = await fixture.read({ url, ...margins, pdf_header_template: '<span class="url"></span>' })
  expect(await pdf.text(1)).toContain(url)
})

test('images in data: addresses are drawn', async () => {
  const red = `<svg xmlns='http://www.w3.org/2000/svg' width='50' height='50'><rect width='50' height='50' fill='red'/></svg>`
  const pdf = await fixture.read({
    html,
    ...margins,
    pdf_header_template: `<img src="data:image/svg+xml;base64,${Buffer.from(red).toString('base64')}">`,
  })
  expect(await pdf.colour(1, 20, 40)).toEqual([255, 0, 0])
})

describe('a hostile template', () => {
  const attacks: [name: string, template: (address: string) => string][] = [
    ['images', (at) => `<img src="${at}/a"><img srcset="${at}/b 1x"><input type="image" src="${at}/c">`],
    [
      'frames',
      (at) => `<iframe src="${at}/a"></iframe><object data="${at}/b"></object><embed src="${at}/c">`,
    ],
    [
      'scripts',
      (at) =>
        `<script>new Image().src="${at}/a"; document.body.append("LEAK")</script><script src="${at}/b"></script>`,
    ],
    [
      'handlers',
      (at) =>
        `<img src="data:x" onerror="document.body.append('LEAK');fetch('${at}/a')"><svg onload="document.body.append('LEAK')">`,
    ],
    ['an endless handler', () => '<svg onload="for(;;);"></svg><img src="data:x" onerror="for(;;);">'],
    [
      'media',
      (at) => `<video src="${at}/a" poster="${at}/b" autoplay></video><audio src="${at}/c" autoplay></audio>`,
    ],
    [
      'a document in a frame',
      (at) =>
        `<iframe srcdoc="<img src='${at}/a'><script>parent.document.body.append('LEAK')</script>"></iframe>`,
    ],
    [
      'files',
      () =>
        '<iframe src="file:///etc/passwd"></iframe><img src="file:///etc/hostname"><object data="file:///etc/passwd"></object>',
    ],
    ['a refresh', (at) => `<meta http-equiv="refresh" content="0;url=${at}/a">`],
    ['an end of the wrapper', (at) => `</div></body></html><body><img src="${at}/a">`],
    ['a base address', (at) => `<base href="${at}"><img src="/a">`],
  ]

  test.each(attacks)('with %s reaches nothing, and the document is made', async (_, template) => {
    const before = canary.connections()
    const requests = fixture.site.requests.length
    for (const address of [`http://127.0.0.1:${canary.port}`, fixture.site.url]) {
      const pdf = await fixture.read({ html, ...margins, pdf_header_template: `Head ${template(address)}` })
      expect(pdf.pageCount).toBe(2)
      const text = await pdf.text(1)
      expect(text).toContain('first')
      expect(text).not.toMatch(/LEAK|root:/)
    }
    expect(canary.connections()).toBe(before)
    expect(fixture.site.requests.length).toBe(requests)
  })

  const loading: [name: string, template: (address: string) => string][] = [
    ['a style sheet', (at) => `<link rel="stylesheet" href="${at}/a">`],
    ['an import', (at) => `<style>@import url(${at}/a)</style>`],
    ['an import in a string', (at) => `<style>@import "${at}/a";</style>`],
    [
      'a font',
      (at) => `<style>@font-face { font-family: x; src: url(${at}/a) } p { font-family: x }</style><p>x`,
    ],
    ['a preload', (at) => `<link rel="preload" as="image" href="${at}/a">`],
  ]

  test.each(loading)('that wants to load %s is refused', async (_, template) => {
    const options = { html, ...margins, pdf_footer_template: template(fixture.site.url) }
    await expect(fixture.take(options)).rejects.toThrow(/`pdf_footer_template` must not load/)
  })

  const hidden: [name: string, template: (address: string) => string][] = [
    ['an import', (at) => `<style>@\\69mport url(${at}/a)</style>`],
    [
      'a font',
      (at) => `<style>@font-\\66ace { font-family: x; src: url(${at}/a) } p { font-family: x }</style><p>x`,
    ],
    ['a background', (at) => `<style>p { background: \\75rl(${at}/a) }</style><p>x`],
    ['an image set', (at) => `<style>p { background: image-set("${at}/a" 1x) }</style><p>x`],
    ['a file', () => '<style>p { background: url(file:///etc/hostname) }</style><p>x'],
  ]

  test.each(hidden)('that hides %s harms nobody else and reaches nothing', async (_, template) => {
    const before = canary.connections()
    const requests = fixture.site.requests.length
    for (const address of [`http://127.0.0.1:${canary.port}`, fixture.site.url]) {
      const attack = fixture.take({ html, ...margins, pdf_footer_template: template(address) })
      const outcome = await attack.then(
        ({ contentType }) => contentType,
        ({ code }) => code,
      )
      expect(['application/pdf', 'page_crashed']).toContain(outcome)
      expect((await fixture.read({ html })).pageCount).toBe(2)
    }
    expect(canary.connections()).toBe(before)
    expect(fixture.site.requests.length).toBe(requests)
  })
})
