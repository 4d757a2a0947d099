import { expect, test } from 'vitest'
import { bandColor, startCaptureFixture } from '../../support/render/capture-fixture.ts'
import { type DecodedImage, isNear } from '../../support/render/image.ts'

const fixture = await startCaptureFixture()

/** Returns the bands with a wrong color in their first, middle or last row. JPEG and WebP blur the edges. */
const wrongBands = (image: DecodedImage, count: number, scale: number) => {
  const edge = image.format === 'png' ? 0 : 4
  return Array.from({ length: count }, (_, index) => index).filter((index) => {
    const top = Math.round(index * 1000 * scale)
    const bottom = Math.round((index + 1) * 1000 * scale) - 1
    return [top + edge, Math.floor((top + bottom) / 2), bottom - edge].some(
      (y) => !isNear(image.at(Math.floor(image.width / 2), y), bandColor(index)),
    )
  })
}

test.each([
  ['jpeg', 60_000, 100, 1, 1],
  ['png', 48_000, 320, 1.3, 2],
] as const)(
  'a %s of a page of %i px, %i wide, at scale %d is complete, from %i tiles',
  async (format, height, width, scale, tiles) => {
    const count = height / 1000
    const { image, report } = await fixture.take(`bands.html?count=${count}`, {
      format,
      fullPage: true,
      viewport: { width, deviceScaleFactor: scale },
    })
    expect([image.format, image.width, image.height]).toEqual([
      format,
      Math.round(width * scale),
      Math.round(height * scale),
    ])
    expect(wrongBands(image, count, scale)).toEqual([])
    expect(report).toMatchObject({ fullHeight: height, tiles })
  },
)

test('a page of 50,000 px width is complete, from tiles next to each other', async () => {
  const { image, report } = await fixture.take('bands.html?count=50&across=1', {
    fullPage: true,
    thumbnail: { width: 5000 },
    viewport: { height: 300 },
  })
  expect([image.width, image.height, report.tiles]).toEqual([5000, 52, 2])
  const wrong = Array.from({ length: 50 }, (_, index) => index).filter(
    (index) => !isNear(image.at(index * 100 + 50, 26), bandColor(index)),
  )
  expect(wrong).toEqual([])
})

test('a tall page is complete with gpu_rendering', async () => {
  const changes = { fullPage: true, gpuRendering: true, viewport: { width: 100 } } as const
  const { image } = await fixture.take('bands.html?count=20', changes)
  expect(image.height).toBe(20_000)
  expect(wrongBands(image, 20, 1)).toEqual([])
})

test.each([
  ['webp', 17_000, 1, '16,383 pixels per side'],
  ['png', 63_000, 2, '100 million pixels'],
] as const)('a %s of %i px at scale %d is refused with its limit', async (format, height, scale, limit) => {
  const taken = fixture.takeBytes(`bands.html?count=${height / 1000}`, {
    format,
    fullPage: true,
    viewport: { deviceScaleFactor: scale },
  })
  await expect(taken).rejects.toMatchObject({
    statusCode: 400,
    code: 'result_too_large',
    message: expect.stringContaining(limit),
  })
  await expect(taken).rejects.toThrow(`${800 * scale} by ${height * scale} pixels`)
  await expect(taken).rejects.toThrow('full_page_max_height')
})
