import fc from 'fast-check'
import { expect, test } from 'vitest'
import { intersect, toCaptureClip, toDevicePixels, toTiles } from '../../../lib/core/capture-area.ts'

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

test('what Chromium delivers covers the region and is at most one CSS pixel larger', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70_000 }), scale, (pixels, deviceScaleFactor) => {
      const { clip, delivered } = toCaptureClip(region(0, 0, pixels, pixels), deviceScaleFactor)
      expect(Number.isInteger(clip.width)).toBe(true)
      expect(delivered.width).toBeGreaterThanOrEqual(pixels)
      expect(delivered.width - pixels).toBeLessThanOrEqual(Math.ceil(deviceScaleFactor))
    }),
  )
})

test('at a whole scale a region of whole CSS pixels is delivered exactly', () => {
  const { clip, delivered } = toCaptureClip(region(22, 26, 102, 14), 2)
  expect(clip).toEqual(region(11, 13, 51, 7))
  expect(delivered).toEqual({ width: 102, height: 14 })
})

test('tiles cover a region once, row by row', () => {
  const { tiles, columns } = toTiles(region(5, 0, 25, 21), 10)
  expect(columns).toBe(3)
  expect(tiles).toHaveLength(9)
  expect(tiles[0]).toEqual(region(5, 0, 10, 10))
  expect(tiles[2]).toEqual(region(25, 0, 5, 10))
  expect(tiles[8]).toEqual(region(25, 20, 5, 1))
  expect(tiles.reduce((area, tile) => area + tile.width * tile.height, 0)).toBe(25 * 21)
})

test.each([
  ['inside', region(10, 10, 20, 20), region(10, 10, 20, 20)],
  ['over the edge', region(90, 90, 20, 20), region(90, 90, 10, 10)],
  ['touching only', region(100, 0, 20, 20), undefined],
  ['outside', region(0, 500, 20, 20), undefined],
])('a region %s of the viewport is cut to it', (_case, clip, expected) => {
  expect(intersect(clip, region(0, 0, 100, 100))).toEqual(expected)
})
