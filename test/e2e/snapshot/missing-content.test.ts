import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { page } from '../../support/sites/fixture-server.ts'

const fixture = await startOperationsFixture({
  '/framing': page(`<!doctype html><body style="margin: 0"><script>
    const [host, height] = location.search.slice(1).split('_')
    document.write('<iframe style="display: block; border: 0; width: 100%; height: 100vh" src="http://' + host + ':' + location.port + '/tall?' + height + '">')</script>`),
  '/tall': page(`<!doctype html><body style="margin: 0"><p style="margin: 0">text<script>
    document.querySelector('p').style.height = location.search.slice(1)</script>`),
})

/** Its paragraph leaves again, or stays. */
const inView = (
  isLeaving: boolean,
) => `<!doctype html><style>p { height: 100px; opacity: 0 } .seen { opacity: 1 }</style>
  <h1>A page</h1><div style="height: 500px"></div><p>in view<div style="height: 500px"></div><script>
  const shown = document.querySelector('p')
  new IntersectionObserver(([{ isIntersecting }]) => shown.classList.toggle('seen', isIntersecting
    ${isLeaving ? '' : "|| shown.className === 'seen'"})).observe(shown)</script>`

/** Has the rows that its scroller shows, or all of them. */
const list = (isVirtual: boolean) => `<!doctype html><body style="margin: 0">
  <div id=scroller style="height: 100vh; overflow: auto"><div id=rows style="height: 1000px; position: relative"></div></div><script>
  const fill = () => {
    const rows = ${isVirtual ? 'Math.ceil(scroller.clientHeight / 50)' : '20'}
    document.getElementById('rows').innerHTML = Array.from({ length: rows }, (_, row) =>
      '<div style="position: absolute; top: ' + row * 50 + 'px">row ' + row + '</div>').join('')
  }
  fill()
  new ResizeObserver(fill).observe(scroller)</script>`

test.each([
  ['is shown only while it is in the window', inView, 'section'],
  ['a script adds to a list when its scroller grows', list, 'list'],
])('a full page says if it lacks what %s', async (_, toHtml, part) => {
  const render = async (isLacking: boolean) => {
    const report = createRenderReport()
    const fullPage = { outputs: ['full_page'], full_page_options: { full_page_scroll: true } }
    const request = { html: toHtml(isLacking), viewport_width: 300, viewport_height: 250, ...fullPage }
    await fixture.render(operations.snapshot, request, { report })
    return report.incomplete
  }
  expect(await Promise.all([render(true), render(false)])).toEqual([[{ part, reason: 'not_drawn' }], []])
})

/** Moves without end, but shows all that it has. */
const turning = `<!doctype html><style>body { margin: 0 } div { width: 100px; height: 100px; background: lime }
  .spinner { animation: spin 1s linear infinite } @keyframes spin { to { rotate: 1turn } }
  .marquee { display: flex; width: 100% } i { width: 50px; background: blue; animation: pass 2s infinite } @keyframes pass { to { margin-left: -50px } }
  .carousel { position: relative; animation: turn 0.8s infinite alternate } @keyframes turn { to { left: 200px } }</style>
  <div class=spinner></div><div class=marquee><i></i><b>text</b></div><div class=carousel></div><div style="height: 600px"></div>`

const neverStill = (isMoving: boolean) => `<style>div { height: 600px }</style><p>words</p><div></div><script>
  let left = 0
  const move = () => { document.querySelector('p').style.marginLeft = (left = (left + 16) % 100) + 'px'; requestAnimationFrame(move) }
  if (${isMoving}) move()</script>`

test('a full page says if the page does not come to rest', async () => {
  const render = async (html: string) => {
    const report = createRenderReport()
    const fullPage = { outputs: ['full_page'], full_page_options: { full_page_scroll: true } }
    const request = { html, viewport_width: 300, viewport_height: 250, ...fullPage }
    await fixture.render(operations.snapshot, request, { report })
    return report.incomplete
  }
  const moving = { part: 'scroll', reason: 'moving' }
  const all = [neverStill(true), neverStill(false), turning].map(render)
  expect(await Promise.all(all)).toEqual([[moving], [], []])
})

test.each([
  ['of the same origin', '127.0.0.1'],
  ['of another origin', 'localhost'],
])('a full page and a PDF say if they lack what is in a frame %s that fills the window', async (_, host) => {
  const render = async (height: string, output: string) => {
    const report = createRenderReport()
    const request = { url: `/framing?${host}_${height}`, outputs: [output] }
    await fixture.render(operations.snapshot, request, { report })
    return report.incomplete
  }
  const all = [render('300vh', 'full_page'), render('300vh', 'pdf'), render('100vh', 'full_page')]
  const cut = [{ part: 'frame', reason: 'not_drawn' }]
  expect(await Promise.all(all)).toEqual([cut, cut, []])
})
