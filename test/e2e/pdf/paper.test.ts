import { describe, expect, test } from 'vitest'
import { readCases } from '../../support/read-cases.ts'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'
import type { Pdf } from '../../support/render/read-pdf.ts'

const fixture = await startPdfFixture()

const numbers = Array.from({ length: 40 }, (_, index) => index + 1)
const sentence = 'The harbor office keeps a ledger of every boat that passes the mole. '
const paragraphs = numbers.map((number) => `<p>Part ${number}. ${sentence.repeat(5)}</p>`).join('')

const pageTexts = (pdf: Pdf) =>
  Promise.all(Array.from({ length: pdf.pageCount }, (_, index) => pdf.text(index + 1)))

const partsOf = (text: string) => [...text.matchAll(/Part (\d+)\./g)].map(([, number]) => Number(number))

const document = (css: string, body: string) =>
  `<!doctype html><meta charset="utf-8"><style>html, body { margin: 0 } ${css}</style>${body}`

describe('an inner scroller is printed whole', () => {
  const scrollers = readCases('pdf/inner-scrollers.txt').map(({ name, parts: [css = '', body = ''] }) => ({
    name,
    html: document(css, body.replace('PARAGRAPHS', paragraphs)),
  }))

  test.each(scrollers)('$name', async ({ html }) => {
    const pdf = await fixture.read({ html })
    const text = (await pageTexts(pdf)).join(' ')
    expect(partsOf(text)).toEqual(numbers)
    expect(text).toContain('Menu')
    if (html.includes('after')) expect(text.indexOf('after')).toBeGreaterThan(text.indexOf('Part 40.'))
  })

  test('that has enough room in the window, but not on paper', async () => {
    const lines = Array.from({ length: 52 }, (_, index) => `<p style="margin:0">line ${index + 1}.`).join('')
    const css = `${'html, body { height: 100%; overflow: hidden }'} main { height: 100vh; overflow: auto; font: 16px/20px Arial }`
    const pdf = await fixture.read({ html: document(css, `<main>${lines}`), pdf_paper_format: 'a5' })
    expect((await pageTexts(pdf)).join(' ')).toContain('line 52.')
  })

  test('that fills itself while it is scrolled', async () => {
    const script = `const fill = () => { list.replaceChildren(spacer)
      const last = Math.min(100, Math.ceil((list.scrollTop + list.clientHeight) / 40))
      for (let row = Math.floor(list.scrollTop / 40); row < last; row++) list.append(Object.assign(document.createElement('p'), { textContent: 'row ' + (row + 1) + '.', style: 'position: absolute; margin: 0; top: ' + row * 40 + 'px' })) }
      const spacer = document.createElement('div'); spacer.style.height = '4000px'; new ResizeObserver(fill).observe(list)`
    const css =
      'body { height: 100%; overflow: hidden } #list { height: 100vh; overflow: auto; position: relative }'
    const pdf = await fixture.read({ html: document(css, `<div id="list"></div><script>${script}</script>`) })
    expect((await pageTexts(pdf)).join(' ')).toContain('row 100.')
  })

  test('with sections as tall as the window, each of which keeps its height', async () => {
    const css =
      'body { height: 100%; overflow: hidden } div { height: 100vh; overflow: auto } section { height: 100%; position: relative } b { position: absolute; top: 300px }'
    const sections = ['one', 'two', 'three'].map((text) => `<section><b>${text}</b></section>`).join('')
    const pdf = await fixture.read({ html: document(css, `<div>${sections}</div>`) })
    expect(await pageTexts(pdf)).toEqual(['one', 'two', 'three'])
  })

  test('but a closed drawer, a menu and a fixed box add no pages', async () => {
    const css =
      'nav { overflow: auto; height: 100px } .drawer { position: fixed; inset: 0 auto 0 0; width: 300px; transform: translateX(-100%) } .chat { position: fixed; right: 0; bottom: 0; height: 100px; overflow: auto }'
    const body = `<p>page</p><nav>${paragraphs}</nav><div class="drawer" style="overflow:auto">${paragraphs}</div><div class="chat">${paragraphs}</div>`
    expect((await fixture.read({ html: document(css, body) })).pageCount).toBe(1)
  })
})

describe('a fixed element', () => {
  const bar = 'position: fixed; left: 0; right: 0; height: 90px; background: #222; color: #fff'
  test.each(
    readCases('pdf/fixed-elements.txt').map(({ name, parts: [css = '', element = '', pages] }) => ({
      name,
      html: document(css, element + paragraphs),
      pages,
    })),
  )('$name is on the right pages, and covers no further one', async ({ html, pages }) => {
    const pdf = await fixture.read({ html, pdf_print_background: true })
    const texts = await pageTexts(pdf)
    const found = texts.flatMap((text, index) => (text.includes('FIXED') ? [index + 1] : []))
    expect(partsOf(texts.join(' '))).toEqual(numbers)
    expect(found).toEqual(pages === 'all' ? texts.map((_text, index) => index + 1) : [Number(pages)])
    expect(texts.length).toBeGreaterThan(2)
  })

  test.each([
    ['in a block', ''],
    ['in a grid', 'body { display: grid }'],
    ['that is centered', 'footer { left: 50%; transform: translateX(-50%); width: 400px }'],
  ])('at the lower edge, %s, comes after the text', async (_, css) => {
    const html = document(`footer { ${bar}; bottom: 0 } ${css}`, `${paragraphs}<footer>FIXED</footer>`)
    const pdf = await fixture.read({ html })
    const last = await pdf.place(pdf.pageCount, 'FIXED')
    expect(last.top).toBeGreaterThan((await pdf.place(pdf.pageCount, 'Part 40.')).top)
    expect(last.left).toBeGreaterThanOrEqual(0)
    expect(partsOf((await pageTexts(pdf)).join(' '))).toEqual(numbers)
  })

  test('stays at the lower edge of a document with one page', async () => {
    const pdf = await fixture.read({
      html: document(`footer { ${bar}; bottom: 0 }`, '<p>Bill</p><footer>FIXED</footer>'),
    })
    expect(pdf.pageCount).toBe(1)
    expect((await pdf.place(1, 'FIXED')).top).toBeGreaterThan(700)
  })

  test('for which the head and the foot of a table make room stays on every page', async () => {
    const css =
      '.head, .space { height: 90px } .head { position: fixed; top: 0 } .foot { position: fixed; bottom: 0; height: 40px } tfoot div { height: 40px }'
    const table = `<table><thead><tr><td><div class="space"></div></thead><tbody><tr><td>${paragraphs}</tbody><tfoot><tr><td><div></div></tfoot></table>`
    const pdf = await fixture.read({
      html: document(css, `<div class="head">HEAD</div><div class="foot">FOOT</div>${table}`),
    })
    for (const text of await pageTexts(pdf)) expect(text).toMatch(/HEAD.*FOOT|FOOT.*HEAD/s)
  })
})
