import { expect, test } from 'vitest'
import { startRenderFixture } from '../../support/render/render.ts'
import { viewport } from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

/** A cell is red before its animation, green after it. */
const styles = `<style>
  @keyframes go { from { background: rgb(200, 0, 0) } to { background: rgb(0, 200, 0) } }
  body { margin: 0 } div, iframe { position: absolute; left: 0; width: 40px; height: 30px; border: 0; background: rgb(200, 0, 0) }
  .long { animation: go 20s forwards } .delayed { animation: go 1s 20s both } .paused { animation: go 20s forwards paused }
  .endless { animation: go 0.3s infinite alternate; background: rgb(0, 200, 0) } .slow { transition: background 20s } .slow.on { background: rgb(0, 200, 0) }
  .before { background: none } .before::before { content: ''; display: block; height: 30px; animation: go 20s forwards }
</style>`

const cells = [
  '<div class=long></div>',
  '<div class=delayed></div>',
  '<div class=paused></div>',
  '<div class=endless></div>',
  '<div class=before></div>',
  '<div class=slow id=late></div>',
  '<div id=script></div>',
  '<div id=chain></div>',
  '<div id=endless style="background: rgb(0, 200, 0)"></div>',
  '<x-cell></x-cell>',
  '<iframe src="/frame"></iframe>',
  '<iframe src="OTHER/frame"></iframe>',
  '<iframe src="OTHER/script"></iframe>',
]

const script = `
  const frames = [{ background: 'rgb(200, 0, 0)' }, { background: 'rgb(0, 200, 0)' }]
  const longer = { duration: 20_000, fill: 'forwards' }`

const site = (other: string) => `<!doctype html>${styles}
  ${cells
    .map((cell, row) => `<div style="top: ${row * 30}px; background: none">${cell}</div>`)
    .join('')
    .replaceAll('OTHER', other)}
  <script>${script}
    customElements.define('x-cell', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = \`${styles}<div class=long></div>\` }
    })
    let begun = 0
    onmessage = () => { begun++ }
    setTimeout(() => {
      begun++
      late.classList.add('on')
      document.querySelector('#script').animate(frames, longer)
      endless.animate(frames, { duration: 300, iterations: Infinity })
      chain.animate(frames, { duration: 20_000 }).onfinish = () => { chain.style.background = 'rgb(0, 200, 0)' }
    }, 200)
  </script>`

const fixture = await startRenderFixture(
  {
    '/': (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(site(`http://localhost:${new URL(fixture.site.url).port}`)),
    '/frame': page(`<!doctype html>${styles}<div class=long></div>`),
    '/script': page(`<!doctype html>${styles}<div id=cell></div><script>${script}
        setTimeout(() => { cell.animate(frames, longer); parent.postMessage('begun', '*') }, 200)</script>`),
    '/entrance':
      page(`<!doctype html>${styles}<style>.in { animation: go .1s 1s both } .faded { transition: background .1s 1s }
      .faded.on { background: rgb(0, 200, 0) }</style><div class=in></div><div class=faded id=text style="top: 30px"></div>
      <div class=long style="top: 60px"></div><script>text.offsetTop; text.classList.add('on')</script>`),
    '/scroll': page(
      `<!doctype html>${styles}<style>div { animation: go linear both; animation-timeline: scroll() } body { height: 2000px }</style><div></div>`,
    ),
  },
  { egressAllow: '127.0.0.1,localhost' },
)

const size = viewport(200, cells.length * 30)

test('an entrance that the browser has scheduled is awaited, but not a long one', async () => {
  const { image, report } = await fixture.shoot('/entrance', { viewport: viewport(100, 90) })
  for (const y of [15, 45]) expect(image.at(20, y)).toEqual([0, 200, 0, 255])
  expect(image.at(20, 75)[0]).toBeGreaterThan(100)
  expect(report.incomplete).toEqual([])
})

test.each([
  ['the viewport', { waitForFunction: 'begun === 2' }],
  ['without the scripts of the page', { scriptsDisabled: true, delayMs: 600 }],
])(
  'finish: finite animations are at their end, endless ones at their beginning, in %s',
  async (_, options) => {
    const { image } = await fixture.shoot('/', {
      finishAnimations: true,
      viewport: size,
      ...options,
    })
    const colors = cells.map((_cell, row) =>
      image
        .at(20, row * 30 + 15)
        .slice(0, 3)
        .join(),
    )
    const scripted = 'scriptsDisabled' in options ? new Set([5, 6, 7, 9, 12]) : new Set()
    for (const [row, color] of colors.entries())
      if (!scripted.has(row)) expect(color, cells[row]).toBe('0,200,0')
  },
)

test('allow: animations run, and finish leaves those that follow the scroll position', async () => {
  const running = await fixture.shoot('/', { delayMs: 300, viewport: size })
  expect(running.image.at(20, 15)[0]).toBeGreaterThan(150)
  const scrolled = await fixture.shoot('/scroll', { finishAnimations: true })
  expect(scrolled.image.at(20, 15).slice(0, 3)).toEqual([200, 0, 0])
})
