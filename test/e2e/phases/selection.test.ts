import { expect, test } from 'vitest'
import { withPhasePage } from '../../support/render/phase-page.ts'

test('an element is framed in the document, with nothing over it', async () => {
  const html = `<!doctype html><style>body { margin: 0; height: 3000px } header { position: fixed; top: 0; width: 100%; height: 600px; background: red; z-index: 1 }</style>
    <header></header><p style="position: absolute; top: 1500px; left: 20px; width: 300px; height: 100px; margin: 0"></p>`
  const framed = await withPhasePage(html, async ({ call, read }) => ({
    located: await call('locateElement', 'p', 0),
    framed: await call('frameSelection', 'p'),
    cover: await read(() => getComputedStyle(document.querySelector('header') as Element).opacity),
  }))
  const box = { x: 20, y: 1500, width: 300, height: 100 }
  expect(framed).toEqual({ located: box, framed: box, cover: '0' })
})

test('an element is cut off where the elements around it hide it', async () => {
  const html = `<!doctype html><style>body { margin: 0 }</style><div style="width: 100px; height: 80px; overflow: hidden"><p style="width: 300px; height: 80px; margin: 0"></p></div>`
  const framed = await withPhasePage(html, ({ call }) => call('frameSelection', 'p'))
  expect(framed).toEqual({ x: 0, y: 0, width: 100, height: 80 })
})

test('the scroller around an element grows if it shows only a part of it', async () => {
  const around = (height: number) =>
    `<!doctype html><style>body { margin: 0 }</style><div style="height: 200px; overflow: auto"><p style="height: ${height}px; margin: 0"></p><p style="height: 900px"></p></div>`
  const grow = (height: number) =>
    withPhasePage(around(height), async ({ call, read }) => ({
      isGrown: await call('growScroller', true, 'p'),
      height: await read(() => document.querySelector('div')?.offsetHeight),
    }))
  expect(await grow(500)).toEqual({ isGrown: true, height: expect.toSatisfy((height) => height >= 1400) })
  expect(await grow(100)).toEqual({ isGrown: false, height: 200 })
})

test('an element that never appears, or has left, is not framed', async () => {
  const framed = await withPhasePage('<p hidden>text</p>', async ({ call }) => [
    (await call('locateElement', 'p', 100)) ?? null,
    (await call('frameSelection', 'p')) ?? null,
  ])
  expect(framed).toEqual([null, null])
})

test('a target is found in a shadow tree and in a frame, and is acted on', async () => {
  const html = `<!doctype html><div id="host"></div><iframe srcdoc="<select id='choice'><option>one<option>two</select>"></iframe>
    <script>host.attachShadow({ mode: 'open' }).innerHTML = '<input id="check" type="checkbox">'</script>`
  const options = { behavior: 'instant', block: 'nearest', excludesHidden: true } as const
  const acted = await withPhasePage(html, async ({ call }) => {
    const found = [(await call('findTarget', '#check', options)) !== null, await call('readChecked')]
    await call('clickTarget')
    found.push(await call('readChecked'))
    found.push((await call('findTarget', '#choice', options)) !== null)
    return [...found, await call('selectOption', 'two'), await call('selectOption', 'three')]
  })
  expect(acted).toEqual([true, false, true, true, null, 'the `select` has no such option'])
})
