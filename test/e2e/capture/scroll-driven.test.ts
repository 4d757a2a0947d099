import { expect, test } from 'vitest'
import { nowMs } from '../../support/now.ts'
import { startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { isNear } from '../../support/render/image.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page, type Route } from '../../support/sites/fixture-server.ts'

const viewport = { width: 300, height: 400 }

const cards = (count: number, kinds: readonly string[]) =>
  Array.from({ length: count }, (_, i) => `<div class="card ${kinds[i % kinds.length]}"></div>`).join('')

/** Cards of 180 px, 20 px apart. */
const styles = `<!doctype html><style>body { margin: 0; overflow-x: hidden } .card { height: 180px; margin-bottom: 20px; background: lime }
  .fade { opacity: 0; transform: translateY(80px); transition: 0.2s } .cut { clip-path: inset(0 100% 0 0) } .off { visibility: hidden }
  .side { opacity: 0; transform: translateX(-100px) } .wide { width: 0; transition: width 0.2s }
  .ink { position: relative; background: none } .ink::before { content: ''; position: absolute; inset: 0; background: lime; transform: scaleX(0) }
  .card.on { opacity: 1; transform: none; clip-path: none; visibility: visible; width: auto } .ink.on::before { transform: none }
  .timed { animation: show linear both; animation-timeline: view(); animation-range: entry } @keyframes show { from { opacity: 0 } }</style>`

/** Cards disappear again when they leave the window. */
const toggling = `<script>
  const observer = new IntersectionObserver((entries) => entries.forEach(({ target, isIntersecting }) => target.classList.toggle('on', isIntersecting)))
  document.querySelectorAll('.card:not(.timed)').forEach((card) => observer.observe(card))
</script>`

const pages = {
  reveals: `${styles}${cards(7, ['fade', 'timed', 'cut', 'off', 'side', 'wide', 'ink'])}${toggling}`,
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
  // The cards are covered until they are in the window: by panels, by pseudo-elements, by two halves.
  covered: `${styles}<style>.card { position: relative; overflow: hidden } .card.plain i { position: absolute; inset: 0; background: navy; transition: 0.2s }
    .card.on i { scale: 0 1 } .veil::after { content: ''; position: absolute; inset: 0; background: navy; transition: 0.2s } .veil.on::after { opacity: 0 }
    .card i.left { right: 50% } .card i.right { left: 50% } .on i.left { translate: -100% } .card.on i.right { clip-path: inset(0 0 0 100%); scale: none }</style>
    ${['<i></i>', '', '<i class="left"></i><i class="right"></i>']
      .map((panels) => `<div class="card ${panels ? 'plain' : 'veil'}">text${panels}</div>`)
      .join('')
      .repeat(2)}${toggling}`,
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
  // The parts of a card have other offsets in it while it is moved, because each of them is rounded.
  parts: `${styles}<style>.card { height: 179.6px; margin-bottom: 20.4px } i { display: block; height: 10.4px }</style>
    ${`<div class="card fade">${'<i></i>'.repeat(8)}</div>`.repeat(5)}${toggling}`,
  long: `${styles}${cards(60, ['fade'])}${toggling}`,
  // The page is 100 px shorter while it is scrolled, and a carousel turns.
  moving: `${styles}<style>header { position: sticky; top: 0; height: 140px; background: #222 } header.small { height: 40px }
    .carousel { height: 180px; margin-bottom: 20px; overflow: hidden } .track { display: flex; width: 600px; height: 100%; background: linear-gradient(90deg, blue 50%, navy 50%) }</style>
    <header></header>${cards(2, ['fade'])}<div class="carousel"><div class="track"><i></i></div></div>${cards(3, ['fade'])}${toggling}
    <script>
      addEventListener('scroll', () => document.querySelector('header').classList.toggle('small', scrollY > 0))
      let turned = 0
      setInterval(() => { document.querySelector('.track').style.transform = 'translateX(' + (turned++ % 2 ? -300 : 0) + 'px)' }, 250)
    </script>`,
  wrapper: `${styles}<style>section { display: flow-root } main { position: fixed; inset: 0; overflow: hidden }</style><main><section>${cards(6, ['plain'])}</section></main>
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

const routes = Object.entries(pages).map(([name, html]): [string, Route] => [`/capture/${name}`, page(html)])
const fixture = await startCaptureFixture(Object.fromEntries(routes))

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
  expectRows(await shoot('reveals'), tops(7))
})

test('elements that come and go at the edge of the window hide nothing next to them', async () => {
  expectRows(await shoot('bouncing'), tops(4))
})

test('elements that were seen on the last pixels of their way are shown where they come to rest', async () => {
  expectRows(await shoot('arriving'), tops(4))
})

test('elements that a script shows later are waited for', async () => {
  // On a busy machine, the transition takes longer than a stop may take.
  using _limits = scaleLimits(4, 'scroll')
  expectRows(await shoot('late'), tops(4))
})

test('sheets that stick on top of each other are shown in their places', async () => {
  expectRows(await shoot('stacked'), tops(6))
})

test('what covers elements until they are in the window is open', async () => {
  expectRows(await shoot('covered'), tops(6))
})

test('sections have the colors of the page while they are in the middle of the window', async () => {
  const image = await shoot('themed')
  const navy: Color = [0, 0, 128]
  for (const [index, top] of Array.from({ length: 5 }, (_, i) => [i, i * 300] as const))
    for (const y of [top + 3, top + 150, top + 297])
      expect(isNear(image.at(290, y), index % 2 ? navy : white), `${y} is ${image.at(290, y)}`).toBe(true)
})

test('columns that move by different distances are shown as they are at the top, and the report says so', async () => {
  const { image, report } = await fixture.take('uneven', {
    fullPage: true,
    fullPageScroll: { byDurationMs: 100 },
    viewport,
  })
  expectRows(image, tops(2))
  expect(report.incomplete).toEqual([{ part: 'section', reason: 'different' }])
})

test('cards whose parts begin between two pixels are shown', async () => {
  const changes = { fullPage: true, fullPageScroll: { byDurationMs: 100 }, viewport }
  const { image, report } = await fixture.take('parts', changes)
  expectRows(image, tops(5))
  expect(report.incomplete).toEqual([])
})

test('the report says that there was no time to scroll to all parts', async () => {
  const changes = { fullPage: true, fullPageScroll: { byDurationMs: 0 }, viewport }
  const { report } = await fixture.takeBytes('long', changes, { endsMs: nowMs() + 7000 })
  expect(report.incomplete).toContainEqual({ part: 'section', reason: 'timeout' })
})

test('a page that is moved by a script is shown to its end', async () => {
  const image = await shoot('wrapper')
  expect(image.height).toBe(1200)
  expectRows(image, tops(6))
})

test('rows that exist only in the window are shown', async () => {
  expectRows(await shoot('rows'), tops(10))
})

test('a header that shrinks and a carousel that turns leave no seams', async () => {
  const image = await shoot('moving')
  expect(image.height).toBeGreaterThanOrEqual(140 + 6 * 200)
  expectRows(image, [...tops(2, 140), ...tops(3, 740)])
  const slide = image.at(150, 545).slice(0, 3) as Color
  expectRows(image, [540], [slide])
})
