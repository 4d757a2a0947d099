import type { PixelSize } from './image-limits.ts'

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
