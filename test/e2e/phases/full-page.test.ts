import { expect, test } from 'vitest'
import { withPhasePage } from '../../support/render/phase-page.ts'

const boxes = (selector: string) =>
  Array.from(document.querySelectorAll(selector), (element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return [left, top, width, height]
  })

test('a bar at the lower edge is laid out at the end of the document, and one at the upper edge stays', async () => {
  const html = `<!doctype html><style>body { margin: 0; height: 2000px } p { position: fixed; left: 0; width: 100px; height: 50px; margin: 0 }</style>
    <p style="top: 0"></p><p style="bottom: 10px"></p>`
  const laidOut = await withPhasePage(html, async ({ call, read }) => {
    await call('openFullPage')
    return { size: await call('layOutFullPage', undefined), boxes: await read(boxes, 'p') }
  })
  expect(laidOut).toEqual({
    size: { width: 800, height: 2000, fullHeight: 2000, isCut: false, endsEmpty: false },
    boxes: [
      [0, 0, 100, 50],
      [0, 1940, 100, 50],
    ],
  })
})

test('bars are laid out at the height at which the document is cut', async () => {
  const html = `<!doctype html><style>body { margin: 0; height: 2000px }</style><p style="position: fixed; bottom: 0; left: 0; width: 100px; height: 50px; margin: 0"></p>`
  const laidOut = await withPhasePage(html, async ({ call, read }) => ({
    size: await call('layOutFullPage', 900),
    boxes: await read(boxes, 'p'),
  }))
  expect(laidOut).toMatchObject({ size: { height: 900, fullHeight: 2000 }, boxes: [[0, 850, 100, 50]] })
})

test('a background that fills the window is spread over the document', async () => {
  const html = `<!doctype html><style>body { margin: 0; height: 2000px }</style><div style="position: fixed; inset: 0; z-index: -1; background: red"></div>`
  const spread = await withPhasePage(html, async ({ call, read }) => {
    await call('layOutFullPage', undefined)
    return read(boxes, 'div')
  })
  expect(spread).toEqual([[0, 0, 800, 2000]])
})

const inScroller = (content: string) =>
  `<!doctype html><style>body { margin: 0 } main { height: 600px; overflow-y: auto }</style><main>${content}</main>`

test('an inner scroller becomes as tall as its content, from its top', async () => {
  const html = inScroller('<div style="height: 1500px"></div>')
  const grown = await withPhasePage(html, async ({ call, read }) => {
    await read(() => document.querySelector('main')?.scrollTo(0, 300))
    await call('openFullPage')
    const rounds = [await call('growScroller', true)]
    rounds.push(await call('growScroller', false))
    return { rounds, boxes: await read(boxes, 'main, div'), size: await call('layOutFullPage', undefined) }
  })
  expect(grown).toMatchObject({
    rounds: [true, false],
    boxes: [
      [0, 0, 800, 1500],
      [0, 0, 800, 1500],
    ],
    size: { height: 1500 },
  })
})

test('sections as tall as the scroller do not grow with it', async () => {
  const html = inScroller(
    '<section style="height: 100%"></section><section style="height: 100%"></section><section style="height: 100%"></section>',
  )
  const grown = await withPhasePage(html, async ({ call, read }) => {
    await call('openFullPage')
    for (let round = 0; round < 4 && (await call('growScroller', round === 0)); ) round++
    return { sections: await read(boxes, 'section'), size: await call('layOutFullPage', undefined) }
  })
  expect(grown.sections.map(([, top, , height]) => [top, height])).toEqual([
    [0, 600],
    [600, 600],
    [1200, 600],
  ])
  expect(grown.size.height).toBe(1800)
})

test('a list whose rows exist only in view ends empty', async () => {
  const html = inScroller('<p style="margin: 0">row</p><div style="height: 3000px"></div>')
  const size = await withPhasePage(html, async ({ call }) => {
    await call('openFullPage')
    await call('growScroller', true)
    return call('layOutFullPage', undefined)
  })
  expect(size.endsEmpty).toBe(true)
})

test('what follows its place in the window is laid out as in its middle, or where the document ends', async () => {
  const card = (range: string, name = 'enter') =>
    `<div style="animation: ${name} linear both; animation-timeline: view(); animation-range: ${range}"></div>`
  const html = `<!doctype html><style>body { margin: 0 } div { height: 300px } @keyframes enter { from { opacity: 0 } } @keyframes leave { to { opacity: 0 } }</style>
    ${card('cover 0% cover 50%').repeat(3)}${card('exit', 'leave')}${card('cover 0% cover 50%')}`
  const opacities = await withPhasePage(html, async ({ call, read }) => {
    await call('openFullPage')
    await call('layOutFullPage', undefined)
    return read(() =>
      Array.from(document.querySelectorAll('div'), (element) => Number(getComputedStyle(element).opacity)),
    )
  })
  const rounded = opacities.map((opacity) => Math.round(opacity * 100))
  // The first one is above the middle at the top already, and the last one never reaches it.
  expect(rounded).toEqual([100, 100, 100, 100, 67])
})
