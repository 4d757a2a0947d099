import { expect, test } from 'vitest'
import { imageHeightMax, passedCaptureLimit, passedImageLimit } from '../../../lib/core/image-limits.ts'
import type { ImageFormat } from '../../../lib/core/render-plan.ts'

const sides: [ImageFormat, number][] = [
  ['jpeg', 65_500],
  ['webp', 16_383],
  ['gif', 65_535],
  ['avif', 16_384],
  ['png', 1_000_000],
]

test.each(sides)('%s is made up to %i pixels a side', (format, side) => {
  expect(passedImageLimit(format, { width: 10, height: side })).toBeUndefined()
  expect(passedImageLimit(format, { width: side, height: 10 })).toBeUndefined()
})

test.each(sides)('%s beyond %i pixels a side is refused by that number', (format, side) => {
  const number = side.toLocaleString('en-US')
  expect(passedImageLimit(format, { width: 10, height: side + 1 })).toContain(number)
  expect(passedImageLimit(format, { width: side + 1, height: 10 })).toContain(number)
})

test('a hundred million pixels are made, one more is refused by that number', () => {
  expect(passedImageLimit('png', { width: 10_000, height: 10_000 })).toBeUndefined()
  expect(passedImageLimit('png', { width: 10_000, height: 10_001 })).toContain('100 million pixels')
  expect(passedCaptureLimit({ width: 10_000, height: 10_000 })).toBeUndefined()
  expect(passedCaptureLimit({ width: 10_000, height: 10_001 })).toContain('100 million pixels')
})

test('a gif beyond forty million pixels is refused by that number', () => {
  expect(passedImageLimit('gif', { width: 1000, height: 40_000 })).toBeUndefined()
  expect(passedImageLimit('gif', { width: 1000, height: 40_001 })).toContain('40 million pixels')
})

test.each([
  ['webp', 1280, 16_383],
  ['webp', 10_000, 10_000],
  ['gif', 1280, 31_250],
  ['png', 1280, 78_125],
] as const)('the tallest %s of %i pixels width is %i', (format, width, height) => {
  expect(imageHeightMax(format, width)).toBe(height)
  expect(passedImageLimit(format, { width, height })).toBeUndefined()
  expect(passedImageLimit(format, { width, height: height + 1 })).toBeDefined()
})
