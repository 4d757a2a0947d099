import sharp from 'sharp'
import { expect, test } from 'vitest'
import { InvalidParameterError, ResultTooLargeError } from '../../../lib/base/errors.ts'
import { readFixture } from '../../support/read-cases.ts'
import { isNear } from '../../support/render/image.ts'
import {
  counterPoints,
  readCounter,
  startScreencastFixture,
  viewport,
} from '../../support/render/screencast.ts'
import { page } from '../../support/sites/fixture-server.ts'

const counterPage = readFixture('screencast/counter.html')
const corner =
  '<div style="position:fixed;right:0;bottom:0;display:flex"><style>u{width:41px;height:41px}</style><u style="background:#d00"></u><u style="background:#0b0"></u><u style="background:#00d"></u></div>'

const saturated: [number, number, number][] = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 0],
  [0, 255, 255],
  [255, 0, 255],
  [192, 64, 32],
]

const fixture = await startScreencastFixture({
  '/saturated': page(
    `<!doctype html><style>body{margin:0}i{float:left;width:40px;height:100vh}</style>${saturated.map((color) => `<i style="background:rgb(${color})"></i>`).join('')}`,
  ),
  '/counter-with-corner': page(counterPage.replace('</html>', corner)),
})

type Color = readonly [number, number, number]

const [red, green, blue]: Color[] = [
  [221, 0, 0],
  [0, 187, 0],
  [0, 0, 221],
]
const [black, white]: Color[] = [
  [0, 0, 0],
  [255, 255, 255],
]
const quadrants = '/screencast/quadrants.html'

const expectColors = (pixels: [number, number, number][] | undefined, ...colors: (Color | undefined)[]) => {
  for (const [index, color] of colors.entries()) {
    const pixel = pixels?.[index] ?? []
    expect(isNear(pixel, color as Color, 14), `point ${index} is ${pixel}, not ${color}`).toBe(true)
  }
}

const differences = (values: number[]) => values.slice(1).map((value, index) => value - (values[index] ?? 0))

const cornerPoints = [
  [218, 220],
  [259, 220],
  [300, 220],
  [320, 240],
] as const

// 66 frames reach the second key frame of both codecs. avi has that of mp4.
test.each([
  ['mp4', 66],
  ['webm', 66],
  ['avi', 15],
] as const)(
  '%s has all %i frames of the page in order, in its colors, and odd sides are not cropped',
  async (format, frames) => {
    const video = await fixture.watch('/counter-with-corner', [...counterPoints, ...cornerPoints], {
      format,
      viewport: viewport(321, 241),
      durationMs: (frames / 30) * 1000,
      // Drawing 66 frames takes longer than the video on a busy machine.
      timeoutMs: 30_000,
    })
    expect(video.pixels).toHaveLength(frames)
    expect(video.seconds).toBeCloseTo(frames / 30, 3)
    expect([video.width, video.height]).toEqual(format === 'webm' ? [321, 241] : [322, 242])
    expect(video.headers).toEqual({ 'X-Service-Capture-Mode': 'virtual' })
    expect(video.report.video).toEqual({ mode: 'virtual', frames, skipped: 0, startedMs: expect.any(Number) })
    for (const pixels of [video.pixels[0], video.pixels.at(-1)])
      expectColors(pixels?.slice(counterPoints.length), red, green, blue)
    // It shares its color values with the pixels that fill up an odd side.
    expect(isNear(video.pixels[0]?.at(-1) ?? [], blue as Color, 40), 'the last pixel').toBe(true)
    const counters = video.pixels.map(readCounter)
    expect(differences(counters.map(({ count }) => count))).toEqual(Array(frames - 1).fill(1))
    for (const clock of ['frameTime', 'clock', 'date'] as const) {
      const steps = differences(counters.map((counter) => counter[clock]))
      // Whole milliseconds of steps of 33⅓.
      expect([...new Set(steps)].sort(), clock).toEqual([33, 34])
      const sum = steps.reduce((left, step) => left + step)
      expect(Math.abs(sum - ((frames - 1) * 1000) / 30), clock).toBeLessThan(1.5)
    }
    const ticks = (counters.at(-1)?.timer ?? 0) - (counters[0]?.timer ?? 0)
    expect(Math.abs(ticks - ((frames - 1) * 1000) / 30 / 50)).toBeLessThan(1)
    expect(video.keyFrames).toEqual([0, 60].filter((index) => index < frames))
    for (const [index, time] of video.times.entries()) expect(time).toBeCloseTo(index / 30, 2)
  },
)

