import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CaptureFixture, startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { isNear } from '../../support/render/image.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const viewport = { width: 300, height: 400 }

const cards = (count: number, kinds: readonly string[]) =>
  Array.from({ length: count }, (_, i) => `<div class="card ${kinds[i % kinds.length]}"></div>`).join('')

/** Cards of 180 px, 20 px apart. */
const styles = `<!doctype html><style>body { margin: 0 } .card { height: 180px; margin-bottom: 20px; background: lime }
  .fade { opacity: 0; transform: translateY(40px); transition: 0.2s } .cut { clip-path: inset(0 100% 0 0) } .off { visibility: hidden }
  .on { opacity: 1; transform: none; clip-path: none; visibility: visible }
  .timed { animation: show linear both; animation-timeline: view(); animation-range: entry } @keyframes show { from { opacity: 0 } }</style>`

/** Cards disappear again when they leave the window. */
const toggling = `<script>
  const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => target.classList.toggle('on', isIntersecting)))
  document.querySelectorAll('.card:not(.timed)').forEach((card) => observer.observe(card))
</script>`

const pages = {
  reveals: `${styles}${cards(10, ['fade', 'timed', 'cut', 'off'])}${toggling}`,
  // The page is 100 px shorter while it is scrolled, and a carousel turns.
  moving: `${styles}<style>header { position: sticky; top: 0; height: 140px; background: #222 } header.small { height: 40px }
    .carousel { height: 180px; margin-bottom: 20px; overflow: hidden } .track { display: flex; width: 600px; height: 100%; background: linear-gradient(90deg, blue 50%, navy 50%) }</style>
    <header></header>${cards(3, ['fade'])}<div class="carousel"><div class="track"><i></i></div></div>${cards(4, ['fade'])}${toggling}
    <script>
      addEventListener('scroll', () => document.querySelector('header').classList.toggle('small', scrollY > 0))
      let turned = 0
      setInterval(() => { document.querySelector('.track').style.transform = 'translateX(' + (turned++ % 2 ? -300 : 0) + 'px)' }, 250)
    </script>`,
  wrapper: `${styles}<style>section { display: flow-root } main { position: fixed; inset: 0; overflow: hidden }</style><main><section>${cards(10, ['plain'])}</section></main>
    <script>
      const section = document.querySelector('section')
      document.body.style.height = section.offsetHeight + 'px'
      let shown = 0
      const follow = () => { shown += (scrollY - shown) * 0.3; section.style.transform = 'translateY(' + -shown + 'px)'; requestAnimationFrame(follow) }
      follow()
    </script>`,
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

let fixture: CaptureFixture
beforeAll(async () => {
  const routes = Object.entries(pages).map(([name, html]): [string, Route] => [
    `/capture/${name}`,
    page(html),
  ])
  fixture = await startCaptureFixture(Object.fromEntries(routes))
})
afterAll(() => fixture[Symbol.asyncDispose]())

const shoot = async (name: keyof typeof pages) => {
  const changes = { fullPage: true, fullPageScroll: { byDurationMs: 100 }, viewport }
  return (await fixture.take(name, changes)).image
}

type Color = [number, number, number]
const lime: Color = [0, 255, 0]
const white: Color = [255, 255, 255]

const expectRows = (
  image: Awaited<ReturnType<typeof shoot>>,
  tops: readonly number[],
  colors: readonly Color[] = [lime],
) => {
  const isOne = (x: number, y: number, wanted: readonly Color[]) =>
    wanted.some((color) => isNear(image.at(x, y), color))
  for (const top of tops) {
    for (const y of [top + 2, top + 60, top + 120, top + 177])
      for (const x of [5, 290]) expect(isOne(x, y, colors), `${x},${y} is ${image.at(x, y)}`).toBe(true)
    expect(isOne(150, top + 190, [white]), `${top + 190} is ${image.at(150, top + 190)}`).toBe(true)
  }
}

const tops = (count: number, first = 0) => Array.from({ length: count }, (_, index) => first + index * 200)

test('elements that disappear outside the window are shown as they are in it', async () => {
  expectRows(await shoot('reveals'), tops(10))
})

test('a page that is moved by a script is shown to its end', async () => {
  const image = await shoot('wrapper')
  expect(image.height).toBe(2000)
  expectRows(image, tops(10))
})

test('rows that exist only in the window are shown', async () => {
  expectRows(await shoot('rows'), tops(10))
})

test('a header that shrinks and a carousel that turns leave no seams', async () => {
  const image = await shoot('moving')
  expect(image.height).toBeGreaterThanOrEqual(140 + 8 * 200)
  expectRows(image, [...tops(3, 140), ...tops(4, 940)])
  const slide = image.at(150, 745).slice(0, 3) as Color
  expectRows(image, [740], [slide])
})
