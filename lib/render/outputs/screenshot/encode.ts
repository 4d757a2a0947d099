import type { ResizeOptions, Sharp } from 'sharp'
import { InternalError } from '../../../base/errors.ts'
import { fittedSize, type PixelSize } from '../../../core/plan/image-size.ts'
import type { ImageFormat, ScreenshotPlan, Thumbnail } from '../../../core/plan/render-plan.ts'
import { assertImage } from './assert-image.ts'
import type { CaptureContext } from './capture-context.ts'
import { type ChromiumFormat, readImageSize } from './image-header.ts'
import { inputOptions, secondsLeft, translateTimeout } from './image-time.ts'
import type { Shot } from './shoot.ts'

export interface Captured extends PixelSize {
  body: Buffer
}

/** Returns the image in the format and size of the plan. */
export const encode = async (context: CaptureContext, shot: Shot): Promise<Captured> => {
  const { plan } = context
  if (shot.isFinal && (plan.format === 'jpeg' || plan.format === 'webp')) return readSize(shot, plan.format)
  if (plan.format === 'png' && !plan.thumbnail && isDensePng(shot)) return readSize(shot, 'png')
  const final = plan.thumbnail ? fittedSize(shot.size, plan.thumbnail) : shot.size
  const image = await join(shot, plan.thumbnail !== undefined)
  if (plan.thumbnail) image.resize({ ...final, ...toFit(plan.thumbnail.fit) })
  encoders[plan.format](image, plan, final.width * final.height)
  image.timeout({ seconds: secondsLeft(context) })
  const tooLarge = `The image is too large to be encoded as ${plan.format} in time. Use \`full_page_max_height\`, \`clip_*\`, or another \`format\`.`
  const { data, info } = await translateTimeout(image.toBuffer({ resolveWithObject: true }), tooLarge)
  return { body: assertImage(plan.format, data), width: info.width, height: info.height }
}

/** The size already has the aspect ratio of the image unless a fit is given. */
const toFit = (fit: Thumbnail['fit']): ResizeOptions => {
  if (fit?.kind === 'cover') return { fit: 'cover', position: fit.position }
  if (fit?.kind === 'pad') return { fit: 'contain', position: fit.position, background: fit.color }
  return { fit: 'fill' }
}

/**
 * Bytes per pixel of Chromium's png above which sharp's is not worth its time. The landing page of the benchmark has 0.32, and sharp's is
 * 11 % smaller; an article with photographs 0.5, and sharp's is 2 % larger; a gallery 0.88, and sharp's is 11 % larger. A dashboard has
 * 0.16, and sharp's is 30 % smaller (November 2026).
 */
const densityMin = 0.3

/** Whether Chromium's png shows exactly what is wanted, and about as small as sharp's would be. */
const isDensePng = ({ pieces, sections, size }: Shot) => {
  const [piece, ...more] = pieces
  if (!piece || more.length > 0 || sections.length > 0) return false
  if (piece.length < size.width * size.height * densityMin) return false
  const drawn = readImageSize('png', piece)
  return drawn?.width === size.width && drawn.height === size.height
}

const readSize = ({ pieces, size }: Shot, format: ChromiumFormat): Captured => {
  const body = onlyPiece(pieces)
  const drawn = readImageSize(format, body) ?? { width: 0, height: 0 }
  assertWhole(drawn, size)
  return { body, ...drawn }
}

/** Returns the image with its sections. In one chain, sharp would draw the sections after it scales the image. */
const join = async (shot: Shot, isScaled: boolean): Promise<Sharp> => {
  const image = await joinPieces(shot)
  if (shot.sections.length === 0) return image
  image.composite(shot.sections)
  if (!isScaled) return image
  const { default: sharp } = await import('sharp')
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { ...inputOptions, raw: { width, height, channels } })
}

/** Joins the tiles of a full page (stitching). Loads sharp, which the formats that Chromium encodes do not need. */
const joinPieces = async ({ pieces, columns, size }: Shot): Promise<Sharp> => {
  const { default: sharp } = await import('sharp')
  const image =
    pieces.length === 1
      ? sharp(onlyPiece(pieces), inputOptions)
      : sharp(pieces, { ...inputOptions, join: { across: columns } })
  if (pieces.length === 1) {
    const { width, height } = await image.metadata()
    assertWhole({ width, height }, size)
    if (width === size.width && height === size.height) return image
  }
  return image.extract({ left: 0, top: 0, ...size })
}

const onlyPiece = ([piece]: Buffer[]) => {
  if (!piece) throw new InternalError('The image could not be created.')
  return piece
}

const assertWhole = (drawn: PixelSize, wanted: PixelSize) => {
  if (drawn.width >= wanted.width && drawn.height >= wanted.height) return
  throw new InternalError('The image could not be created. Send the request again.', {
    cause: new Error(`${drawn.width}x${drawn.height} pixels drawn, ${wanted.width}x${wanted.height} wanted`),
  })
}

type Encoder = (image: Sharp, plan: ScreenshotPlan, pixels: number) => Sharp

/**
 * Effort by size, because a million pixels take, on one core: gif 0.4 s with dithering, 0.15 s without; avif 0.3, 0.18 and 0.07 s.
 * A tall page with photographs takes 370 ms as a png of level 6 and 236 ms at level 4, which has 1 % more bytes, or 16 % if the page is
 * drawn (November 2026).
 */
const encoders: Record<ImageFormat, Encoder> = {
  png: (image, _plan, pixels) => image.png({ compressionLevel: pixels > 4_000_000 ? 4 : 6 }),
  jpeg: (image, { quality }) => image.jpeg({ quality }),
  webp: (image, { quality }, pixels) => image.webp({ quality, effort: pixels > 4_000_000 ? 2 : 4 }),
  gif: (image, _plan, pixels) => image.gif({ effort: 1, dither: pixels > 4_000_000 ? 0 : 1 }),
  avif: (image, { quality }, pixels) => image.avif({ quality, effort: avifEffort(pixels) }),
}

const avifEffort = (pixels: number) => {
  if (pixels <= 4_000_000) return 2
  return pixels <= 16_000_000 ? 1 : 0
}
