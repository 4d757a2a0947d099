import sharp from 'sharp'
import { intersect } from '../../../core/plan/capture-area.ts'
import type { PixelSize } from '../../../core/plan/image-size.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { arePixelsEqual, comparePixels, type PixelPair } from '../../../core/watch/compare-pixels.ts'
import { mergeRegions } from '../../../core/watch/merge-regions.ts'
import { inputOptions } from './image-time.ts'

interface ComparedImage {
  body: Buffer
  /** Areas that do not count, in pixels of the image. */
  ignored: readonly Rectangle[]
}

interface ImageDifference {
  /** Changed pixels as a share of all pixels: from 0 to 1. What only one of the images has is changed. */
  ratio: number
  /** Where they are, in pixels of the second image, at most 20. */
  regions: Rectangle[]
  /** PNG of the area that both images have: the second one faded, with changed pixels in red. Absent if nothing changed there. */
  image?: Buffer
}

/**
 * Compares two images. What is ignored in one of them is ignored in both, so an element may move or grow. Differences of anti-aliasing do not
 * count. The images take 6 bytes per pixel: 600 MB for the largest ones.
 */
export const compareImages = async (
  before: ComparedImage,
  after: ComparedImage,
): Promise<ImageDifference> => {
  const [old, latest] = await Promise.all([sizeOf(before.body), sizeOf(after.body)])
  const common = { width: Math.min(old.width, latest.width), height: Math.min(old.height, latest.height) }
  const whole = { width: Math.max(old.width, latest.width), height: Math.max(old.height, latest.height) }
  const pair = await decodePair(before.body, after.body, common, [...before.ignored, ...after.ignored])
  const { changed, boxes } = await comparePixels(pair)
  return {
    ratio: (changed + areaOf(whole) - areaOf(common)) / areaOf(whole),
    regions: mergeRegions([...outside(common, latest), ...boxes]),
    ...(changed > 0 && { image: await toPng(pair.before, common) }),
  }
}

/** Returns whether two images are equal in size and, apart from what is ignored, in content. */
export const areImagesEqual = async (
  before: Buffer,
  after: Buffer,
  ignored: readonly Rectangle[],
): Promise<boolean> => {
  const [size, latest] = await Promise.all([sizeOf(before), sizeOf(after)])
  if (size.width !== latest.width || size.height !== latest.height) return false
  return arePixelsEqual(await decodePair(before, after, size, ignored))
}

const areaOf = ({ width, height }: PixelSize) => width * height

export const sizeOf = async (body: Buffer): Promise<PixelSize> => {
  const { width, height } = await sharp(body, inputOptions).metadata()
  return { width, height }
}

/** Returns what the second image has to the right of and below the common area. */
const outside = (common: PixelSize, latest: PixelSize): Rectangle[] =>
  [
    { x: common.width, y: 0, width: latest.width - common.width, height: latest.height },
    { x: 0, y: common.height, width: common.width, height: latest.height - common.height },
  ].filter(({ width, height }) => width > 0 && height > 0)

const decodePair = async (
  before: Buffer,
  after: Buffer,
  size: PixelSize,
  ignored: readonly Rectangle[],
): Promise<PixelPair> => {
  const pixels = await Promise.all([decode(before, size), decode(after, size)])
  for (const box of ignored) for (const image of pixels) paint(image, size, box)
  return { width: size.width, before: pixels[0], after: pixels[1] }
}

/** Returns the top left part as RGB, on white. */
const decode = (body: Buffer, { width, height }: PixelSize): Promise<Buffer> =>
  sharp(body, inputOptions)
    .extract({ left: 0, top: 0, width, height })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()

/** Gray, in both images. */
const ignoredColor = 0x80

const paint = (pixels: Buffer, size: PixelSize, ignored: Rectangle) => {
  const box = intersect(ignored, { x: 0, y: 0, ...size })
  if (!box) return
  for (let y = box.y; y < box.y + box.height; y++) {
    const start = (y * size.width + box.x) * 3
    pixels.fill(ignoredColor, start, start + box.width * 3)
  }
}

/** The effort hardly matters for a faded image, and the largest ones take seconds at the default of 6. */
const pngOptions = { compressionLevel: 4 }

const toPng = (pixels: Buffer, size: PixelSize): Promise<Buffer> =>
  sharp(pixels, { raw: { ...size, channels: 3 }, ...inputOptions })
    .png(pngOptions)
    .toBuffer()
