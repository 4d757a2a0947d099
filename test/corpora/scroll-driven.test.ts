import { expect, test } from 'vitest'
import { startCaptureFixture } from '../support/render/capture-fixture.ts'
import { scaleLimits } from '../support/scale-limits.ts'
import { page, type Route } from '../support/sites/fixture-server.ts'
import { type Color, cards, expectCards, styles, toggling, tops } from '../support/sites/scrolled-cards.ts'

/* Pages whose content depends on the scroll position. `test/e2e/capture/scroll-driven.test.ts` has an example of each kind. */

const changes = {
  fullPage: true,
  fullPageScroll: { byDurationMs: 100 },
  viewport: { width: 300, height: 400 },
}

const pages = {
  // A card that leaves the window moves back into it, so it comes and goes.
  bouncing: `${styles}<style>.card { transition: 0.3s }</style>${cards(4, ['fade'])}${toggling.replace('})\n', '}, { threshold: 0.8 })\n')}`,
  // A card is on the last pixels of its way when it is first seen.
  arriving: `${styles}<style>.card { transition: none } .card.on { opacity: 1; transform: translateY(6px) } .card.on.again { transform: none }</style>
    ${cards(4, ['fade'])}<script>
      const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
        if (!isIntersecting && target.matches('.on')) target.classList.add('again')
        target.classList.toggle('on', isIntersecting)
      }))
      document.querySelectorAll('.card').forEach((card) => observer.observe(card))
    </script>`,
  late: `${styles}${cards(4, ['fade'])}<script>
      const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => {
        clearTimeout(target.timer)
        if (isIntersecting) target.timer = setTimeout(() => target.classList.add('on'), 600)
        else target.classList.remove('on')
      }))
      document.querySelectorAll('.card').forEach((card) => observer.observe(card))
    </script>`,
  stacked: `${styles}<style>.card { position: sticky; top: 0 }</style>${cards(6, ['off'])}<div style="height: 400px"></div>${toggling}`,
  // The parts of a card have other offsets in it while it is moved, because each of them is rounded.
  parts: `${styles}<style>.card { height: 179.6px; margin-bottom: 20.4px } i { display: block; height: 10.4px }</style>
    ${`<div class="card fade">${'<i></i>'.repeat(8)}</div>`.repeat(5)}${toggling}`,
  wrapper: `${styles}<style>section { display: flow-root } main { position: fixed; inset: 0; overflow: hidden }</style><main><section>${cards(6, ['plain'])}</section></main>
    <script>
      const section = document.querySelector('section')
      document.body.style.height = section.offsetHeight + 'px'
      let shown = 0
      const follow = () => { shown += (scrollY - shown) * 0.3; section.style.transform = 'translateY(' + -shown + 'px)'; requestAnimationFrame(follow) }
      follow()
    </script>`,
  // The page is 100 px shorter while it is scrolled, and a carousel turns.
  moving: `${styles}<style>header { position: sticky; top: 0; height: 140px; background: #222 } header.small { height: 40px }
    .carousel { height: 180px; margin-bottom: 20px; overflow: hidden } .track { display: flex; width: 600px; height: 100%; background: linear-gradient(90deg, blue 50%, navy 50%) }</style>
    <header></header>${cards(2, ['fade'])}<div class="carousel"><div class="track"><i></i></div></div>${cards(3, ['fade'])}${toggling}
    <script>
      addEventListener('scroll', () => document.querySelector('header').classList.toggle('small', scrollY > 0))
      let turned = 0
      setInterval(() => { document.querySelector('.track').style.transform = 'translateX(' + (turned++ % 2 ? -300 : 0) + 'px)' }, 250)
    </script>`,
}

const routes = Object.entries(pages).map(([name, html]): [string, Route] => [`/capture/${name}`, page(html)])
const fixture = await startCaptureFixture(Object.fromEntries(routes))

const shoot = async (name: keyof typeof pages) => (await fixture.take(name, changes)).image

test('elements that come and go at the edge of the window hide nothing next to them', async () => {
  expectCards(await shoot('bouncing'), tops(4))
})

test('elements that were seen on the last pixels of their way are shown where they come to rest', async () => {
  expectCards(await shoot('arriving'), tops(4))
})

test('elements that a script shows later are waited for', async () => {
  // On a busy machine, the transition takes longer than a stop may take.
  using _limits = scaleLimits(4, 'scroll')
  expectCards(await shoot('late'), tops(4))
})

test('sheets that stick on top of each other are shown in their places', async () => {
  expectCards(await shoot('stacked'), tops(6))
})

test('cards whose parts begin between two pixels are shown', async () => {
  const { image, report } = await fixture.take('parts', changes)
  expectCards(image, tops(5))
  expect(report.incomplete).toEqual([])
})

test('a page that is moved by a script is shown to its end', async () => {
  const image = await shoot('wrapper')
  expect(image.height).toBe(1200)
  expectCards(image, tops(6))
})

test('a header that shrinks and a carousel that turns leave no seams', async () => {
  const image = await shoot('moving')
  expect(image.height).toBeGreaterThanOrEqual(140 + 6 * 200)
  expectCards(image, [...tops(2, 140), ...tops(3, 740)])
  const slide = image.at(150, 545).slice(0, 3) as Color
  expectCards(image, [540], [slide])
})
