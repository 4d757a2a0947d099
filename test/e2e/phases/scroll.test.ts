import { expect, test } from 'vitest'
import { withPhasePage } from '../../support/render/phase-page.ts'

test('the inner scroller is scrolled in place of the document, as far as it goes', async () => {
  const html = `<!doctype html><style>body { margin: 0 } main { height: 500px; overflow: auto; scroll-snap-type: y mandatory } p { height: 1000px; margin: 0; scroll-snap-align: start }</style>
    <main><p></p><p></p></main>`
  const scrolled = await withPhasePage(html, async ({ call }) => [
    await call('openScroll', false),
    await call('scrollInner', { behavior: 'instant' }),
    await call('scrollInner', { to: 300, behavior: 'instant', isFree: true }),
    await call('scrollInner', { by: 100, behavior: 'instant' }),
    await call('scrollInner', { to: 5000, behavior: 'instant' }),
  ])
  expect(scrolled).toEqual([
    { screenful: 500 },
    { top: 0, topMax: 1500 },
    { top: 300, topMax: 1500 },
    { top: 400, topMax: 1500 },
    { top: 1500, topMax: 1500 },
  ])
})

test('a page that locks scrolling is as tall as its content once it is unlocked', async () => {
  const html = `<!doctype html><style>body { position: fixed; inset: 0; margin: 0 } p { height: 2000px; margin: 0 }</style><p></p>`
  const heights = await withPhasePage(html, async ({ call }) => {
    await call('openScroll', false)
    const locked = await call('scrollInner', { behavior: 'instant' })
    await call('openScroll', true)
    return [locked.topMax, (await call('scrollInner', { behavior: 'instant' })).topMax]
  })
  expect(heights).toEqual([0, 1400])
})

test('a page is framed if a frame fills its window', async () => {
  const frame = (styles: string) => `<!doctype html><iframe style="border: 0; ${styles}" srcdoc=""></iframe>`
  const readFraming = (html: string) => withPhasePage(html, ({ call }) => call('readFraming'))
  expect(await readFraming(frame('position: fixed; inset: 0; width: 100%; height: 100%'))).toEqual({
    height: 600,
    isLonger: false,
    isFramed: true,
  })
  expect(await readFraming(frame('width: 300px; height: 200px'))).toMatchObject({ isFramed: false })
  expect(await readFraming(frame('height: 900px'))).toMatchObject({ isLonger: true, isFramed: false })
})
