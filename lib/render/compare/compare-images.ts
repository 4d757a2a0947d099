import sharp, { type Sharp } from 'sharp'
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

/**
 * Two bands and the drawn difference take 12 bytes per pixel: 300 MB. An image of more pixels is decoded again for each band, up to its end:
 * 100 million pixels take 2.5 times as long to decode.
 */
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
  const pair = { before: before.body, after: after.body, ignored: [...before.ignored, ...after.ignored] }
  let changed = areaOf(whole) - areaOf(common)
  const boxes = outside(common, latest)
  const bands = toBands(common, bandPixels)
  const pieces: (Buffer | undefined)[] = []
  for (const band of bands) {
    const found = await compareBand(pair, band)
    changed += found.changed
    boxes.push(...found.boxes)
    pieces.push(found.piece)
  }
  const isDrawn = pieces.some((piece) => piece !== undefined)
  return {
    ratio: changed / areaOf(whole),
    regions: mergeRegions(boxes),
    ...(isDrawn && { image: await draw(pieces, bands, after.body) }),
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

const toBands = ({ width, height }: PixelSize, bandPixels: number): Rectangle[] => {
  const step = Math.max(1, Math.floor(bandPixels / width))
  return Array.from({ length: Math.ceil(height / step) }, (_, index) => ({
    x: 0,
    y: index * step,
    width,
    height: Math.min(step, height - index * step),
  }))
}

interface Pair {
  before: Buffer
  after: Buffer
  ignored: readonly Rectangle[]
}

/** `piece` is the drawn difference. Absent if nothing changed. */
interface ComparedBand {
  changed: number
  boxes: Rectangle[]
  piece?: Buffer
}

const compareBand = async (pair: Pair, band: Rectangle): Promise<ComparedBand> => {
  const { width } = band
  const [before, after] = await Promise.all([decode(pair.before, band), decode(pair.after, band)])
  for (const box of pair.ignored) {
    const hidden = intersect(box, band)
    if (!hidden) continue
    paint(before, band, hidden)
    paint(after, band, hidden)
  }
  const { changed, boxes, drawn } = comparePixels({ width, before, after })
  if (!drawn) return { changed, boxes }
  const raw = { width, height: band.height, channels: 4 } as const
  return {
    changed,
    boxes: boxes.map((box) => ({ ...box, y: box.y + band.y })),
    piece: await toPng(sharp(drawn, { raw, ...inputOptions })),
  }
}

const toExtract = ({ x: left, y: top, width, height }: Rectangle) => ({ left, top, width, height })

const decode = (body: Buffer, band: Rectangle): Promise<Buffer> =>
  sharp(body, inputOptions).extract(toExtract(band)).toColourspace('srgb').ensureAlpha().raw().toBuffer()

/** Gray, in both images. */
const ignoredColor = 0x80

const paint = (pixels: Buffer, band: Rectangle, box: Rectangle) => {
  for (let y = box.y - band.y; y < box.y - band.y + box.height; y++) {
    const start = (y * band.width + box.x) * 4
    pixels.fill(ignoredColor, start, start + box.width * 4)
  }
}

/** The effort hardly matters for a faded image, and the largest ones take seconds at the default of 6. */
const toPng = (image: Sharp) => image.removeAlpha().png({ compressionLevel: 4 }).toBuffer()

/** As pixelmatch draws what did not change. */
const drawUnchanged = (body: Buffer, band: Rectangle): Promise<Buffer> =>
  toPng(
    sharp(body, inputOptions)
      .extract(toExtract(band))
      .flatten({ background: '#fff' })
      .greyscale()
      .linear(fade, 255 * (1 - fade))
      .toColourspace('srgb'),
  )

/** Joins the drawn bands, which have the same height except the last one. */
const draw = async (
  pieces: readonly (Buffer | undefined)[],
  bands: readonly Rectangle[],
  body: Buffer,
): Promise<Buffer> => {
  const all: Buffer[] = []
  for (const [index, band] of bands.entries()) all.push(pieces[index] ?? (await drawUnchanged(body, band)))
  const [only] = all
  if (only && all.length === 1) return only
  const { width = 0 } = bands[0] ?? {}
  const height = bands.reduce((sum, band) => sum + band.height, 0)
  return toPng(
    sharp(all, { ...inputOptions, join: { across: 1 } }).extract({ left: 0, top: 0, width, height }),
  )
}
