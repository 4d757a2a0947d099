import pixelmatch from 'pixelmatch'
import { expect, test } from 'vitest'
import type { Rectangle } from '../../../../lib/core/plan/render-plan.ts'
import { comparePixels } from '../../../../lib/core/watch/compare-pixels.ts'

const width = 100
const height = 60

const draw = (...boxes: (Rectangle & { color: number })[]) => {
  const pixels = new Uint8Array(width * height * 3).fill(255)
  for (const { x, y, width: w, height: h, color } of boxes)
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++)
        pixels.fill(color, (row * width + column) * 3, (row * width + column) * 3 + 3)
  return pixels
}

const compare = (before: Uint8Array, after: Uint8Array) =>
  comparePixels({ width, before, after, from: 0, to: height })

test('equal rows have no difference', () => {
  expect(compare(draw(), draw())).toEqual({ changed: 0, boxes: [] })
})

test('a single row of pixels is found, with its exact bounds', () => {
  const { changed, boxes, drawn } = compare(draw(), draw({ x: 3, y: 30, width: 10, height: 1, color: 0 }))
  expect(changed).toBe(10)
  expect(boxes).toEqual([{ x: 3, y: 30, width: 10, height: 1 }])
  const at = (30 * width + 3) * 3
  expect([...(drawn?.subarray(at, at + 3) ?? [])]).toEqual([255, 0, 0])
  expect(drawn?.length).toBe(width * height * 3)
})

test('only the given rows are compared, together with the rows around them', () => {
  const after = draw({ x: 3, y: 30, width: 10, height: 4, color: 0 })
  const rows = { width, before: draw(), after }
  expect(comparePixels({ ...rows, from: 0, to: 30 })).toEqual({ changed: 0, boxes: [] })
  expect(comparePixels({ ...rows, from: 32, to: 60 })).toMatchObject({
    changed: 20,
    boxes: [{ x: 3, y: 32, width: 10, height: 2 }],
  })
})

test('a shade that a person cannot see is no change', () => {
  const box = { x: 10, y: 10, width: 50, height: 20 }
  expect(compare(draw({ ...box, color: 200 }), draw({ ...box, color: 205 })).changed).toBe(0)
})

test('colors that are skipped as similar are also the same for pixelmatch', () => {
  const steps = [-16, 0, 16]
  const colors = steps.flatMap((r) =>
    steps.flatMap((g) => steps.map((b) => [100 + r, 100 + g, 100 + b, 255])),
  )
  const pixels = Uint8Array.from(colors.flat())
  const gray = Uint8Array.from(colors.flatMap(() => [100, 100, 100, 255]))
  expect(pixelmatch(gray, pixels, undefined, colors.length, 1, { includeAA: true })).toBe(0)
})

test('an edge that is drawn with other anti-aliasing is no change', () => {
  // A diagonal edge between black and white with gray steps, shifted by a fraction of a pixel.
  const diagonal = (shade: number) => {
    const pixels = draw()
    for (let y = 0; y < height; y++) {
      pixels.fill(0, y * width * 3, (y * width + y) * 3)
      pixels.fill(shade, (y * width + y) * 3, (y * width + y) * 3 + 3)
    }
    return pixels
  }
  expect(compare(diagonal(100), diagonal(180)).changed).toBe(0)
})
