import { expect, test } from 'vitest'
import type { Action } from '../../../lib/schema/fields/actions.ts'
import { startScreencastFixture, viewport } from '../../support/render/screencast.ts'
import type { Point } from '../../support/render/video-reader.ts'
import { page } from '../../support/sites/fixture-server.ts'

const body = (content: string, styles = '') =>
  page(`<!doctype html><style>body{margin:0;background:#fff}${styles}</style>${content}`)

/** A square that moves by 300 pixels in 3 s from the first frame on. */
const moving =
  '@keyframes move{to{transform:translateX(300px)}}#a{width:20px;height:20px;background:#c00;animation:move 3s linear}'

const square = (delayMs: number, color: string) =>
  `<img style="position:absolute;top:100px;left:${delayMs / 10}px" width="40" height="40" src="/square?${delayMs},${color}">`

const fixture = await startScreencastFixture({
  '/square': (request, response) => {
    const [, delay = '0', color = ''] = /\?(\d+),(\w+)/.exec(request.url ?? '') ?? []
    const image = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="${color}" d="M0 0h40v40H0z"/></svg>`
    setTimeout(() => response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(image), Number(delay))
  },
  '/slow.css': (_request, response) => {
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'text/css' }).end('body{background:#eee}'),
      300,
    )
  },
  '/intro': body(
    `<link rel="stylesheet" href="/slow.css"><div id="a"></div><div id="b"></div><div id="c"></div><script>
        const start = new Date();
        (function draw() { b.style.left = (new Date() - start) / 10 + 'px'; requestAnimationFrame(draw) })()
        setInterval(() => { c.style.width = c.offsetWidth + 10 + 'px' }, 100)
      </script>`,
    `${moving}#b{position:absolute;top:40px;width:20px;height:20px;background:#00c}#c{position:absolute;top:80px;height:20px;background:#0a0}`,
  ),
  '/loads': body(`<p style="margin:0">text</p>${square(300, 'red')}${square(800, 'blue')}`),
  '/late': body(
    '<main></main><script>setTimeout(() => { document.querySelector("main").innerHTML = "<div id=a></div>" }, 400)</script>',
    moving,
  ),
  '/consent': body(
    `<div id="a"></div><div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;inset:auto 0 0;height:100px;background:#00c">
        We use cookies <button id="onetrust-reject-all-handler" onclick="this.closest('[id$=banner-sdk]').style.display = 'none'">Reject all</button>
        <button id="onetrust-accept-btn-handler">Accept all</button></div></div>`,
    moving,
  ),
  '/grows': body(
    '<main></main><script>setTimeout(() => { document.querySelector("main").innerHTML = "<div></div><div></div>" }, 300)</script><p>x',
    'p{position:fixed;right:0}div{height:240px;background:#c00}div+div{background:#00c}',
  ),
  '/button': body(
    '<script>setTimeout(() => { document.body.innerHTML = "<button>x</button>" }, 500)</script><p>x',
    'button{position:absolute;left:100px;top:100px;width:80px;height:40px;border:0;background:#c00}button:focus{background:#0a0}',
  ),
  '/video': body(
    '<div id="a"></div><video src="/capture/green.webm" autoplay muted loop width="320"></video>',
    moving,
  ),
  '/blank': page('<!doctype html><title>blank</title>'),
})

const watch = (path: string, points: readonly Point[], overrides = {}) =>
  fixture.watch(path, points, { isFromLoad: true, timeoutMs: 20_000, ...overrides })

type Pixel = readonly number[]
const isRed = ([red = 0, green = 0, blue = 0]: Pixel) => red > 150 && green < 90 && blue < 90
const isBlue = ([red = 0, green = 0, blue = 0]: Pixel) => blue > 150 && red < 90 && green < 90
const isGreen = ([red = 0, green = 0, blue = 0]: Pixel) => green > 120 && red < 90 && blue < 90

const nameOf = (pixel: Pixel = []) => {
  if (isRed(pixel)) return 'red'
  if (isBlue(pixel)) return 'blue'
  return isGreen(pixel) ? 'green' : 'white'
}

const changes = (names: readonly string[]) => names.filter((name, index) => name !== names[index - 1])

const row = (y: number): Point[] => Array.from({ length: 160 }, (_, x) => [x * 2, y])
const first = <T>(values: readonly T[], is: (value: T) => boolean) => values.findIndex(is)

