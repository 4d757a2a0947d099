import sharp from 'sharp'
import { expect, test } from 'vitest'
import { readIndexedImage, writeGif } from '../../../../../lib/render/outputs/screencast/encode/gif-file.ts'

const still = async (width: number, height: number, color: string) =>
  readIndexedImage(
    await sharp({ create: { width, height, channels: 3, background: color } })
      .gif()
      .toBuffer(),
  )

test('frames of several stills play one over the other, each for its time', async () => {
  const file = writeGif(20, 10, [
    { ...(await still(20, 10, '#f00')), left: 0, top: 0, width: 20, height: 10, delay: 3 },
    { ...(await still(4, 4, '#0f0')), left: 8, top: 2, width: 4, height: 4, delay: 40 },
  ])
  expect(await sharp(file).metadata()).toMatchObject({
    pages: 2,
    width: 20,
    height: 10,
    delay: [30, 400],
    loop: 0,
  })
  const second = await sharp(file, { page: 1 }).removeAlpha().raw().toBuffer()
  const at = (x: number, y: number) => [...second.subarray((y * 20 + x) * 3, (y * 20 + x) * 3 + 3)]
  expect(at(0, 0)).toEqual([255, 0, 0])
  expect(at(9, 3)).toEqual([0, 255, 0])
  expect(at(12, 3)).toEqual([255, 0, 0])
})

test('a file without an image is rejected', () => {
  expect(() => readIndexedImage(Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1'))).toThrow(
    'The GIF has no image.',
  )
})
