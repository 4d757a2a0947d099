import type { PixelSize } from './image-size.ts'
import type { Rectangle } from './render-plan.ts'

/** Rounds both edges. Neighboring regions neither overlap nor leave a gap. */
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

interface CaptureClip {
  /** CSS pixels, as Chromium expects them. */
  clip: Rectangle
  /** The image that Chromium returns for it. The requested region is its top left part. */
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

/**
 * Cuts a region into a grid of pieces of about `pixelsMax` pixels, row by row. Every piece but the last of a row or column has the
 * same size, which Chromium delivers exactly, so they join without a seam. Rows as wide as the region come first,
 * because Chromium renders the page again for every piece.
 */
export const toTiles = (
  region: Rectangle,
  deviceScaleFactor: number,
  pixelsMax: number,
): { tiles: Rectangle[]; columns: number } => {
  const whole = (pixels: number) =>
    Math.max(1, Math.round(Math.floor(pixels / deviceScaleFactor) * deviceScaleFactor))
  const height = Math.max(Math.floor(Math.sqrt(pixelsMax)), Math.floor(pixelsMax / region.width))
  const tileHeight = region.height <= height ? region.height : whole(height)
  const width = Math.floor(pixelsMax / tileHeight)
  const tileWidth = region.width <= width ? region.width : whole(width)
  const columns = Math.ceil(region.width / tileWidth)
  const rows = Math.ceil(region.height / tileHeight)
  const tiles = Array.from({ length: rows * columns }, (_, index) => {
    const left = (index % columns) * tileWidth
    const top = Math.floor(index / columns) * tileHeight
    return {
      x: region.x + left,
      y: region.y + top,
      width: Math.min(tileWidth, region.width - left),
      height: Math.min(tileHeight, region.height - top),
    }
  })
  return { tiles, columns }
}

/** Returns the intersection, or undefined if the regions do not overlap. */
export const intersect = (one: Rectangle, other: Rectangle): Rectangle | undefined => {
  const x = Math.max(one.x, other.x)
  const y = Math.max(one.y, other.y)
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}

/** Returns what remains of a region outside the holes, as regions that do not overlap. */
export const subtract = (region: Rectangle, holes: readonly Rectangle[]): Rectangle[] =>
  holes.reduce((parts, hole) => parts.flatMap((part) => subtractOne(part, hole)), [region])

const subtractOne = (region: Rectangle, other: Rectangle): Rectangle[] => {
  const hole = intersect(region, other)
  if (!hole) return [region]
  const { x, y, width, height } = region
  const right = hole.x + hole.width
  const bottom = hole.y + hole.height
  return [
    { x, y, width, height: hole.y - y },
    { x, y: hole.y, width: hole.x - x, height: hole.height },
    { x: right, y: hole.y, width: x + width - right, height: hole.height },
    { x, y: bottom, width, height: y + height - bottom },
  ].filter((part) => part.width > 0 && part.height > 0)
}
