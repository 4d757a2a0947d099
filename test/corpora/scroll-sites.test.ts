import { expect, test } from 'vitest'
import { startCaptureFixture, type Taken } from '../support/render/capture-fixture.ts'
import { isNear } from '../support/render/image.ts'
import { page, type Route } from '../support/sites/fixture-server.ts'

/*
 * The techniques of real sites whose content depends on the scroll position, reduced to colors.
 */

const viewport = { width: 320, height: 400 }

type Color = [number, number, number]
const blue: Color = [0, 0, 255]
const green: Color = [0, 170, 0]
const red: Color = [255, 0, 0]
const purple: Color = [170, 0, 170]
const teal: Color = [0, 170, 170]
const white: Color = [255, 255, 255]
const gray: Color = [221, 221, 221]

const onScroll = (draw: string) =>
  `<script>const draw = () => { ${draw} }; addEventListener('scroll', draw); draw()</script>`

const styles = `<!doctype html><meta charset="utf-8"><style>body { margin: 0; font: 20px sans-serif; color: #fff; background: #fff }
  .one { background: #00f } .two { background: #0a0 } .three { background: #f00 } .four { background: #a0a } .five { background: #0aa }</style>`

/** Slides that fade, with captions that are hidden until their slide is on. */
const slideshow = `${styles}<style>
  .show { height: 300px; overflow: hidden } .track { width: 640px; height: 300px }
  .slide { float: left; position: relative; width: 320px; height: 300px; opacity: 0; z-index: 1; transition: opacity .3s }
  .slide.on { opacity: 1; z-index: 2 } .slide.two { left: -320px } section { height: 350px; color: #000; border-top: 1px solid #ccc }
  .slide p { margin: 0; padding: 130px 0 20px 60px; visibility: hidden } .slide b { margin-left: 60px; visibility: hidden }
  .slide .in { visibility: visible; animation: up .4s both } @keyframes up { from { opacity: 0; translate: 0 60px } }</style>
  <div class="show"><div class="track"><div class="slide one on"><p>Fresh bread every day</p><b>Order by noon</b></div>
  <div class="slide two"><p>Cakes for the weekend</p><b>Order on Friday</b></div></div></div>
  <section>Breads</section><section>Cakes</section><section>Opening hours</section>
  <script>
  const slides = [...document.querySelectorAll('.slide')]; let at = 0
  const show = (k) => {
    for (const s of slides) { s.classList.toggle('on', s === slides[k]); for (const e of s.children) e.classList.remove('in') }
    const [p, b] = slides[k].children
    setTimeout(() => p.classList.add('in'), 300); setTimeout(() => b.classList.add('in'), 700)
  }
  show(0); setInterval(() => show(at = 1 - at), 3000)
  </script>`

const tile = '<div class="tile two"></div>'

/** A fixed layer behind the content is seen only through a gap in it. */
const layer = (content: string, draw = '') => `${styles}<style>
  .stage { position: fixed; inset: 0; z-index: -1; display: flex; justify-content: center; gap: 20px; padding-top: 20px }
  .tile { width: 80px; height: 80px; margin-bottom: 20px } .intro, .work { position: relative; height: 400px; background: #eee } .gap { height: 800px }
  h2 { margin: 0; color: #0a0; font-size: 60px }</style><style>html { background: #eee } body { background: none }</style>
  <div class="intro"></div><div class="stage">${content}</div><div class="gap"></div><div class="work"></div>${onScroll(draw)}`

const tiles = `<div>${tile.repeat(3)}</div>`.repeat(2)

const panels = ['one', 'two', 'three', 'four']
  .map((name) => `<div class="panel ${name}">${name}</div>`)
  .join('')

const panelStyles = `${styles}<style>.spacer { height: 1600px } .pin { width: 100%; height: 400px; overflow: hidden; position: relative }
  .panel { position: absolute; inset: 0; padding: 60px }</style>`

const movePanels = `document.querySelectorAll('.panel').forEach((panel, k) => {
    if (k) panel.style.transform = 'translate' + (k % 2 ? 'X' : 'Y') + '(' + 100 * Math.min(Math.max(k - scrollY / 400, 0), 1) + '%)' })`

/** A window that is pinned while the scroll position moves panels into it. */
const pinned = (pin: string, css = '') =>
  `${panelStyles}<style>${css}</style><div class="spacer"><div class="pin">${panels}</div></div>
  ${onScroll(`const pin = document.querySelector('.pin'), y = Math.min(Math.max(scrollY, 0), 1200); ${pin}; ${movePanels}`)}`

const slides = ['one', 'two', 'three', 'four', 'five']
  .map((name) => `<div class="fact ${name}">${name}</div>`)
  .join('')

/** Fixed slides of which the scroll position chooses one. */
const facts = (draw: string) => `${styles}<style>body { height: 2000px; background: #eee }
  .fact { position: fixed; left: 60px; top: 50px; width: 200px; height: 300px; display: none }</style>${slides}
  ${onScroll(`document.querySelectorAll('.fact').forEach((fact, k) => { const d = scrollY / 400 - k; ${draw} })`)}`

/** Fixed layers that are moved to their gaps in the content. */
const parallax = (styleOfLayer: string, script: string) => `${styles}<style>
  .layer { position: fixed; left: 0; top: 0; width: 100%; height: 300px; overflow: hidden; ${styleOfLayer} } .layer i { display: block; height: 100% }
  .gap { height: 300px } .text { position: relative; height: 260px; background: #ddd; color: #000 }</style>
  ${['one', 'two', 'three'].map((name) => `<div class="layer"><i class="${name}"></i></div>`).join('')}
  ${['first', 'second', 'third'].map((name) => `<div class="gap"></div><div class="text">The ${name} river</div>`).join('')}
  <script>const layers = [...document.querySelectorAll('.layer')], gaps = [...document.querySelectorAll('.gap')]
  ${script}</script>`

