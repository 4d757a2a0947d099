import { expect, test } from 'vitest'
import { nowMs } from '../../support/now.ts'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { isNear } from '../../support/render/image.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'
import {
  type Color,
  cards,
  expectCards,
  styles,
  toggling,
  tops,
  white,
} from '../../support/sites/scrolled-cards.ts'

const changes = {
  fullPage: true,
  fullPageScroll: { byDurationMs: 100 },
  viewport: { width: 300, height: 400 },
}

const pages = {
  // The last cards are covered until they are in the window: by panels, by pseudo-elements, by two halves.
  covered: `${styles}<style>.plain, .veil { position: relative; overflow: hidden } .card.plain i { position: absolute; inset: 0; background: navy; transition: 0.2s }
    .card.on i { scale: 0 1 } .veil::after { content: ''; position: absolute; inset: 0; background: navy; transition: 0.2s } .veil.on::after { opacity: 0 }
    .card i.left { right: 50% } .card i.right { left: 50% } .on i.left { translate: -100% } .card.on i.right { clip-path: inset(0 0 0 100%); scale: none }</style>
    ${cards(7, ['fade', 'timed', 'cut', 'off', 'side', 'wide', 'ink'])}${[
      '<i></i>',
      '',
      '<i class="left"></i><i class="right"></i>',
    ]
      .map((panels) => `<div class="card ${panels ? 'plain' : 'veil'}">text${panels}</div>`)
      .join('')}${toggling}`,
  // A frame of the same origin, in the second of two.
  framed: `<!doctype html><body style="margin: 0"><iframe src="framing" style="display: block; border: 0; width: 100%; height: 1400px"></iframe>`,
  framing: `<!doctype html><body style="margin: 0"><iframe src="inside" style="display: block; border: 0; width: 100%; height: 1400px"></iframe>`,
  inside: `${styles}<style>.card.fade { transition: 0.5s }</style>${cards(7, ['fade'])}${toggling}`,
  // The document is dark while every second section is in the middle of the window.
  themed: `<!doctype html><style>body { margin: 0; background: white; transition: 0.2s } .dark { background: navy } section { height: 300px }</style>
    ${'<section>section</section>'.repeat(5)}
    <script>
      const paint = () => document.body.classList.toggle('dark', Math.floor((scrollY + innerHeight / 2) / 300) % 2 === 1)
      addEventListener('scroll', paint)
      paint()
    </script>`,
  // The columns move by different distances as soon as the page is scrolled.
  uneven: `${styles}<style>main { display: grid; grid-template-columns: 1fr 1fr 1fr } main i { display: block } .down .two { height: 40px } .down .three { height: 80px }</style>
    <main>${['one', 'two', 'three'].map((name) => `<div><i class="${name}"></i>${cards(4, ['fade'])}</div>`).join('')}</main>${toggling}
    <script>addEventListener('scroll', () => document.body.classList.toggle('down', scrollY > 0))</script>`,
  long: `${styles}${cards(60, ['fade'])}${toggling}`,
  rows: `${styles}<style>.card { position: absolute; left: 0; right: 0 }</style><main style="position: relative; height: 2000px"></main>
    <script>
      const draw = () => {
        document.querySelector('main').innerHTML = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
          .filter((row) => row * 200 < scrollY + innerHeight && row * 200 + 180 > scrollY)
          .map((row) => '<div class="card" style="top:' + row * 200 + 'px"></div>').join('')
      }
      addEventListener('scroll', draw)
      draw()
    </script>`,
}

const routes = Object.entries(pages).map(([name, html]): [string, Route] => [`/capture/${name}`, page(html)])
const fixture = await startCaptureFixture(Object.fromEntries(routes))

const shoot = async (name: keyof typeof pages) => (await fixture.take(name, changes)).image

test('elements that disappear outside the window are shown as they are in it, and what covers them is open', async () => {
  expectCards(await shoot('covered'), tops(10))
})

test('cards in frames of the same origin are whole and have appeared', async () => {
  expectCards(await shoot('framed'), tops(7))
})

test('sections have the colors of the page while they are in the middle of the window', async () => {
  const image = await shoot('themed')
  const navy: Color = [0, 0, 128]
  for (const [index, top] of Array.from({ length: 5 }, (_, i) => [i, i * 300] as const))
    for (const y of [top + 3, top + 150, top + 297])
      expect(isNear(image.at(290, y), index % 2 ? navy : white), `${y} is ${image.at(290, y)}`).toBe(true)
})

test('columns that move by different distances are shown as they are at the top, and the report says so', async () => {
  const { image, report } = await fixture.take('uneven', changes)
  expectCards(image, tops(2))
  expect(report.incomplete).toEqual([{ part: 'section', reason: 'different' }])
})

test('the report says that there was no time to scroll to all parts', async () => {
  const { report } = await fixture.takeBytes(
    'long',
    { ...changes, fullPageScroll: { byDurationMs: 0 } },
    { endsMs: nowMs() + 7000 },
  )
  expect(report.incomplete).toContainEqual({ part: 'section', reason: 'timeout' })
})

test('rows that exist only in the window are shown', async () => {
  expectCards(await shoot('rows'), tops(10))
})
