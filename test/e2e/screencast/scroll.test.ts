import { expect, test } from 'vitest'
import type { ScrollScenario } from '../../../lib/core/plan/render-plan.ts'
import { scrollOffset } from '../../../lib/core/plan/scroll-scenario.ts'
import { startScreencastFixture } from '../../support/render/screencast.ts'
import type { Point } from '../../support/render/video-reader.ts'
import { page } from '../../support/sites/fixture-server.ts'

const height = 240
const [blockHeight, columnWidth] = [64, 30]
const rulerHeight = 32 * blockHeight

/** The ruler, with snap points in a vertical distance of 200 pixels. */
const snapping = (styles: string) =>
  page(
    `<!doctype html><style>body{margin:0;position:relative}iframe{border:0;display:block;width:320px;height:2048px}u{position:absolute;left:0;width:9px;height:200px;scroll-snap-align:start}${styles}</style><main>
      <iframe src="/screencast/ruler.html"></iframe>${Array.from({ length: 10 }, (_, index) => `<u style="top:${index * 200}px"></u>`).join('')}</main>`,
  )

const fixture = await startScreencastFixture({
  '/mandatory': snapping('html{scroll-snap-type:y mandatory;scroll-behavior:smooth}'),
  '/body': snapping('body{scroll-snap-type:y mandatory}u{scroll-snap-stop:always}'),
  '/inner-mandatory': snapping(
    'body{overflow:hidden}main{position:relative;height:240px;overflow:auto;scroll-snap-type:y mandatory;scroll-behavior:smooth}',
  ),
  '/inner': page(
    '<!doctype html><style>body{margin:0}iframe,main{width:320px}main{height:240px;overflow:auto}</style><main><iframe src="/screencast/ruler.html" style="border:0;display:block;height:2048px"></iframe></main>',
  ),
})

const columns = [0, 1, 2, 3, 4, 5]
const points: Point[] = columns.flatMap((column) =>
  Array.from({ length: height }, (_, y): Point => [column * columnWidth + 15, y]),
)

/** How far the ruler is scrolled, read from one frame. */
const readOffset = (pixels: [number, number, number][]) => {
  const isOn = (column: number, y: number) => (pixels[column * height + y]?.[0] ?? 0) > 127
  let edge = 1
  while (isOn(0, edge) === isOn(0, edge - 1)) edge++
  const bits = columns.slice(1).map((column, bit) => (isOn(column, edge + 32) ? 2 ** bit : 0))
  return bits.reduce((sum, bit) => sum + bit) * blockHeight - edge
}

const distance = rulerHeight - height
const range = { initial: distance, now: distance }

const scenario: Omit<ScrollScenario, 'lastFrameMs'> = {
  byAmount: 500,
  byDurationMs: 1_500,
  byDelayMs: 100,
  back: true,
  backDelayMs: 200,
  easing: 'linear',
}

test.each([
  ['ease_out_quint', '/screencast/ruler.html'],
  ['ease_in_quad', '/inner'],
  ['linear', '/mandatory'],
  ['linear', '/body'],
  ['linear', '/inner-mandatory'],
] as const)('the page scrolls with %s down and back on %s', async (easing, path) => {
  const scroll = { ...scenario, easing, lastFrameMs: 2_900 }
  const video = await fixture.watch(path, points, { scroll, fps: 10, durationMs: 3_000 })
  expect(video.pixels).toHaveLength(30)
  const offsets = video.pixels.map(readOffset)
  const expected = offsets.map((_, index) => scrollOffset(scroll, range, index * 100))
  for (const [index, offset] of offsets.entries())
    expect(Math.abs(offset - (expected[index] ?? 0)), `frame ${index}: ${offset}`).toBeLessThanOrEqual(2)
  expect(Math.max(...offsets)).toBeGreaterThanOrEqual(distance - 2)
  expect(Math.abs(offsets.at(-1) ?? -1)).toBeLessThanOrEqual(2)
})

test('the video ends after its duration, at any scroll position', async () => {
  const scroll = { ...scenario, lastFrameMs: 900 }
  const video = await fixture.watch('/screencast/ruler.html', points, { scroll, fps: 10, durationMs: 1_000 })
  expect(video.pixels).toHaveLength(10)
  const last = scrollOffset(scroll, range, 900)
  expect(Math.abs(readOffset(video.pixels.at(-1) ?? []) - last)).toBeLessThanOrEqual(2)
})