const pages = {
  slides: slideshow,
  'layer-moved': layer(
    tiles,
    `const p = scrollY / 1200, stage = document.querySelector('.stage')
    stage.style.transform = 'scale(' + (0.8 + 0.2 * p) + ')'`,
  ),
  'layer-text': layer('<h2>Portraits of the city</h2>'),
  'pinned-fixed': pinned(
    "pin.style.position = y > 0 && y < 1200 ? 'fixed' : 'relative'; pin.style.top = y < 1200 ? '0px' : '1200px'",
  ),
  'pinned-sticky': pinned('', '.pin { position: sticky; top: 0 }'),
  'facts-shown': facts(
    "fact.style.display = Math.abs(d) < 0.5 ? 'block' : 'none'; fact.style.transform = 'translateX(' + -60 * d + 'px)'",
  ),
  'facts-faded': facts("fact.style.display = 'block'; fact.style.opacity = Math.abs(d) < 0.5 ? 1 : 0"),
  'parallax-moved': parallax(
    'transform: translateY(100%)',
    `const draw = () => layers.forEach((layer, k) => {
      const { top, bottom } = gaps[k].getBoundingClientRect(), isIn = bottom > 0 && top < innerHeight
      layer.style.transform = isIn ? 'translateY(' + top + 'px)' : 'translateY(-200%)'
      layer.firstChild.style.transform = 'translateY(' + -top / 4 + 'px)'
    }); addEventListener('scroll', draw); draw()`,
  ),
  'parallax-shown': parallax(
    'visibility: hidden',
    `const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
      layers[gaps.indexOf(target)].style.visibility = isIntersecting ? 'visible' : 'hidden'
    })); gaps.forEach((gap) => observer.observe(gap))`,
  ),
}

/** Cards that are hidden out of the window, on a page that does not adapt to phones. */
const wide = `${styles}<style>section { height: 900px; visibility: hidden }</style>
  ${['one', 'two', 'three', 'four', 'five'].map((name) => `<section class="${name}"></section>`).join('')}
  <script>const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
    target.style.visibility = isIntersecting ? 'visible' : 'hidden'
  })); document.querySelectorAll('section').forEach((section) => observer.observe(section))</script>`

const routes = Object.entries({ ...pages, wide }).map(([name, html]): [string, Route] => [
  `/capture/${name}`,
  page(html),
])
const fixture = await startCaptureFixture(Object.fromEntries(routes))

const take = async (name: string, height: number) => {
  const taken = await fixture.take(name, { fullPage: true, fullPageScroll: { byDurationMs: 150 }, viewport })
  expect([taken.width, taken.height]).toEqual([320, height])
  return taken
}

/** How many rows from `top` to `bottom` have a color at `x`. */
const countRows = ({ image }: Taken, x: number, [top, bottom]: [number, number], color: Color) =>
  Array.from({ length: bottom - top }, (_, index) => image.at(x, top + index)).filter((pixel) =>
    isNear(pixel, color, 24),
  ).length

test('a slideshow is one slide', async () => {
  const taken = await take('slides', 1353)
  const first = taken.image.at(10, 3).slice(0, 3) as Color
  expect(countRows(taken, 10, [3, 297], first)).toBe(294)
})

test.each(['layer-moved', 'layer-text'])(
  'a fixed layer is seen through the gap in the content (%s)',
  async (name) => {
    const taken = await take(name, 1600)
    const count = (top: number, bottom: number) =>
      Array.from({ length: 32 }, (_, x) => countRows(taken, x * 10, [top, bottom], green)).reduce(
        (sum, n) => sum + n,
        0,
      )
    expect(count(400, 1200)).toBeGreaterThan(name === 'layer-text' ? 150 : 1500)
    expect(count(0, 400)).toBeLessThan(100)
  },
)

test.each(['pinned-fixed', 'pinned-sticky'])(
  'a pinned window shows each of its panels (%s)',
  async (name) => {
    const taken = await take(name, 1600)
    for (const color of [blue, green, red, purple])
      expect(countRows(taken, 40, [0, 1600], color), `${color}`).toBeGreaterThan(90)
    expect(countRows(taken, 40, [0, 1600], white)).toBeLessThan(23)
  },
)

test.each(['facts-shown', 'facts-faded'])(
  'fixed slides are shown where the scroll position chooses them (%s)',
  async (name) => {
    const taken = await take(name, 2000)
    for (const [k, color] of [blue, green, red, purple, teal].entries())
      expect(countRows(taken, 160, [k * 400, k * 400 + 400], color), `${color}`).toBeGreaterThan(110)
  },
)

test.each(['parallax-moved', 'parallax-shown'])('layers are shown in their gaps (%s)', async (name) => {
  const taken = await take(name, 1680)
  for (const [k, color] of [blue, green, red].entries()) {
    expect(countRows(taken, 160, [k * 560, k * 560 + 300], color), `${color}`).toBeGreaterThan(150)
    expect(countRows(taken, 300, [k * 560 + 305, k * 560 + 555], gray)).toBe(250)
  }
})

test('a phone shows all of a page that it lays out in a larger window', async () => {
  const { image, height, report } = await fixture.take('wide', {
    fullPage: true,
    fullPageScroll: { byDurationMs: 150 },
    viewport: { width: 375, height: 667, isMobile: true },
  })
  for (const [k, color] of [blue, green, red, purple, teal].entries())
    expect(isNear(image.at(100, Math.floor(((k + 0.5) / 5) * height)), color, 24), `${color}`).toBe(true)
  expect(report.incomplete).toEqual([])
})
