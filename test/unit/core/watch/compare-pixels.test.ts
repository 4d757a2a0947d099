import { expect, test } from 'vitest'
import type { Rectangle } from '../../../../lib/core/plan/render-plan.ts'
import { comparePixels } from '../../../../lib/core/watch/compare-pixels.ts'

const width = 100
const height = 60

const draw = (...boxes: (Rectangle & { color: number })[]) => {
  const pixels = new Uint8Array(width * height * 4).fill(255)
  for (const { x, y, width: w, height: h, color } of boxes)
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++)
        pixels.fill(color, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return pixels
}

const compare = (before: Uint8Array, after: Uint8Array) => comparePixels({ width, before, after })

test('equal rows have no difference', () => {
  expect(compare(draw(), draw())).toEqual({ changed: 0, boxes: [] })
})

test('a single row of pixels is found, with its exact bounds', () => {
  const { changed, boxes, drawn } = compare(draw(), draw({ x: 3, y: 30, width: 10, height: 1, color: 0 }))
  expect(changed).toBe(10)
  expect(boxes).toEqual([{ x: 3, y: 30, width: 10, height: 1 }])
  expect([...(drawn?.subarray((30 * width + 3) * 4, (30 * width + 3) * 4 + 4) ?? [])]).toEqual([
    255, 0, 0, 255,
  ])
})

test('every pixel of the drawn difference is opaque', () => {
  const { drawn } = compare(draw(), draw({ x: 0, y: 5, width: 1, height: 1, color: 0 }))
  expect(drawn?.filter((_, index) => index % 4 === 3).every((alpha) => alpha === 255)).toBe(true)
})

test('a shade that a person cannot see is no change', () => {
  const box = { x: 10, y: 10, width: 50, height: 20 }
  expect(compare(draw({ ...box, color: 200 }), draw({ ...box, color: 205 })).changed).toBe(0)
})

test('an edge that is drawn with other anti-aliasing is no change', () => {
  // A diagonal edge between black and white with gray steps, shifted by a fraction of a pixel.
  const diagonal = (shade: number) => {
    const pixels = draw()
    for (let y = 0; y < height; y++) {
      pixels.fill(0, y * width * 4, (y * width + y) * 4)
      pixels.fill(shade, (y * width + y) * 4, (y * width + y) * 4 + 3)
      for (let x = 0; x < y; x++) pixels[(y * width + x) * 4 + 3] = 255
    }
    return pixels
  }
  expect(compare(diagonal(100), diagonal(180)).changed).toBe(0)
})
