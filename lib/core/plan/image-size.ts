import { withoutUndefined } from '../../base/without-undefined.ts'
import { imagePixelsMax } from '../../schema/fields/viewport.ts'
import type { ImageFormat, Thumbnail } from './render-plan.ts'

export interface PixelSize {
  width: number
  height: number
}

interface FormatLimit {
  name: string
  /** The limit of the format, if our encoders support less. */
  note?: string
  /** Pixels per side. */
  sideMax: number
  pixelsMax: number
}

/**
 * Chromium returns zero bytes beyond these sides for jpeg and webp. JPEG itself could hold 65,535, but libjpeg, which both
 * Chromium and libvips use, stops at 65,500. AVIF's is libvips'. The palette of a gif takes 0.2 s per million pixels.
 */
const limits: Record<ImageFormat, FormatLimit> = {
  jpeg: { name: 'JPEG', sideMax: 65_500, note: ' (of the 65,535 of its format)', pixelsMax: imagePixelsMax },
  png: { name: 'PNG', sideMax: 1_000_000, pixelsMax: imagePixelsMax },
  webp: { name: 'WebP', sideMax: 16_383, pixelsMax: imagePixelsMax },
  gif: { name: 'GIF', sideMax: 65_535, pixelsMax: 40_000_000 },
  avif: { name: 'AVIF', sideMax: 16_384, pixelsMax: imagePixelsMax },
}

/** Returns the limits that an image of this size exceeds, for an error message. Empty if the image is possible. */
export const passedImageLimits = (format: ImageFormat, { width, height }: PixelSize): string[] => {
  const { name, note = '', sideMax, pixelsMax } = limits[format]
  const passed: string[] = []
  if (Math.max(width, height) > sideMax)
    passed.push(`${name} allows ${grouped(sideMax)} pixels per side${note}`)
  if (width * height > pixelsMax)
    passed.push(pixelsLimit(pixelsMax < imagePixelsMax ? `a ${name} image` : 'an image', pixelsMax))
  return passed
}

/** Like `passedImageLimits`, for a capture that is then scaled down. */
export const passedCaptureLimits = ({ width, height }: PixelSize): string[] =>
  width * height > imagePixelsMax ? [pixelsLimit('a capture', imagePixelsMax)] : []

const pixelsLimit = (kind: string, pixels: number) =>
  `${kind} can have ${grouped(pixels / 1_000_000)} million pixels in total`

/** Returns the maximum height of an image of this width, in pixels. */
export const imageHeightMax = (format: ImageFormat, width: number): number => {
  const { sideMax, pixelsMax } = limits[format]
  return Math.min(sideMax, Math.floor(pixelsMax / width))
}

const grouped = (value: number) => value.toLocaleString('en-US')

/** Returns the size of the image that is made from a capture of this size. */
export const fittedSize = (source: PixelSize, { width, height, fit }: Thumbnail): PixelSize =>
  fit && width !== undefined && height !== undefined
    ? { width, height }
    : thumbnailSize(source, withoutUndefined({ width, height }))

/** Returns the size of the smallest image with the aspect ratio of the source that covers the target. */
export const scaledToCover = (source: PixelSize, target: PixelSize): PixelSize => {
  const scale = Math.max(target.width / source.width, target.height / source.height)
  return { width: Math.round(source.width * scale), height: Math.round(source.height * scale) }
}

/**
 * Returns the size of the largest image that fits within the bounds, smaller or larger than the source, with the
 * source's aspect ratio. The side that meets its bound meets it exactly; the other is rounded and never below 1.
 */
export const thumbnailSize = (source: PixelSize, bounds: Partial<PixelSize>): PixelSize => {
  const { width = Number.POSITIVE_INFINITY, height = Number.POSITIVE_INFINITY } = bounds
  const isBoundByWidth = width * source.height <= height * source.width
  if (isBoundByWidth && Number.isFinite(width))
    return { width, height: Math.max(1, Math.round((source.height * width) / source.width)) }
  if (Number.isFinite(height))
    return { width: Math.max(1, Math.round((source.width * height) / source.height)), height }
  return source
}
