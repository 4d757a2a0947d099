import { expect, test } from 'vitest'
import {
  imageHeightMax,
  passedCaptureLimits,
  passedImageLimits,
} from '../../../../lib/core/plan/image-size.ts'
import type { ImageFormat } from '../../../../lib/core/plan/render-plan.ts'

const sides: [ImageFormat, number][] = [
  ['jpeg', 65_500],
  ['webp', 16_383],
  ['gif', 65_535],
  ['avif', 16_384],
  ['png', 1_000_000],
]

test.each(sides)('%s is accepted up to %i pixels a side', (format, side) => {
  expect(passedImageLimits(format, { width: 10, height: side })).toEqual([])
  expect(passedImageLimits(format, { width: side, height: 10 })).toEqual([])
})

test.each(sides)('%s beyond %i pixels a side is rejected, naming that number', (format, side) => {
  const number = side.toLocaleString('en-US')
  expect(passedImageLimits(format, { width: 10, height: side + 1 })).toEqual([
    expect.stringContaining(number),
  ])
  expect(passedImageLimits(format, { width: side + 1, height: 10 })).toEqual([
    expect.stringContaining(number),
  ])
})

test('a hundred million pixels are accepted, one more is rejected, naming that number', () => {
  expect(passedImageLimits('png', { width: 10_000, height: 10_000 })).toEqual([])
  expect(passedImageLimits('png', { width: 10_000, height: 10_001 })).toEqual([
    expect.stringContaining('100 million pixels'),
  ])
  expect(passedCaptureLimits({ width: 10_000, height: 10_000 })).toEqual([])
  expect(passedCaptureLimits({ width: 10_000, height: 10_001 })).toEqual([
    expect.stringContaining('100 million pixels'),
  ])
})

test('a gif beyond forty million pixels is rejected, naming that number', () => {
  expect(passedImageLimits('gif', { width: 1000, height: 40_000 })).toEqual([])
  expect(passedImageLimits('gif', { width: 1000, height: 40_001 })).toEqual([
    expect.stringContaining('a GIF image can have 40 million pixels'),
  ])
})

test.each([
  ['webp', 1280, 16_383],
  ['webp', 10_000, 10_000],
  ['png', 1280, 78_125],
] as const)('the tallest %s of %i pixels width is %i', (format, width, height) => {
  expect(imageHeightMax(format, width)).toBe(height)
  expect(passedImageLimits(format, { width, height })).toEqual([])
  expect(passedImageLimits(format, { width, height: height + 1 })).toHaveLength(1)
})

test('an image that exceeds two limits is rejected for both', () => {
  expect(passedImageLimits('webp', { width: 10_000, height: 17_000 })).toHaveLength(2)
})

test('if our encoder allows less than the format, both numbers are named', () => {
  const [limit] = passedImageLimits('jpeg', { width: 10, height: 65_501 })
  expect(limit).toContain('65,500')
  expect(limit).toContain('65,535')
})
