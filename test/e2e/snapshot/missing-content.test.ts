import { expect, test } from 'vitest'
import { createRenderReport } from '../../../lib/core/telemetry/render-report.ts'
import { operations } from '../../../lib/schema/operations.ts'
import { startOperationsFixture } from '../../support/render/operations.ts'
import { readPdf } from '../../support/render/read-pdf.ts'
import { page } from '../../support/sites/fixture-server.ts'

const fixture = await startOperationsFixture({
  '/never': () => {},
  '/counted': page(`<!doctype html><noscript>no script</noscript><p>text<img id=shown>
    <div style="height: 4000px"></div><img loading=lazy src="/tall"><script>
    onload = () => { new Image().src = '/never'; document.body.style.background = 'url(/never?background)' }
    setTimeout(() => { new Image().src = '/never?later'; shown.src = '/never?shown' }, 20)
    shown.onerror = () => { document.querySelector('p').textContent = 'lost' }
    onbeforeprint = () => {
      document.body.style.listStyle = 'url(/never?style)'
      document.body.insertAdjacentHTML('beforeend', '<li>printed<img src="/never?print"><img loading=lazy src="/never?far">')
    }</script>`),
  '/framing': page(`<!doctype html><body style="margin: 0"><script>
    const [host, height] = location.search.slice(1).split('_')
    document.write('<iframe style="display: block; border: 0; width: 100%; height: 100vh" src="http://' + host + ':' + location.port + '/tall?' + height + '">')</script>`),
  '/tall': page(`<!doctype html><body style="margin: 0"><p style="margin: 0">text<script>
    document.querySelector('p').style.height = location.search.slice(1)</script>`),
  '/ticker': page(
    '<p>0</p><script>setInterval(() => { document.querySelector("p").textContent++ }, 20)</script>',
  ),
})

/** Its paragraph leaves again when it is out of the window. */
const inView = `<!doctype html><style>p { height: 100px; opacity: 0 } .seen { opacity: 1 }</style>
  <h1>A page</h1><div style="height: 500px"></div><p>in view<div style="height: 500px"></div><script>
  const shown = document.querySelector('p')
  new IntersectionObserver(([{ isIntersecting }]) => shown.classList.toggle('seen', isIntersecting)).observe(shown)</script>`

/** Has the rows that its scroller shows. */
const list = `<!doctype html><body style="margin: 0">
  <div id=scroller style="height: 100vh; overflow: auto"><div id=rows style="height: 1000px; position: relative"></div></div><script>
  const fill = () => {
    const rows = Math.ceil(scroller.clientHeight / 50)
    document.getElementById('rows').innerHTML = Array.from({ length: rows }, (_, row) =>
      '<div style="position: absolute; top: ' + row * 50 + 'px">row ' + row + '</div>').join('')
  }
  fill()
  new ResizeObserver(fill).observe(scroller)</script>`

const render = async (html: string) => {
  const report = createRenderReport()
  const fullPage = { outputs: ['full_page'], full_page_options: { full_page_scroll: true } }
  const request = { html, viewport_width: 300, viewport_height: 250, ...fullPage }
  await fixture.render(operations.snapshot, request, { report })
  return report.incomplete
}

test('a document is printed without the images that have not arrived when the page is frozen', async () => {
  const outputs = ['markdown', 'pdf']
  const request = { url: '/counted', outputs, delay: 0.05, timeout: 1 }
  const { snapshot } = await fixture.render(operations.snapshot, request)
  const [markdown, printed] = snapshot?.parts ?? []
  expect(markdown?.body.toString()).toMatch(/^text/)
  await using pdf = await readPdf(printed?.body ?? Buffer.of())
  const texts = await Promise.all([1, pdf.pageCount].map(pdf.text))
  expect(texts.join(' ').trim()).toMatch(/^text.*printed$/s)
})

test.each([
  ['is shown only while it is in the window', inView, 'section'],
  ['a script adds to a list when its scroller grows', list, 'list'],
])('a full page says if it lacks what %s', async (_, html, part) => {
  expect(await render(html)).toEqual([{ part, reason: 'not_drawn' }])
})

/** Moves without end, but shows all that it has: also what came into view, and all rows of a list. */
const complete = `<!doctype html><style>body { margin: 0 } div { width: 100px; height: 100px; background: lime }
  .spinner { animation: spin 1s linear infinite } @keyframes spin { to { rotate: 1turn } }
  .marquee { display: flex; width: 100% } i { width: 50px; background: blue; animation: pass 2s infinite } @keyframes pass { to { margin-left: -50px } }
  .carousel { position: relative; animation: turn 0.8s infinite alternate } @keyframes turn { to { left: 200px } }</style>
  <div class=spinner></div><div class=marquee><i></i><b>text</b></div><div class=carousel></div>
  <section style="height: 200px; overflow: auto"><p style="height: 600px">rows</p></section><div style="height: 600px"></div>
  <p style="opacity: 0">in view</p><script>
  const shown = document.querySelector('body > p')
  new IntersectionObserver(([{ isIntersecting }]) => { if (isIntersecting) shown.style.opacity = 1 }).observe(shown)</script>`

const neverStill = `<style>div { height: 600px }</style><p>words</p><div></div><script>
  let left = 0
  const move = () => { document.querySelector('p').style.marginLeft = (left = (left + 16) % 100) + 'px'; requestAnimationFrame(move) }
  move()</script>`

test('a full page says if the page does not come to rest', async () => {
  expect(await render(neverStill)).toEqual([{ part: 'scroll', reason: 'moving' }])
})

/** Has the first rows, wherever its scroller is, and however tall. */
const firstRows = `<!doctype html><body style="margin: 0"><div style="height: 100vh; overflow: auto">
  ${'<p>row</p>'.repeat(9)}<div style="height: 2000px"></div></div>`

test.each([
  ['rows of a list that no script draws', () => firstRows, { part: 'list', reason: 'not_drawn' }],
  [
    'a frame that does not come to rest',
    (origin: string) => `<div style="height: 600px"></div><iframe src="${origin}/ticker"></iframe>`,
    { part: 'section', reason: 'moving' },
  ],
])('a screenshot of a full page names %s', async (_, html, lacking) => {
  const report = createRenderReport()
  const origin = fixture.site.url.replace('127.0.0.1', 'localhost')
  const request = { html: html(origin), full_page: true, viewport_width: 300, viewport_height: 250 }
  await fixture.render(operations.screenshot, request, { report })
  expect(report.incomplete).toEqual([lacking])
})

test('a full page says nothing of a page that it shows completely', async () => {
  expect(await render(complete)).toEqual([])
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
