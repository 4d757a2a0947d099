import { expect, test } from 'vitest'
import { readFixture } from '../../support/read-cases.ts'
import { isNear } from '../../support/render/image.ts'
import {
  counterPoints,
  readCounter,
  startScreencastFixture,
  viewport,
} from '../../support/render/screencast.ts'
import { scaleLimits } from '../../support/scale-limits.ts'
import { page } from '../../support/sites/fixture-server.ts'

const counterPage = readFixture('screencast/counter.html')

const colorOf = (script: string) =>
  page(`<!doctype html><body style="background:#000"><script>
    const show = (color) => { document.body.style.background = color }
    ${script}
  </script>`)

const fixture = await startScreencastFixture({
  '/slow': (_request, response) => {
    setTimeout(() => response.end('answer'), 600)
  },
  '/never': () => undefined,
  '/fetches': colorOf("setTimeout(() => fetch('/slow').then(() => show('#fff')), 2500)"),
  '/polls': page(counterPage.replace('<script>', "<script>setTimeout(() => fetch('/never'), 1200);")),
  '/framed': page(
    `<!doctype html><body style="margin:0"><script>document.write('<iframe width=320 height=240 style="border:0" src="http://other.test:' + location.port + '/screencast/counter.html"></iframe>')</script>`,
  ),
  '/leaves': page(
    '<!doctype html>Words<script>setTimeout(() => location.replace("/screencast/quadrants.html"), 1500)</script>',
  ),
  '/waits': page(
    '<!doctype html><body style="margin:0">text<script>const wait = () => { const end = +new Date() + 20; while (new Date() < end); document.body.style.background = "#fff"; requestAnimationFrame(wait) }; requestAnimationFrame(wait)</script>',
  ),
})

const differences = (values: number[]) => values.slice(1).map((value, index) => value - (values[index] ?? 0))

test('an iframe of another site is recorded with the page', async () => {
  const video = await fixture.watch('/framed', counterPoints, { durationMs: 500, timeoutMs: 30_000 })
  expect(video.report.video).toEqual({
    mode: 'virtual',
    frames: 15,
    skipped: 0,
    startedMs: expect.any(Number),
  })
  const counters = video.pixels.map(readCounter)
  expect(differences(counters.map(({ count }) => count))).toEqual(Array(14).fill(1))
})

test('requests of the page end while its clock is stopped', async () => {
  const video = await fixture.watch('/fetches', [[160, 120]], { fps: 10, durationMs: 3_000 })
  const first = video.pixels.findIndex(([pixel]) => (pixel?.[0] ?? 0) > 127)
  // The page is open for some time before the video begins. The response takes 600 ms, but no frame.
  expect(first).toBeGreaterThan(3)
  expect(first).toBeLessThanOrEqual(26)
  expect(video.report.video?.mode).toBe('virtual')
})

test('a request that never ends does not stop the video', async () => {
  const video = await fixture.watch('/polls', counterPoints, { fps: 10, durationMs: 1_500 })
  expect(video.pixels).toHaveLength(15)
  expect(differences(video.pixels.map((pixels) => readCounter(pixels).count))).toEqual(Array(14).fill(1))
})

test('a navigation is followed at the same size', async () => {
  const video = await fixture.watch('/leaves', [[300, 200]], {
    viewport: viewport(320, 240, 2),
    fps: 10,
    durationMs: 2_000,
    timeoutMs: 30_000,
  })
  expect([video.width, video.height]).toEqual([640, 480])
  expect(isNear(video.pixels[0]?.[0] ?? [], [255, 255, 255])).toBe(true)
  expect(isNear(video.pixels.at(-1)?.[0] ?? [], [0, 0, 0])).toBe(true)
})

test('a page that waits in a loop for its clock is recorded again in real time', async () => {
  using _limits = scaleLimits(0.3, 'video')
  const video = await fixture.watch('/waits', [[10, 10]], { fps: 10, durationMs: 1_000 })
  expect(video.headers).toEqual({ 'X-Service-Capture-Mode': 'realtime' })
  expect(video.pixels).toHaveLength(10)
  expect(video.seconds).toBeCloseTo(1, 3)
})
