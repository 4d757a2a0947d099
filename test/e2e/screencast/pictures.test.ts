import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InvalidParameterError, ResultTooLargeError, SelectorNotFoundError } from '../../../lib/errors.ts'
import { isNear } from '../../support/picture.ts'
import {
  counterPoints,
  readCounter,
  type ScreencastFixture,
  startScreencastFixture,
  viewport,
} from '../../support/screencast.ts'

let fixture: ScreencastFixture

beforeAll(async () => {
  fixture = await startScreencastFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

type Colour = readonly [number, number, number]

const [red, green, blue]: Colour[] = [
  [221, 0, 0],
  [0, 187, 0],
  [0, 0, 221],
]
const [purple, black, white]: Colour[] = [
  [221, 0, 221],
  [0, 0, 0],
  [255, 255, 255],
]
const quadrants = '/screencast/quadrants.html'

const expectColours = (
  pixels: [number, number, number][] | undefined,
  ...colours: (Colour | undefined)[]
) => {
  for (const [index, colour] of colours.entries()) {
    const pixel = pixels?.[index] ?? []
    expect(isNear(pixel, colour as Colour, 14), `point ${index} is ${pixel}, not ${colour}`).toBe(true)
  }
}

describe.each(['mp4', 'mov', 'webm', 'avi'] as const)('%s', (format) => {
  test('odd sides lose nothing', async () => {
    const film = await fixture.watch(
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
    expect([film.width, film.height]).toEqual(expected)
    expectColours(film.pixels[0], red, green, blue)
  })
})

test('colours come out as the page has them, at the first and the last picture', async () => {
  const film = await fixture.watch(
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
  for (const pixels of [film.pixels[0], film.pixels.at(-1)])
    expectColours(pixels, red, green, blue, black, white)
})

test('a clip is what is filmed, to the pixel, in device pixels', async () => {
  const film = await fixture.watch(
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
  expect([film.width, film.height]).toEqual([66, 66])
  expectColours(film.pixels[0], red, green, blue, black)
})

test('a clip outside the viewport is refused, with the way out', async () => {
  const clip = { x: 0, y: 500, width: 50, height: 50 }
  await expect(fixture.film(quadrants, { clip })).rejects.toThrow(InvalidParameterError)
  await expect(fixture.film(quadrants, { clip })).rejects.toThrow('capture_beyond_viewport')
  const film = await fixture.watch(quadrants, [[25, 25]], {
    clip,
    viewport: viewport(320, 550),
    durationMs: 100,
  })
  expectColours(film.pixels[0], purple)
})

test('a film that is too large for the codec is refused with the limit', async () => {
  const tooLarge = fixture.film(quadrants, { viewport: viewport(4100, 2304) })
  await expect(tooLarge).rejects.toThrow(ResultTooLargeError)
})

test.each([
  [1, 3_000, 3],
  [24, 1_500, 36],
  [60, 1_000, 60],
])('%s frames a second for %s ms are %s pictures', async (fps, durationMs, frames) => {
  const film = await fixture.watch('/screencast/counter.html', counterPoints, { fps, durationMs })
  expect(film.pixels).toHaveLength(frames)
  expect(film.seconds).toBeCloseTo(durationMs / 1000, 3)
  const clocks = film.pixels.map((pixels) => readCounter(pixels).clock)
  for (let i = 1; i < clocks.length; i++)
    expect(Math.abs((clocks[i] ?? 0) - (clocks[i - 1] ?? 0) - 1000 / fps)).toBeLessThan(1.1)
})

test('elements are hidden and clicked before the film begins', async () => {
  const hidden = await fixture.watch(quadrants, [[50, 40]], { hideSelectors: ['#a'], durationMs: 100 })
  expectColours(hidden.pixels[0], white)
  const missing = fixture.film(quadrants, { clickSelector: '#none', timeoutMs: 1_000 })
  await expect(missing).rejects.toThrow(SelectorNotFoundError)
})

test('a gif has the length of the film, also where the page rests', async () => {
  const moving = await fixture.film('/screencast/counter.html', { format: 'gif', fps: 10, durationMs: 2_000 })
  const { pages = 0, delay = [], width, height } = await sharp(moving.body).metadata()
  expect([pages, width, height]).toEqual([20, 320, 240])
  expect(delay.reduce((sum, ms) => sum + ms)).toBe(2_000)
  const raw = await Promise.all(
    [0, 19].map((number) => sharp(moving.body, { page: number }).raw().toBuffer()),
  )
  expect(raw[0]?.equals(raw[1] as Buffer)).toBe(false)
  const resting = await fixture.film(quadrants, { format: 'gif', fps: 30, durationMs: 1_000 })
  expect(await sharp(resting.body).metadata()).toMatchObject({ width: 320, height: 240 })
  expect(resting.contentType).toBe('image/gif')
})
