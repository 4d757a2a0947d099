import pixelmatch from 'pixelmatch'
import type { Rectangle } from '../plan/render-plan.ts'

/** Two images of one size, as RGB, and the rows of them that are compared. */
export interface PixelRows {
  width: number
  before: Uint8Array
  after: Uint8Array
  from: number
  /** Exclusive. */
  to: number
}

export interface PixelDifference {
  /** Changed pixels, without those that differ only by their anti-aliasing. */
  changed: number
  /** The bounds of the changed pixels in each cell of a grid. */
  boxes: Rectangle[]
  /** RGB of the rows: the second image faded, with changed pixels in red. Absent if nothing changed. */
  drawn?: Uint8Array
}

/** Of a box. Small enough that a region of several boxes follows the outline of a change. */
const cellSize = 16

/** Anti-aliasing is decided by the neighbors of a pixel and the neighbors of those. */
const contextRows = 2

/** Pixels that are compared together, which takes 12 bytes for each of them. */
const pixelsAtOnce = 1_000_000

/**
 * Changed pixels beyond which differences of anti-aliasing count. To find them takes most of the time, and they no longer decide: of 100
 * million different pixels, it would be the half.
 */
const antiAliasedMax = 2_000_000

const red = [255, 0, 0] as const

/** Compares rows of pixels. Rows that are equal take no more than a comparison of their bytes. */
export const comparePixels = (rows: PixelRows): PixelDifference => {
  const { width, after, from, to } = rows
  const step = Math.max(1, Math.floor(pixelsAtOnce / width))
  const cells = new Map<number, Rectangle>()
  let changed = 0
  let drawn: Uint8Array | undefined
  for (let top = from; top < to; top += step) {
    const span = trim(rows, top, Math.min(to, top + step))
    if (!span) continue
    const marked = mark(rows, span, {
      add: (y, left, right) => addTo(cells, y, left, right),
      includeAA: changed > antiAliasedMax,
    })
    changed += marked.count
    if (!marked.drawn) continue
    drawn ??= fade(after.subarray(from * width * 3, to * width * 3))
    drawn.set(marked.drawn, (span.from - from) * width * 3)
  }
  return { changed, boxes: [...cells.values()], ...(drawn && { drawn }) }
}

type Span = Pick<PixelRows, 'from' | 'to'>

/** Two colors whose channels differ by no more are the same for pixelmatch at its default threshold of 0.1. */
const similarMax = 16

const isSimilar = (one: Uint8Array, other: Uint8Array): boolean => {
  if (Buffer.compare(one, other) === 0) return true
  for (let at = 0; at < one.length; at++)
    if (Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > similarMax) return false
  return true
}

/** Returns the rows from the first to the last that differs, or undefined if all are equal. */
const trim = ({ width, before, after }: PixelRows, from: number, to: number): Span | undefined => {
  const isSame = (row: number) => {
    const [start, end] = [row * width * 3, (row + 1) * width * 3]
    return isSimilar(before.subarray(start, end), after.subarray(start, end))
  }
  let first = from
  while (first < to && isSame(first)) first++
  if (first === to) return undefined
  let last = to
  while (isSame(last - 1)) last--
  return { from: first, to: last }
}

interface Marked {
  /** Adds changed pixels of a row. `right` is exclusive. */
  add(y: number, left: number, right: number): void
  /** Anti-aliasing counts as change. */
  includeAA: boolean
}

/** Compares a span together with the rows around it, and returns how many of its pixels changed, and the drawn span. */
const mark = ({ width, before, after }: PixelRows, span: Span, { add, includeAA }: Marked) => {
  const rowBytes = width * 3
  const top = Math.max(0, span.from - contextRows)
  const bottom = Math.min(after.length / rowBytes, span.to + contextRows)
  const part = (pixels: Uint8Array) => toRgba(pixels.subarray(top * rowBytes, bottom * rowBytes))
  const output = new Uint8Array((bottom - top) * width * 4)
  const diffColor: [number, number, number] = [...red]
  const options = { diffMask: true, diffColor, includeAA }
  if (pixelmatch(part(before), part(after), output, width, bottom - top, options) === 0) return { count: 0 }
  // Only changed pixels are drawn on the transparent mask.
  const mask = new Uint32Array(output.buffer)
  const drawn = fade(after.subarray(span.from * rowBytes, span.to * rowBytes))
  let count = 0
  for (let y = span.from; y < span.to; y++)
    for (const [left, right] of runsOf(mask.subarray((y - top) * width, (y - top + 1) * width))) {
      add(y, left, right)
      const row = (y - span.from) * width
      for (let x = left; x < right; x++) drawn.set(red, (row + x) * 3)
      count += right - left
    }
  return { count, drawn }
}

/** Returns the start and the end of each run of pixels that are not 0. */
const runsOf = (row: Uint32Array): [number, number][] => {
  const runs: [number, number][] = []
  for (let left = 0; left < row.length; left++) {
    if (row[left] === 0) continue
    let right = left + 1
    while (right < row.length && row[right] !== 0) right++
    runs.push([left, right])
    left = right
  }
  return runs
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

/** Returns pixels in light gray, on which red is visible. */
export const fade = (pixels: Uint8Array): Uint8Array => {
  const faded = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at += 3) {
    const luma = ((pixels[at] ?? 0) * 77 + (pixels[at + 1] ?? 0) * 150 + (pixels[at + 2] ?? 0) * 29) >> 8
    const gray = 191 + (luma >> 2)
    faded[at] = gray
    faded[at + 1] = gray
    faded[at + 2] = gray
  }
  return faded
}

const addTo = (cells: Map<number, Rectangle>, y: number, left: number, right: number) => {
  const row = Math.floor(y / cellSize) * 2 ** 20
  for (let x = left; x < right; ) {
    const column = Math.floor(x / cellSize)
    const end = Math.min(right, (column + 1) * cellSize)
    const box = cells.get(row + column) ?? { x, y, width: 0, height: 0 }
    const start = Math.min(box.x, x)
    // Rows come from top to bottom.
    cells.set(row + column, {
      x: start,
      y: box.y,
      width: Math.max(box.x + box.width, end) - start,
      height: y + 1 - box.y,
    })
    x = end
  }
}
