import { BlankImageError, ResultTooLargeError } from '../../../base/errors.ts'
import type { PixelSize } from '../../../core/plan/image-size.ts'
import { remainingMs } from '../../page/time-limits.ts'
import { inputOptions, secondsLeft, translateTimeout } from './image-time.ts'

/** Most images have a second color near their top, and the rows above it are decoded in a few milliseconds. */
const firstPixels = 250_000

/** Decoding a band decodes the rows above it again, so few of them are faster, and take 4 bytes per pixel. */
const bandPixelsMax = 16_000_000

const tooLarge =
  'The image is too large to be checked in time (`fail_if_blank`). Use `full_page_max_height` or `clip_*`.'

interface CheckedImage extends PixelSize {
  body: Buffer
}

/**
 * Loads sharp, which not every screenshot needs.
 * @throws BlankImageError if all pixels have the same color
 * @throws ResultTooLargeError if that is unknown at `endsMs`
 */
export const assertNotBlank = async (
  { body, width, height }: CheckedImage,
  time: { endsMs: number },
): Promise<void> => {
  const { default: sharp } = await import('sharp')
  let color: Buffer | undefined
  let rows = Math.ceil(firstPixels / width)
  for (let top = 0; top < height; ) {
    if (remainingMs(time) === 0) throw new ResultTooLargeError(tooLarge)
    const decoded = sharp(body, inputOptions)
      .extract({ left: 0, top, width, height: Math.min(rows, height - top) })
      .raw()
      .timeout({ seconds: secondsLeft(time) })
      .toBuffer({ resolveWithObject: true })
    const { data, info } = await translateTimeout(decoded, tooLarge)
    color ??= data.subarray(0, info.channels)
    if (!hasOnly(color, data)) return
    top += rows
    rows = Math.ceil(bandPixelsMax / width)
  }
  throw new BlankImageError('All pixels of the image have the same color (`fail_if_blank`).')
}

/** Every pixel equals the one before it. */
const hasOnly = (color: Buffer, pixels: Buffer) =>
  pixels.subarray(0, color.length).equals(color) &&
  pixels.subarray(color.length).equals(pixels.subarray(0, -color.length))
