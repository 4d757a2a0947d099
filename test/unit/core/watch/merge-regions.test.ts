import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeRegions, regionsMax } from '../../../../lib/core/watch/merge-regions.ts'

test('boxes near each other are one region, distant ones are not', () => {
  expect(
    mergeRegions([
      { x: 100, y: 500, width: 10, height: 10 },
      { x: 0, y: 0, width: 10, height: 12 },
      { x: 20, y: 4, width: 10, height: 10 },
    ]),
  ).toEqual([
    { x: 0, y: 0, width: 30, height: 14 },
    { x: 100, y: 500, width: 10, height: 10 },
  ])
})

const box = fc.record({
  x: fc.nat(8_000),
  y: fc.nat(50_000),
  width: fc.integer({ min: 1, max: 16 }),
  height: fc.integer({ min: 1, max: 16 }),
})

test('any number of boxes becomes a bounded number of regions that contain them all', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 200 }), (boxes) => {
      const regions = mergeRegions(boxes)
      expect(regions.length).toBeLessThanOrEqual(Math.min(regionsMax, boxes.length))
      for (const { x, y, width, height } of boxes)
        expect(
          regions.some(
            (region) =>
              region.x <= x &&
              region.y <= y &&
              region.x + region.width >= x + width &&
              region.y + region.height >= y + height,
          ),
        ).toBe(true)
    }),
    { numRuns: 30 },
  )
})
