import pixelmatch from 'pixelmatch'
import { expect, test } from 'vitest'
import type { Rectangle } from '../../../../lib/core/plan/render-plan.ts'
import { arePixelsEqual, comparePixels } from '../../../../lib/core/watch/compare-pixels.ts'
import { createRandom } from '../../../support/random.ts'

const width = 100
const height = 60

const draw = (...boxes: (Rectangle & { color: number })[]) => {
  const pixels = Buffer.alloc(width * height * 3, 255)
  for (const { x, y, width: w, height: h, color } of boxes)
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++)
        pixels.fill(color, (row * width + column) * 3, (row * width + column) * 3 + 3)
  return pixels
}

const compare = (before: Buffer, after: Buffer, searchedMax?: number) =>
  comparePixels({ width, before, after }, searchedMax === undefined ? {} : { searchedMax })

test('equal images have no difference', async () => {
  expect(await compare(draw(), draw())).toEqual({ changed: 0, boxes: [] })
  expect(arePixelsEqual({ width, before: draw(), after: draw() })).toBe(true)
})

test('a single row of pixels is found, with its exact bounds', async () => {
  const drawn = draw()
  const after = draw({ x: 3, y: 30, width: 10, height: 1, color: 0 })
  expect(arePixelsEqual({ width, before: draw(), after })).toBe(false)
  const { changed, boxes } = await compare(drawn, after)
  expect(changed).toBe(10)
  expect(boxes).toEqual([{ x: 3, y: 30, width: 10, height: 1 }])
  const at = (30 * width + 3) * 3
  expect([...drawn.subarray(at - 3, at + 3)]).toEqual([254, 254, 254, 255, 0, 0])
})

test('an image that is compared in several bands has the result of a whole one', async () => {
  const noise = (seed: number) => {
    const random = createRandom(seed)
    return draw(
      ...Array.from({ length: 60 }, () => ({
        x: random(80),
        y: random(40),
        width: 1 + random(20),
        height: 1 + random(20),
        color: random(255),
      })),
    )
  }
  const [whole, inBands] = [noise(1), noise(1)]
  const expected = await comparePixels({ width, before: whole, after: noise(2) })
  const found = await comparePixels({ width, before: inBands, after: noise(2) }, { pixelsAtOnce: width * 16 })
  expect(found).toEqual(expected)
  expect(inBands.equals(whole)).toBe(true)
})

test('a shade that a person cannot see is no change', async () => {
  const box = { x: 10, y: 10, width: 50, height: 20 }
  expect((await compare(draw({ ...box, color: 200 }), draw({ ...box, color: 205 }))).changed).toBe(0)
})

test('without the search for anti-aliasing, pixels are the same as for pixelmatch', async () => {
  const random = createRandom(15)
  const noise = () => Buffer.from(Array.from({ length: width * height * 3 }, () => random(120)))
  const [before, after] = [noise(), noise()]
  const rgba = (pixels: Buffer) =>
    Uint8Array.from({ length: width * height * 4 }, (_, at) =>
      at % 4 === 3 ? 255 : (pixels[Math.floor(at / 4) * 3 + (at % 4)] ?? 0),
    )
  const expected = pixelmatch(rgba(before), rgba(after), undefined, width, height, { includeAA: true })
  expect(expected).toBeGreaterThan(100)
  expect((await compare(before, after, 0)).changed).toBe(expected)
})

test('an edge that is drawn with other anti-aliasing is no change, up to the limit of the search', async () => {
  // A diagonal edge between black and white with gray steps, shifted by a fraction of a pixel.
  const diagonal = (shade: number) => {
    const pixels = draw()
    for (let y = 0; y < height; y++) {
      pixels.fill(0, y * width * 3, (y * width + y) * 3)
      pixels.fill(shade, (y * width + y) * 3, (y * width + y) * 3 + 3)
    }
    return pixels
  }
  expect((await compare(diagonal(100), diagonal(180))).changed).toBe(0)
  expect((await compare(diagonal(100), diagonal(180), 10)).changed).toBe(height)
})