test('the first frame shows the beginning of what moves, and page time passes evenly from there', async () => {
  const video = await watch('/intro', [...row(10), ...row(50), ...row(90)])
  expect(video.report.video).toMatchObject({ mode: 'virtual', frames: 30, skipped: 0 })
  const left = (frame: number, at: number, is: (pixel: Pixel) => boolean) =>
    first(video.pixels[frame]?.slice(at * 160, at * 160 + 160) ?? [], is) * 2
  // The style sheet takes 300 ms, in which the clock is stopped.
  expect(left(0, 0, isRed)).toBeLessThanOrEqual(2)
  expect(left(0, 1, isBlue)).toBeLessThanOrEqual(6)
  expect(left(15, 0, isRed)).toBeGreaterThanOrEqual(47)
  expect(left(15, 0, isRed)).toBeLessThanOrEqual(54)
  const wide = video.pixels.map((pixels) => pixels.slice(320).filter(isGreen).length * 2)
  expect(wide[0]).toBe(0)
  expect(Math.abs((wide[29] ?? 0) - 90)).toBeLessThanOrEqual(12)
  expect(video.report.video?.startedMs).toBeLessThan(200)
})

test('what loads appears when it has loaded, at the latest after its own time', async () => {
  const { pixels } = await watch(
    '/loads',
    [
      [50, 120],
      [100, 120],
    ],
    { durationMs: 1_200 },
  )
  const red = first(pixels, ([pixel = []]) => isRed(pixel))
  const blue = first(pixels, ([, pixel = []]) => isBlue(pixel))
  // A busy machine needs more time for the frames, so the responses are earlier in the video.
  expect(red).toBeGreaterThanOrEqual(1)
  expect(red).toBeLessThanOrEqual(13)
  expect(blue).toBeGreaterThan(red)
  expect(blue).toBeLessThanOrEqual(28)
})

test('a page whose content comes later begins with it', async () => {
  const { pixels, report } = await watch('/late', row(10), { durationMs: 200 })
  expect(first(pixels[0] ?? [], isRed)).toBeGreaterThanOrEqual(0)
  expect(first(pixels[0] ?? [], isRed)).toBeLessThanOrEqual(2)
  expect(report.video?.startedMs).toBeGreaterThan(390)
})

test('a consent dialog is declined during the video', async () => {
  const { pixels, report } = await watch('/consent', [[300, 200], ...row(10)], {
    durationMs: 2_000,
    fps: 10,
    block: { annoyances: ['cookies_banner'], resourceTypes: [], urlPatterns: [] },
  })
  expect(report).toMatchObject({ consent: 'declined', waitsExpired: [] })
  expect(isBlue(pixels.at(-1)?.[0] ?? [])).toBe(false)
  expect(first(pixels[0]?.slice(1) ?? [], isRed)).toBeLessThanOrEqual(2)
})

test('delay counts from the first paint, and styles apply from the first frame on', async () => {
  const { pixels } = await watch('/intro', [...row(10), ...row(50)], {
    delayMs: 1_000,
    viewport: viewport(320, 240, 1),
    hideSelectors: ['#b'],
    durationMs: 200,
  })
  const left = first(pixels[0]?.slice(0, 160) ?? [], isRed) * 2
  expect(left).toBeGreaterThanOrEqual(98)
  expect(left).toBeLessThanOrEqual(106)
  expect(first(pixels[0]?.slice(160) ?? [], isBlue)).toBe(-1)
})

test('a page that can be scrolled later scrolls from then on, to its end', async () => {
  const scroll = {
    byAmount: 1000,
    byDurationMs: 500,
    byDelayMs: 0,
    back: false,
    backDelayMs: 0,
    easing: 'linear' as const,
    lastFrameMs: 1_200,
  }
  const { pixels } = await watch('/grows', [[10, 10]], { scroll, durationMs: 1_300 })
  const colors = pixels.map(([pixel]) => nameOf(pixel))
  expect(changes(colors)).toEqual(['white', 'red', 'blue'])
  const steps = colors.indexOf('blue') - colors.indexOf('red')
  // 230 of 240 pixels in half a second.
  expect(steps).toBeGreaterThanOrEqual(13)
  expect(steps).toBeLessThanOrEqual(16)
})

test('actions begin with the first frame', async () => {
  const actions: Action[] = [{ action: 'click', selector: 'button' }]
  const { pixels } = await watch('/button', [[210, 210]], {
    actions,
    viewport: viewport(320, 240, 2),
    durationMs: 1_500,
    fps: 15,
  })
  expect(changes(pixels.map(([pixel]) => nameOf(pixel)))).toEqual(['white', 'red', 'green'])
})

test('a page that plays a video is recorded in real time from its first paint on', async () => {
  const { pixels, report } = await watch('/video', row(10))
  expect(report.video).toMatchObject({ mode: 'realtime', frames: 30 })
  const left = pixels.map((points) => first(points, isRed) * 2)
  expect(left[0]).toBeGreaterThanOrEqual(0)
  // A second attempt of a page that is ready begins at 50 or later.
  expect(left[0]).toBeLessThan(40)
  expect(left.at(-1)).toBeGreaterThan(left[0] ?? 0)
})

test('a page that paints nothing is recorded anyway', async () => {
  const { pixels, report } = await watch('/blank', [[200, 200]], { durationMs: 100 })
  expect(pixels).toHaveLength(3)
  expect(report.waitsExpired).toEqual([])
})
