import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fittedSize, thumbnailSize } from '../../../../lib/core/plan/image-size.ts'

test.each([
  ['smaller, by its width', { width: 1280, height: 720 }, { width: 320, height: 320 }, '320x180'],
  ['smaller, by its height', { width: 1280, height: 720 }, { width: 400, height: 90 }, '160x90'],
  ['one bound: the width', { width: 1280, height: 1080 }, { width: 400 }, '400x338'],
  ['one bound that enlarges', { width: 10, height: 30 }, { width: 50 }, '50x150'],
  ['never thinner than a pixel', { width: 50_000, height: 10 }, { width: 100 }, '100x1'],
  ['never narrower than a pixel', { width: 10, height: 50_000 }, { width: 7680, height: 100 }, '1x100'],
  ['no bounds', { width: 10, height: 20 }, {}, '10x20'],
])('fits inside its bounds: %s', (_case, source, bounds, expected) => {
  const { width, height } = thumbnailSize(source, bounds)
  expect(`${width}x${height}`).toBe(expected)
})

const side = fc.integer({ min: 1, max: 20_000 })

test('a thumbnail meets one bound, exceeds none, and keeps the aspect ratio within half a pixel', () => {
  fc.assert(
    fc.property(side, side, side, side, (sourceWidth, sourceHeight, width, height) => {
      const made = thumbnailSize({ width: sourceWidth, height: sourceHeight }, { width, height })
      expect(made.width === width || made.height === height).toBe(true)
      expect(made.width <= width && made.height <= height).toBe(true)
      const ideal = Math.min(width / sourceWidth, height / sourceHeight)
      for (const [pixels, exact] of [
        [made.width, sourceWidth * ideal],
        [made.height, sourceHeight * ideal],
      ] as const)
        expect(Math.abs(pixels - Math.max(1, exact))).toBeLessThanOrEqual(0.5 + 1e-6)
    }),
  )
})

test('a fit returns exactly its bounds, and without a second bound the aspect ratio', () => {
  const fit = { kind: 'fill' } as const
  fc.assert(
    fc.property(side, side, side, side, (sourceWidth, sourceHeight, width, height) => {
      const source = { width: sourceWidth, height: sourceHeight }
      expect(fittedSize(source, { width, height, fit })).toEqual({ width, height })
      expect(fittedSize(source, { width, fit })).toEqual(thumbnailSize(source, { width }))
      expect(fittedSize(source, { width, height })).toEqual(thumbnailSize(source, { width, height }))
    }),
  )
})
