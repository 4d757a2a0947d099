import { setImmediate as otherWork } from 'node:timers/promises'
import pixelmatch from 'pixelmatch'
import type { Rectangle } from '../plan/render-plan.ts'

/** Two images of one size, as RGB. */
export interface PixelPair {
  width: number
  before: Buffer
  after: Buffer
}

interface PixelDifference {
  /** Changed pixels, without those that differ only by their anti-aliasing. */
  changed: number
  /** The bounds of the changed pixels in each cell of a grid. */
  boxes: Rectangle[]
}

interface CompareLimits {
  /**
   * Different pixels of which the anti-aliased ones are searched. The search takes most of the time: without this limit, 20 s for 100 million
   * different pixels (November 2026). Beyond it, anti-aliased pixels count as changed.
   */
  searchedMax?: number
  /** Pixels that are compared together, which takes 13 bytes for each of them. */
  pixelsAtOnce?: number
}

const searchedLimit = 2_000_000

/** Of a box. Small enough that a region of several boxes follows the outline of a change. */
const cellSize = 16

/** Anti-aliasing is decided by the neighbors of a pixel and the neighbors of those. */
const contextRows = 2

const bandPixels = 1_000_000

interface Band {
  from: number
  /** Exclusive. */
  to: number
}

/** Compares two images, and draws the differences into the first one: the second one in light gray, with changed pixels in red. */
export const comparePixels = async (pair: PixelPair, limits?: CompareLimits): Promise<PixelDifference> => {
  const boxes: Rectangle[] = []
  let changed = 0
  let drawLast = () => {}
  for (const { band, mask } of findChanged(pair, limits)) {
    // The search in a band reads the last rows of the one before it.
    drawLast()
    drawLast = () => draw(pair, band, mask)
    if (mask) changed += addBoxes(boxes, mask, { width: pair.width, ...band })
    await otherWork()
  }
  drawLast()
  return { changed, boxes }
}

/** Returns whether no pixel of two images changed. */
export const arePixelsEqual = (pair: PixelPair, limits?: CompareLimits): boolean =>
  findChanged(pair, limits).every(({ mask }) => !mask?.includes(1))

/** Yields bands from top to bottom, each with a 1 for every changed pixel, and without a mask if its rows are equal. */
function* findChanged(
  pair: PixelPair,
  { searchedMax = searchedLimit, pixelsAtOnce = bandPixels }: CompareLimits = {},
) {
  const height = pair.after.length / 3 / pair.width
  const step = cellSize * Math.max(1, Math.floor(pixelsAtOnce / pair.width / cellSize))
  let searched = 0
  for (let from = 0; from < height; from += step) {
    const band = { from, to: Math.min(height, from + step) }
    const mask = new Uint8Array((band.to - from) * pair.width)
    const different = markDifferent(pair, band, mask)
    if (different > 0 && searched + different <= searchedMax) {
      searched += different
      unmarkAntiAliased(pair, band, mask)
    }
    yield different > 0 ? { band, mask } : { band }
  }
}

/** Returns the number of pixels that it marks. */
const markDifferent = ({ width, before, after }: PixelPair, { from, to }: Band, mask: Uint8Array): number => {
  let count = 0
  for (let y = from; y < to; y++) {
    const start = y * width * 3
    const end = start + width * 3
    if (before.compare(after, start, end, start, end) === 0) continue
    for (let at = start, pixel = (y - from) * width; at < end; at += 3, pixel++)
      if (isDifferent(before, after, at)) {
        mask[pixel] = 1
        count++
      }
  }
  return count
}

/** Of pixelmatch, at its default threshold of 0.1: 35,215 is the distance of black and white. */
const distanceMax = 35_215 * 0.1 ** 2

/** Compares two opaque colors as pixelmatch does (https://github.com/mapbox/pixelmatch/blob/main/index.js, `colorDelta`). */
const isDifferent = (before: Buffer, after: Buffer, at: number): boolean => {
  const r = (before[at] ?? 0) - (after[at] ?? 0)
  const g = (before[at + 1] ?? 0) - (after[at + 1] ?? 0)
  const b = (before[at + 2] ?? 0) - (after[at + 2] ?? 0)
  const y = r * 0.29889531 + g * 0.58662247 + b * 0.11448223
  const i = r * 0.59597799 - g * 0.2741761 - b * 0.32180189
  const q = r * 0.21147017 - g * 0.52261711 + b * 0.31114694
  return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q > distanceMax
}

const unmarkAntiAliased = ({ width, before, after }: PixelPair, { from, to }: Band, mask: Uint8Array) => {
  const first = from + Math.floor(mask.indexOf(1) / width)
  const last = from + Math.floor(mask.lastIndexOf(1) / width)
  const top = Math.max(0, first - contextRows)
  const bottom = Math.min(after.length / 3 / width, last + 1 + contextRows)
  const part = (pixels: Buffer) => toRgba(pixels.subarray(top * width * 3, bottom * width * 3))
  const output = new Uint8Array((bottom - top) * width * 4)
  pixelmatch(part(before), part(after), output, width, bottom - top, { diffMask: true })
  // Only changed pixels are drawn on the transparent mask.
  const found = new Uint32Array(output.buffer)
  const offset = (from - top) * width
  for (let pixel = (first - from) * width; pixel < Math.min(to, last + 1) * width - from * width; pixel++)
    mask[pixel] = found[pixel + offset] === 0 ? 0 : 1
}

const toRgba = (pixels: Uint8Array): Uint8Array => {
  const rgba = new Uint8Array((pixels.length / 3) * 4)
  for (let from = 0, to = 0; from < pixels.length; from += 3, to += 4) {
    rgba[to] = pixels[from] ?? 0
    rgba[to + 1] = pixels[from + 1] ?? 0
    rgba[to + 2] = pixels[from + 2] ?? 0
    rgba[to + 3] = 255
  }
  return rgba
}

const draw = ({ width, before, after }: PixelPair, { from, to }: Band, mask?: Uint8Array) => {
  const end = to * width * 3
  for (let at = from * width * 3, pixel = 0; at < end; at += 3, pixel++) {
    const isRed = mask?.[pixel] === 1
    const luma = ((after[at] ?? 0) * 77 + (after[at + 1] ?? 0) * 150 + (after[at + 2] ?? 0) * 29) >> 8
    const gray = 191 + (luma >> 2)
    before[at] = isRed ? 255 : gray
    before[at + 1] = isRed ? 0 : gray
    before[at + 2] = isRed ? 0 : gray
  }
}

/** Returns the number of changed pixels. */
const addBoxes = (boxes: Rectangle[], mask: Uint8Array, { width, from, to }: Band & { width: number }) => {
  let changed = 0
  for (let y = from; y < to; y += cellSize)
    for (let x = 0; x < width; x += cellSize) {
      const cell = { x, y, right: Math.min(width, x + cellSize), bottom: Math.min(to, y + cellSize) }
      const found = boundsOf(mask, cell, { width, from })
      if (!found) continue
      boxes.push(found.box)
      changed += found.changed
    }
  return changed
}

const boundsOf = (
  mask: Uint8Array,
  cell: { x: number; y: number; right: number; bottom: number },
  { width, from }: { width: number; from: number },
) => {
  let changed = 0
  let [left, top, right, bottom] = [cell.right, cell.bottom, 0, 0]
  for (let y = cell.y; y < cell.bottom; y++)
    for (let x = cell.x; x < cell.right; x++) {
      if (mask[(y - from) * width + x] !== 1) continue
      changed++
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  if (changed === 0) return undefined
  return { changed, box: { x: left, y: top, width: right - left, height: bottom - top } }
}
