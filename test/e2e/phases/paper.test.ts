import { expect, test } from 'vitest'
import { withPhasePage } from '../../support/render/phase-page.ts'

const wanted = { page: undefined, hasHeadings: false, isCleared: false }
const paper = { width: 700, height: 1000 }

/** 400 px of text. */
const tall = `<p style="line-height: 20px">${'text<br>'.repeat(20)}`

/** Returns the heights of the elements `div` after inner scrollers have grown, and the scripts of the page have seen it. */
const unroll = (html: string) =>
  withPhasePage(
    `<!doctype html><style>body { margin: 0 } p { margin: 0 }</style>${html}`,
    async ({ call, read }) => {
      await call('findCutOnPaper', paper)
      for (let isFirst = true; await call('unrollForPaper', paper.height, isFirst); isFirst = false)
        await call('twoFrames')
      return read(() => Array.from(document.querySelectorAll('div'), (div) => div.offsetHeight))
    },
  )

test.each([
  ['content', `<div style="height: 100px; overflow: auto">${tall}`, [400]],
  ['a menu', `<nav><div style="height: 100px; overflow: auto">${tall}`, [100]],
  [
    'a column that keeps its place',
    `<main style="display: grid; min-height: 1000px"><div style="position: sticky; top: 0; height: 90px; overflow: auto">${tall}`,
    [400],
  ],
  [
    'a column of links that keeps its place',
    `<div style="position: sticky; top: 0; height: 90px; overflow: auto"><a>one</a>${tall.replaceAll('text', '<a>text</a>')}`,
    [90],
  ],
  [
    'a scroll bar',
    '<div style="height: 100px; overflow: auto; position: relative"><p style="position: absolute">text</p><div style="height: 100px; overflow: auto"><b style="display: block; height: 400px">',
    [100, 100],
  ],
  [
    'positioned content',
    `<div style="height: 50px; position: relative"><div style="position: absolute; inset: 0; overflow: auto">${tall}`,
    [400, 400],
  ],
  [
    'positioned content with a place of its own',
    `<div style="height: 50px; position: relative">text<div style="position: absolute; inset: 40px 0 0 9px; overflow: auto">${tall}`,
    [440, 400],
  ],
  [
    'what is beside content that becomes whole',
    `<div style="height: 90px"><div style="height: 100%; float: left; overflow: hidden"><p style="position: absolute">text</div><div style="height: 100%; overflow: auto">${tall}`,
    [400, 90, 400],
  ],
  [
    'rows that no script draws',
    '<div style="height: 100px; overflow: auto"><p style="height: 100px">text</p><b style="display: block; height: 400px">',
    [100],
  ],
  [
    'rows that a script draws',
    `<div style="height: 100px; overflow: auto"><section style="height: 400px"></section></div><script>
      const list = document.querySelector('div')
      const draw = () => { list.firstChild.innerHTML = '<p style="height: 20px">row</p>'.repeat(list.clientHeight / 20) }
      draw()
      new ResizeObserver(draw).observe(list)</script>`,
    [400],
  ],
])(
  'inner scrollers grow with their content and nothing becomes lower or empty: %s',
  async (_, html, heights) => {
    expect(await unroll(html)).toEqual(heights)
  },
)

test('fixed elements are printed once, unless a rule fixes them in print', async () => {
  const html = `<!doctype html><style>@media print { #kept { position: fixed } } p { position: fixed; top: 0; height: 50px; background: red }</style>
    <p id="kept">header</p><p id="released">bar</p><p id="unseen" style="display: none">dialog</p>`
  const released = await withPhasePage(html, async ({ call, read }) => {
    const { fixed } = await call('openPages', wanted, 20_000)
    await call('releaseFixedOnPaper')
    const positions = await read(() =>
      Array.from(document.querySelectorAll('p'), (element) => getComputedStyle(element).position),
    )
    return { fixed, positions }
  })
  expect(released).toEqual({ fixed: 2, positions: ['fixed', 'absolute', 'fixed'] })
})

test('code wraps, and what else scrolls sideways is made as narrow as it is', async () => {
  const html = `<!doctype html><style>body { margin: 0 } * { overflow-x: auto } div { width: 300px }</style>
    <pre>${'word '.repeat(200)}</pre><div><section style="width: 600px; height: 10px"></section></div>`
  const fitted = await withPhasePage(html, async ({ call, read }) => {
    const { sideways } = await call('openPages', wanted, 20_000)
    await call('fitWidth', paper.height, false)
    const hidden = await read(() =>
      Array.from(
        document.querySelectorAll('pre, div'),
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      ),
    )
    return { sideways, hidden }
  })
  expect(fitted).toEqual({ sideways: expect.any(Number), hidden: [0, 0] })
})

test('the size of pages applies unless the document declares one', async () => {
  const open = (styles: string) =>
    withPhasePage(`<!doctype html><style>${styles}</style><h1>One</h1><h2>Two</h2>`, ({ call }) =>
      call('openPages', { page: { size: '500px 700px' }, hasHeadings: true, isCleared: false }, 20_000),
    )
  expect(await open('')).toMatchObject({ sizes: { declared: [], isSet: true }, headings: ['One', 'Two'] })
  expect(await open('@page { size: A5 }')).toMatchObject({ sizes: { declared: ['a5'], isSet: false } })
})

test('translucent layers are cleared where no backgrounds are printed', async () => {
  const html = `<!doctype html><div style="position: absolute; inset: 0; background: rgb(0 0 0 / 50%)"></div>`
  const colors = await withPhasePage(html, async ({ call, read }) => {
    const color = () => read(() => getComputedStyle(document.querySelector('div') as Element).backgroundColor)
    await call('openPages', wanted, 20_000)
    const kept = await color()
    await call('openPages', { ...wanted, isCleared: true }, 20_000)
    return [kept, await color()]
  })
  expect(colors).toEqual(['rgba(0, 0, 0, 0.5)', 'rgba(0, 0, 0, 0)'])
})
