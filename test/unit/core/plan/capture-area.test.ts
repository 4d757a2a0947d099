import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  intersect,
  subtract,
  toCaptureClip,
  toDevicePixels,
  toTiles,
} from '../../../../lib/core/plan/capture-area.ts'

const region = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

test.each([
  [1, region(11, 13, 51, 7), region(11, 13, 51, 7)],
  [2, region(11, 13, 51, 7), region(22, 26, 102, 14)],
  [1.5, region(10, 20, 50, 30), region(15, 30, 75, 45)],
  [1.5, region(11, 0, 10, 10), region(17, 0, 15, 15)],
  [0.1, region(0, 0, 1, 1), region(0, 0, 1, 1)],
])('at scale %d the edges of a region fall on device pixels', (scale, css, device) => {
  expect(toDevicePixels(css, scale)).toEqual(device)
})

const scale = fc.integer({ min: 1, max: 50 }).map((tenths) => tenths / 10)

test('the image from Chromium covers the region and is at most one CSS pixel larger', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70_000 }), scale, (pixels, deviceScaleFactor) => {
      const { clip, delivered } = toCaptureClip(region(0, 0, pixels, pixels), deviceScaleFactor)
      expect(Number.isInteger(clip.width)).toBe(true)
      expect(delivered.width).toBeGreaterThanOrEqual(pixels)
      expect(delivered.width - pixels).toBeLessThanOrEqual(Math.ceil(deviceScaleFactor))
    }),
  )
})

test('at an integer scale a region of whole CSS pixels is delivered exactly', () => {
  const { clip, delivered } = toCaptureClip(region(22, 26, 102, 14), 2)
  expect(clip).toEqual(region(11, 13, 51, 7))
  expect(delivered).toEqual({ width: 102, height: 14 })
})

test.each([
  ['tall', region(0, 5, 1280, 60_000), 1, 5],
  ['wide', region(5, 0, 50_000, 1000), 4, 1],
  ['large', region(5, 5, 9000, 9000), 3, 3],
  ['small', region(5, 5, 90, 90), 1, 1],
])('tiles cover a %s region once, row by row', (_case, whole, columns, rows) => {
  const cut = toTiles(whole, 1, 16_000_000)
  expect(cut.columns).toBe(columns)
  expect(cut.tiles).toHaveLength(columns * rows)
  const [first] = cut.tiles
  let area = 0
  for (const [index, tile] of cut.tiles.entries()) {
    expect(tile.width * tile.height).toBeLessThanOrEqual(16_000_000)
    expect(tile.x).toBe(whole.x + (index % columns) * (first?.width ?? 0))
    expect(tile.y).toBe(whole.y + Math.floor(index / columns) * (first?.height ?? 0))
    area += tile.width * tile.height
  }
  expect(area).toBe(whole.width * whole.height)
  expect(cut.tiles.at(-1)).toMatchObject({
    width: whole.x + whole.width - (cut.tiles.at(-1)?.x ?? 0),
    height: whole.y + whole.height - (cut.tiles.at(-1)?.y ?? 0),
  })
})

test('at any scale every tile but the last of a column is delivered exactly', () => {
  fc.assert(
    fc.property(scale, fc.integer({ min: 1, max: 60_000 }), (deviceScaleFactor, height) => {
      const { tiles } = toTiles(region(0, 0, 500, height), deviceScaleFactor, 1_000_000)
      for (const tile of tiles.slice(0, -1))
        expect(toCaptureClip(tile, deviceScaleFactor).delivered.height).toBe(tile.height)
      const last = tiles.at(-1) ?? region(0, 0, 0, 0)
      if (tiles.length > 1)
        expect(toCaptureClip(last, deviceScaleFactor).delivered.height).toBeLessThanOrEqual(
          tiles[0]?.height ?? 0,
        )
    }),
  )
})

test.each([
  ['inside', region(10, 10, 20, 20), region(10, 10, 20, 20)],
  ['over the edge', region(90, 90, 20, 20), region(90, 90, 10, 10)],
  ['touching only', region(100, 0, 20, 20), undefined],
  ['outside', region(0, 500, 20, 20), undefined],
])('a region %s of the viewport is clipped to it', (_case, clip, expected) => {
  expect(intersect(clip, region(0, 0, 100, 100))).toEqual(expected)
})

test('what remains of a region outside the holes covers every other pixel once', () => {
  const part = fc
    .tuple(fc.nat(12), fc.nat(12), fc.nat(8), fc.nat(8))
    .map(([x, y, width, height]) => region(x, y, width, height))
  const pixels = Array.from({ length: 21 * 21 }, (_, index) => ({ x: index % 21, y: Math.floor(index / 21) }))
  type Pixel = (typeof pixels)[number]
  const isIn =
    ({ x, y }: Pixel) =>
    (area: ReturnType<typeof region>) =>
      x >= area.x && y >= area.y && x < area.x + area.width && y < area.y + area.height
  fc.assert(
    fc.property(part, fc.array(part, { maxLength: 4 }), (whole, holes) => {
      const rest = subtract(whole, holes)
      const isWanted = (pixel: Pixel) => isIn(pixel)(whole) && !holes.some(isIn(pixel))
      expect(pixels.map((pixel) => rest.filter(isIn(pixel)).length)).toEqual(
        pixels.map((pixel) => Number(isWanted(pixel))),
      )
    }),
  )
})
