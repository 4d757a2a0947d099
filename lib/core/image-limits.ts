import type { ImageFormat } from './render-plan.ts'

export interface PixelSize {
  width: number
  height: number
}

/** Pixels of one picture, whatever its format (decisions 1.10). */
export const imagePixelsMax = 100_000_000

interface FormatLimit {
  name: string
  /** Pixels a side. */
  sideMax: number
  pixelsMax: number
}

/**
 * Chromium answers with zero bytes beyond the sides of jpeg and webp. JPEG itself could hold 65,535, but libjpeg, which both
 * Chromium and libvips use, stops at 65,500. AVIF's is libvips'. A gif's palette costs 0.2 s a million pixels.
 */
const limits: Record<ImageFormat, FormatLimit> = {
  jpeg: { name: 'JPEG', sideMax: 65_500, pixelsMax: imagePixelsMax },
  png: { name: 'PNG', sideMax: 1_000_000, pixelsMax: imagePixelsMax },
  webp: { name: 'WebP', sideMax: 16_383, pixelsMax: imagePixelsMax },
  gif: { name: 'GIF', sideMax: 65_535, pixelsMax: 40_000_000 },
  avif: { name: 'AVIF', sideMax: 16_384, pixelsMax: imagePixelsMax },
}

/** Undefined when a picture of this size can be made; else the limit that it passes, for an error message. */
export const passedImageLimit = (format: ImageFormat, { width, height }: PixelSize): string | undefined => {
  const { name, sideMax, pixelsMax } = limits[format]
  if (Math.max(width, height) > sideMax) return `${name} allows ${grouped(sideMax)} pixels a side`
  if (width * height <= pixelsMax) return undefined
  const owner = pixelsMax < imagePixelsMax ? `a ${name} picture` : 'a picture'
  return `${owner} may have ${grouped(pixelsMax / 1_000_000)} million pixels in all`
}

/** Undefined when a page can be captured in this size before it is made smaller; else the limit that it passes. */
export const passedCaptureLimit = ({ width, height }: PixelSize): string | undefined =>
  width * height <= imagePixelsMax
    ? undefined
    : `a capture may have ${grouped(imagePixelsMax / 1_000_000)} million pixels in all`

/** The tallest picture of this width, in pixels. */
export const imageHeightMax = (format: ImageFormat, width: number): number => {
  const { sideMax, pixelsMax } = limits[format]
  return Math.min(sideMax, Math.floor(pixelsMax / width))
}

const grouped = (value: number) => value.toLocaleString('en-US')
