import type { PixelSize } from './image-limits.ts'
import type { Rectangle } from './render-plan.ts'

/** Both edges are rounded, so that neighbouring regions neither overlap nor leave a gap. */
export const toDevicePixels = ({ x, y, width, height }: Rectangle, deviceScaleFactor: number): Rectangle => {
  const left = Math.round(x * deviceScaleFactor)
  const top = Math.round(y * deviceScaleFactor)
  return {
    x: left,
    y: top,
    width: Math.max(1, Math.round((x + width) * deviceScaleFactor) - left),
    height: Math.max(1, Math.round((y + height) * deviceScaleFactor) - top),
  }
}

export interface CaptureClip {
  /** CSS pixels, as Chromium wants them. */
  clip: Rectangle
  /** What Chromium delivers for it; the wanted region is its top left part. */
  delivered: PixelSize
}

/**
 * Chromium rounds a clip's size down to whole CSS pixels and then to device pixels, but draws sharply from any position that is
 * a whole device pixel. So the clip starts there, and may come out a little larger than the region.
 */
export const toCaptureClip = (region: Rectangle, deviceScaleFactor: number): CaptureClip => {
  const width = coveringLength(region.width, deviceScaleFactor)
  const height = coveringLength(region.height, deviceScaleFactor)
  return {
    clip: { x: region.x / deviceScaleFactor, y: region.y / deviceScaleFactor, width, height },
    delivered: {
      width: Math.round(width * deviceScaleFactor),
      height: Math.round(height * deviceScaleFactor),
    },
  }
}

const coveringLength = (pixels: number, deviceScaleFactor: number) => {
  const length = Math.max(1, Math.floor(pixels / deviceScaleFactor))
  return Math.round(length * deviceScaleFactor) >= pixels ? length : length + 1
}

/** Cuts a region into a grid, row by row; every piece but the last of a row or column has the same size. */
export const toTiles = (region: Rectangle, sideMax: number): { tiles: Rectangle[]; columns: number } => {
  const columns = Math.ceil(region.width / sideMax)
  const rows = Math.ceil(region.height / sideMax)
  const tiles = Array.from({ length: rows * columns }, (_, index) => {
    const left = (index % columns) * sideMax
    const top = Math.floor(index / columns) * sideMax
    return {
      x: region.x + left,
      y: region.y + top,
      width: Math.min(sideMax, region.width - left),
      height: Math.min(sideMax, region.height - top),
    }
  })
  return { tiles, columns }
}

/** The common part, or undefined when there is none. */
export const intersect = (one: Rectangle, other: Rectangle): Rectangle | undefined => {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
