import sharp from 'sharp'
import { intersect } from '../../core/plan/capture-area.ts'
import { imagePixelsMax, type PixelSize } from '../../core/plan/image-size.ts'
import type { Rectangle } from '../../core/plan/render-plan.ts'
import { comparePixels, fade } from '../../core/watch/compare-pixels.ts'
import { mergeRegions } from '../../core/watch/merge-regions.ts'

export interface ComparedImage {
  body: Buffer
  /** Areas that do not count, in pixels of the image. */
  ignored: readonly Rectangle[]
}

export interface ImageDifference {
  /** Changed pixels as a share of all pixels: from 0 to 1. What only one of the images has is changed. */
  ratio: number
  /** Where they are, in pixels of the second image, at most 20. */
  regions: Rectangle[]
  /** PNG of the area that both images have: the second one faded, with changed pixels in red. Absent if nothing changed there. */
  image?: Buffer
}

/** Rows of so many pixels are drawn and encoded at a time. The images themselves take 6 bytes per pixel: 600 MB for the largest ones. */
const bandPixelsMax = 25_000_000

/**
 * Compares two images. What is ignored in one of them is ignored in both, so an element may move or grow. Differences of anti-aliasing do not
 * count.
 */
export const compareImages = async (
  before: ComparedImage,
  after: ComparedImage,
  { bandPixels = bandPixelsMax } = {},
): Promise<ImageDifference> => {
  const [old, latest] = await Promise.all([sizeOf(before.body), sizeOf(after.body)])
  const common = { width: Math.min(old.width, latest.width), height: Math.min(old.height, latest.height) }
  const whole = { width: Math.max(old.width, latest.width), height: Math.max(old.height, latest.height) }
  const [one, other] = await Promise.all([decode(before.body, common), decode(after.body, common)])
  for (const box of [...before.ignored, ...after.ignored])
    for (const pixels of [one, other]) paint(pixels, common, box)
  const { width, height } = common
  const boxes = outside(common, latest)
  let changed = areaOf(whole) - areaOf(common)
  const pieces: (Buffer | undefined)[] = []
  const step = Math.max(1, Math.floor(bandPixels / width))
  for (let from = 0; from < height; from += step) {
    const to = Math.min(height, from + step)
    const found = comparePixels({ width, before: one, after: other, from, to })
    changed += found.changed
    for (const box of found.boxes) boxes.push(box)
    pieces.push(found.drawn && (await toPng(found.drawn, width)))
  }
  const isDrawn = pieces.some((piece) => piece !== undefined)
  return {
    ratio: changed / areaOf(whole),
    regions: mergeRegions(boxes),
    ...(isDrawn && { image: await join(pieces, other, { ...common, step }) }),
  }
}

const areaOf = ({ width, height }: PixelSize) => width * height

const inputOptions = { limitInputPixels: imagePixelsMax * 2 }

const sizeOf = async (body: Buffer): Promise<PixelSize> => {
  const { width, height } = await sharp(body, inputOptions).metadata()
  return { width, height }
}

/** Returns what the second image has to the right of and below the common area. */
const outside = (common: PixelSize, latest: PixelSize): Rectangle[] =>
  [
    { x: common.width, y: 0, width: latest.width - common.width, height: latest.height },
    { x: 0, y: common.height, width: common.width, height: latest.height - common.height },
  ].filter(({ width, height }) => width > 0 && height > 0)

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

const toPng = (pixels: Uint8Array, width: number): Promise<Buffer> => {
  const raw = { width, height: pixels.length / 3 / width, channels: 3 } as const
  return sharp(pixels, { raw, ...inputOptions })
    .png(pngOptions)
    .toBuffer()
}

/** Joins the drawn bands, which have the same height except the last one. */
const join = async (
  pieces: readonly (Buffer | undefined)[],
  after: Buffer,
  { width, height, step }: PixelSize & { step: number },
): Promise<Buffer> => {
  const all: Buffer[] = []
  for (const [index, piece] of pieces.entries()) {
    const unchanged = after.subarray(index * step * width * 3, (index + 1) * step * width * 3)
    all.push(piece ?? (await toPng(fade(unchanged), width)))
  }
  const [only] = all
  if (only && all.length === 1) return only
  return sharp(all, { ...inputOptions, join: { across: 1 } })
    .extract({ left: 0, top: 0, width, height })
    .png(pngOptions)
    .toBuffer()
}
