import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import sharp from 'sharp'
import { expect } from 'vitest'

/** In `.gitignore`. */
const failuresDir = join(import.meta.dirname, '../../failures')

const pixelsOf = (image: Uint8Array) =>
  sharp(image, { limitInputPixels: false }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })

/**
 * Fails unless two images have the same size and pixels. Both, and for the same size their difference, are then in `test/failures/`, and
 * the message has their path.
 */
export const expectSameImage = async (
  actual: Uint8Array | undefined,
  expected: Uint8Array | undefined,
  hint = '',
  folder = failuresDir,
) => {
  if (!actual || !expected) return expect.fail('An image is missing.')
  const [ours, theirs] = [await pixelsOf(actual), await pixelsOf(expected)]
  const { width, height } = ours.info
  const isSameSize = width === theirs.info.width && height === theirs.info.height
  if (isSameSize && ours.data.equals(theirs.data)) return
  const name = (expect.getState().currentTestName ?? 'image').replaceAll(/\W+/g, '-').slice(0, 100)
  const path = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(`${path}-actual.png`, await toPng(ours))
  await writeFile(`${path}-expected.png`, await toPng(theirs))
  const sizes = [ours, theirs].map(({ info }) => `${info.width}×${info.height}`)
  if (!isSameSize) expect.fail(`The images are ${sizes.join(' and ')}: ${path}-*.png ${hint}`)
  const data = Buffer.alloc(ours.data.length)
  const options = { threshold: 0, includeAA: true }
  const count = pixelmatch(ours.data, theirs.data, data, width, height, options)
  await writeFile(`${path}-difference.png`, await toPng({ data, info: ours.info }))
  expect.fail(`${count} pixels differ: ${path}-*.png ${hint}`)
}

const toPng = ({ data, info: { width, height } }: Awaited<ReturnType<typeof pixelsOf>>) =>
  sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false })
    .png()
    .toBuffer()
