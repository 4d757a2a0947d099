import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readImageSize } from '../../../../lib/render/outputs/screenshot/image-header.ts'

const image = (channels: 3 | 4) =>
  sharp({ create: { width: 301, height: 17, channels, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } })

test.each([
  ['jpeg', 'progressive, with metadata', image(3).jpeg({ progressive: true }).withMetadata()],
  ['webp', 'lossy', image(3).webp()],
  ['webp', 'lossless', image(3).webp({ lossless: true })],
  ['webp', 'transparent', image(4).webp()],
  ['png', 'opaque', image(3).png()],
] as const)('the size of a %s (%s) is read from its header', async (format, _kind, encoded) => {
  const body = await encoded.toBuffer()
  expect(readImageSize(format, body)).toEqual({ width: 301, height: 17 })
  expect(readImageSize(format, body.subarray(0, 14))).toBeUndefined()
})