test.each([
  ['mp4', 720, 'bt709'],
  ['avi', 721, undefined],
  ['webm', 719, 'smpte170m'],
] as const)('saturated colors of %s with %i lines stay, with matrix %s', async (format, height, matrix) => {
  const points = saturated.map((_, index) => [index * 40 + 20, 300] as const)
  const { pixels, colorSpace } = await fixture.watch('/saturated', points, {
    format,
    viewport: viewport(320, height),
    durationMs: 100,
  })
  const expected = matrix && { primaries: 'bt709', transfer: 'bt709', matrix, fullRange: false }
  expect(colorSpace).toEqual(expected)
  for (const [index, color] of saturated.entries()) {
    const pixel = pixels[0]?.[index] ?? []
    // The decoder of the test limits blue to 95 % in BT.709. The wrong matrix changes green by 40.
    expect(isNear(pixel, color, 16), `${pixel} is ${color}`).toBe(true)
  }
})

test('a clip is recorded exactly, in device pixels, without hidden elements', async () => {
  const video = await fixture.watch(
    quadrants,
    [
      [2, 2],
      [60, 2],
      [2, 60],
      [60, 60],
    ],
    {
      format: 'webm',
      viewport: viewport(320, 240, 2),
      clip: { x: 85, y: 65, width: 33, height: 33 },
      hideSelectors: ['#a'],
      durationMs: 100,
    },
  )
  expect([video.width, video.height]).toEqual([66, 66])
  expectColors(video.pixels[0], white, green, blue, black)
})

test('a clip outside the viewport is refused with a hint to capture_beyond_viewport', async () => {
  const refused = fixture.record(quadrants, { clip: { x: 0, y: 500, width: 50, height: 50 } })
  await expect(refused).rejects.toThrow(InvalidParameterError)
  await expect(refused).rejects.toThrow('capture_beyond_viewport')
})

test('a video that is too large for the codec is refused with the limit', async () => {
  const tooLarge = fixture.record(quadrants, { viewport: viewport(4100, 2304) })
  await expect(tooLarge).rejects.toThrow(ResultTooLargeError)
})

test.each([
  [24, 250, 6],
  [60, 250, 15],
])('%s frames a second for %s ms are %s frames', async (fps, durationMs, frames) => {
  const video = await fixture.watch('/screencast/counter.html', counterPoints, { fps, durationMs })
  expect(video.pixels).toHaveLength(frames)
  expect(video.seconds).toBeCloseTo(durationMs / 1000, 3)
  const clocks = video.pixels.map((pixels) => readCounter(pixels).clock)
  for (let i = 1; i < clocks.length; i++)
    expect(Math.abs((clocks[i] ?? 0) - (clocks[i - 1] ?? 0) - 1000 / fps)).toBeLessThan(1.1)
})

test('a GIF has the duration of the video, even if the page does not change', async () => {
  const moving = await fixture.record('/screencast/counter.html', {
    format: 'gif',
    fps: 10,
    durationMs: 1_000,
  })
  const { pages = 0, delay = [], width, height } = await sharp(moving.body).metadata()
  expect([pages, width, height]).toEqual([10, 320, 240])
  expect(delay.reduce((sum, ms) => sum + ms)).toBe(1_000)
  const raw = await Promise.all([0, 9].map((number) => sharp(moving.body, { page: number }).raw().toBuffer()))
  expect(raw[0]?.equals(raw[1] as Buffer)).toBe(false)
  const resting = await fixture.record(quadrants, { format: 'gif', fps: 10, durationMs: 500 })
  const still = await sharp(resting.body).metadata()
  expect(still).toMatchObject({ width: 320, height: 240 })
  expect(still.delay?.reduce((sum, ms) => sum + ms)).toBe(500)
  expect(resting.contentType).toBe('image/gif')
})
