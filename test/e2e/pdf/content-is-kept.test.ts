import { expect, test } from 'vitest'
import { startPdfFixture } from '../../support/render/pdf-fixture.ts'

const fixture = await startPdfFixture()

/** Borders are printed like text, also without backgrounds. */
const blue = [0, 0, 255]
const white = [255, 255, 255]

test('what is seen through translucent layers is printed without backgrounds, and what opaque ones cover is not', async () => {
  const layers = [
    ['background: rgba(0, 0, 0, .5)', '', blue],
    ['background: rgb(0 0 0 / 90%)', '', blue],
    ['background: linear-gradient(transparent, #fff)', '', blue],
    ['background: rgba(255, 255, 255, .6)', 'Loading', blue],
    ['background: rgba(255, 255, 255, .95)', 'A card', white],
    ['background: #fff', '', white],
    ['background: linear-gradient(#eee, #fff)', '', white],
  ] as const
  const boxes = layers.map(([style, text]) => `<div><hr><i style="${style}">${text}</i></div>`).join('')
  const html = `<!doctype html><style>body { margin: 0 } hr { margin: 0; border: 0; border-top: 40px solid #00f }
    div { position: relative; height: 60px } i { position: absolute; inset: 0; padding-left: 300px; transition: background 1s }
    p { margin: 0; position: relative; height: 60px } p::after { content: ""; position: absolute; inset: 0; background: rgba(0, 0, 0, .4) }
    b { display: block; border-top: 40px solid #00f }</style>${boxes}<p><b></b></p>`
  const pdf = await fixture.read({ html })
  const found = await Promise.all(
    [...layers, 0].map((_, index) => pdf.color(1, 100, (60 * index + 20) * 0.75)),
  )
  expect(found).toEqual([...layers.map(([, , color]) => color), blue])
})

test('the page behind a modal dialog is printed without backgrounds', async () => {
  const pdf = await fixture.read({
    html: '<!doctype html><body style="margin:0"><hr style="margin:0;border:0;border-top:40px solid #00f"><dialog>Text</dialog><script>document.querySelector("dialog").showModal()</script>',
  })
  expect(await pdf.color(1, 100, 15)).toEqual(blue)
  expect(await pdf.text(1)).toContain('Text')
})

test('a field with more lines than it shows is printed whole', async () => {
  const lines = (name: string) => Array.from({ length: 9 }, (_, index) => `${name}${index + 1}`).join('\n')
  const pdf = await fixture.read({
    html: `<!doctype html><textarea rows="3">${lines('wide-')}</textarea><textarea style="width:100%;height:50px">${lines('high-')}</textarea><p>after`,
  })
  const { left, top } = await pdf.place(1, 'wide-9')
  expect(left).toBeLessThan(100)
  expect((await pdf.place(1, 'high-9')).top).toBeGreaterThan(top)
  expect((await pdf.place(1, 'after')).top).toBeGreaterThan((await pdf.place(1, 'high-9')).top)
})

const cells = (count: number, css = '') =>
  `<table style="${css}"><tr>${Array.from({ length: count }, (_, index) => `<td style="white-space:nowrap;padding:6px">cell${index + 1}</td>`).join('')}</tr></table>`
const scroller = (content: string, css = '') => `<div style="overflow-x:auto;${css}">${content}</div>`
/** Eight columns, each of which scrolls. */
const board = (columnCss: string, css: string) => {
  const column = (index: number) =>
    `<div style="${columnCss};height:40px;overflow-y:auto"><p>card-${index + 1}</p><p>below-${index + 1}</p></div>`
  return `<div style="overflow-x:auto;${css}">${Array.from({ length: 8 }, (_, index) => column(index)).join('')}</div>`
}
const tall = (content: string) =>
  `<style>html,body{height:100%;margin:0;overflow:hidden}</style><div style="display:flex;flex-direction:column;height:20vh">${content.replaceAll('height:40px', 'height:100%').replace(/<p>below-\d<\/p>/g, '')}</div>`
test.each([
  ['a table', scroller(cells(15)), 'cell15'],
  ['a table in a scroller both ways', scroller(cells(15).repeat(30), 'height:200px;overflow:auto'), 'cell15'],
  ['a table in a block of code', `<pre style="overflow:auto">${cells(15)}</pre>`, 'cell15'],
  ['code', `<pre style="overflow:auto"><code>${'call(argument), '.repeat(20)}<b>END</b></code></pre>`, 'END'],
  [
    'cards',
    scroller(
      Array.from({ length: 8 }, (_, index) => `<p style="flex:0 0 280px">card-${index + 1}</p>`).join(''),
      'display:flex',
    ),
    'card-8',
  ],
  ['a board of columns that scroll', board('flex:0 0 280px', 'display:flex'), 'card-8'],
  [
    'a board whose last column is beside the window',
    scroller(board('width:280px', 'display:flex;min-width:max-content')),
    'below-8',
  ],
  ['a board as tall as the window', tall(board('flex:0 0 280px', 'flex:1;display:flex')), 'card-8'],
  [
    'a wide drawing',
    scroller('<svg width="2000" height="50"><text x="1900" y="30">drawn</text></svg>'),
    'drawn',
  ],
])('what scrolls sideways fits on the paper: %s', async (_, content, last) => {
  for (const options of [{}, { pdf_one_page: true }]) {
    const pdf = await fixture.read({ html: `<!doctype html><h1>Head</h1>${content}<p>after`, ...options })
    const [width] = await pdf.size(1)
    expect(width).toBeCloseTo(612, 1)
    expect((await pdf.place(1, last)).left).toBeLessThan(width - 15)
    expect((await pdf.place(1, 'Head')).height).toBeGreaterThan(20)
  }
})
