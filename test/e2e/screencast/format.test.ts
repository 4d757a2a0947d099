import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidParameterError, ResultTooLargeError, SelectorNotFoundError } from '../../../lib/errors.ts'
import { isNear } from '../../support/render/image.ts'
import {
  counterPoints,
  readCounter,
  type ScreencastFixture,
  startScreencastFixture,
  viewport,
} from '../../support/render/screencast.ts'

let fixture: ScreencastFixture

beforeAll(async () => {
  fixture = await startScreencastFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Color = readonly [number, number, number]

const [red, green, blue]: Color[] = [
  [221, 0, 0],
  [0, 187, 0],
  [0, 0, 221],
]
const [purple, black, white]: Color[] = [
  [221, 0, 221],
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

describe.each(['mp4', 'mov', 'webm', 'avi'] as const)('%s', (format) => {
  test('odd sides are not cropped', async () => {
    const video = await fixture.watch(
      quadrants,
      [
        [50, 40],
        [150, 40],
        [50, 120],
        [200, 160],
      ],
      { format, viewport: viewport(201, 161), durationMs: 100 },
    )
    const expected = format === 'webm' ? [201, 161] : [202, 162]
    expect([video.width, video.height]).toEqual(expected)
    expectColors(video.pixels[0], red, green, blue)
  })
})

test('the first and the last frame have the colors of the page', async () => {
  const video = await fixture.watch(
    quadrants,
    [
      [50, 40],
      [150, 40],
      [50, 120],
      [150, 120],
      [300, 200],
    ],
    { durationMs: 500 },
  )
  for (const pixels of [video.pixels[0], video.pixels.at(-1)])
    expectColors(pixels, red, green, blue, black, white)
})

test('a clip is recorded exactly, in device pixels', async () => {
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
      durationMs: 100,
    },
  )
  expect([video.width, video.height]).toEqual([66, 66])
  expectColors(video.pixels[0], red, green, blue, black)
})

test('a clip outside the viewport is refused with a hint to capture_beyond_viewport', async () => {
  const clip = { x: 0, y: 500, width: 50, height: 50 }
  await expect(fixture.record(quadrants, { clip })).rejects.toThrow(InvalidParameterError)
  await expect(fixture.record(quadrants, { clip })).rejects.toThrow('capture_beyond_viewport')
  const video = await fixture.watch(quadrants, [[25, 25]], {
    clip,
    viewport: viewport(320, 550),
    durationMs: 100,
  })
  expectColors(video.pixels[0], purple)
})

test('a video that is too large for the codec is refused with the limit', async () => {
  const tooLarge = fixture.record(quadrants, { viewport: viewport(4100, 2304) })
  await expect(tooLarge).rejects.toThrow(ResultTooLargeError)
})

test.each([
  [1, 3_000, 3],
  [24, 1_500, 36],
  [60, 1_000, 60],
])('%s frames a second for %s ms are %s frames', async (fps, durationMs, frames) => {
  const video = await fixture.watch('/screencast/counter.html', counterPoints, { fps, durationMs })
  expect(video.pixels).toHaveLength(frames)
  expect(video.seconds).toBeCloseTo(durationMs / 1000, 3)
  const clocks = video.pixels.map((pixels) => readCounter(pixels).clock)
  for (let i = 1; i < clocks.length; i++)
    expect(Math.abs((clocks[i] ?? 0) - (clocks[i - 1] ?? 0) - 1000 / fps)).toBeLessThan(1.1)
})

test('elements are hidden and clicked before the video begins', async () => {
  const hidden = await fixture.watch(quadrants, [[50, 40]], { hideSelectors: ['#a'], durationMs: 100 })
  expectColors(hidden.pixels[0], white)
  const missing = fixture.record(quadrants, { clickSelector: '#none', timeoutMs: 1_000 })
  await expect(missing).rejects.toThrow(SelectorNotFoundError)
})

test('a GIF has the duration of the video, also if the page does not change', async () => {
  const moving = await fixture.record('/screencast/counter.html', {
    format: 'gif',
    fps: 10,
    durationMs: 2_000,
  })
  const { pages = 0, delay = [], width, height } = await sharp(moving.body).metadata()
  expect([pages, width, height]).toEqual([20, 320, 240])
  expect(delay.reduce((sum, ms) => sum + ms)).toBe(2_000)
  const raw = await Promise.all(
    [0, 19].map((number) => sharp(moving.body, { page: number }).raw().toBuffer()),
  )
  expect(raw[0]?.equals(raw[1] as Buffer)).toBe(false)
  const resting = await fixture.record(quadrants, { format: 'gif', fps: 30, durationMs: 1_000 })
  expect(await sharp(resting.body).metadata()).toMatchObject({ width: 320, height: 240 })
  expect(resting.contentType).toBe('image/gif')
})
