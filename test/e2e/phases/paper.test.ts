import { expect, test } from 'vitest'
import { withPhasePage } from '../../support/render/phase-page.ts'

const wanted = { page: undefined, hasHeadings: false, isCleared: false }
const paper = { width: 700, height: 1000 }

test('inner scrollers grow with their content, but menus do not', async () => {
  const html = `<!doctype html><style>body { margin: 0 } div { height: 100px; overflow: auto } p { height: 400px; margin: 0 }</style>
    <div><p></p></div><nav><div><p></p></div></nav>`
  const unrolled = await withPhasePage(html, async ({ call, read }) => ({
    count: await call('unrollForPaper', paper),
    heights: await read(() => Array.from(document.querySelectorAll('div'), (div) => div.offsetHeight)),
  }))
  expect(unrolled).toEqual({ count: 1, heights: [400, 100] })
})

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
