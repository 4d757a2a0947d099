import type { PixelSize } from './image-size.ts'
import type { Rectangle } from './render-plan.ts'

/** An image as a grid of square cells, which says where something is drawn and where two images differ. */
export interface PixelGrid {
  columns: number
  rows: number
  /** Pixels of a side. */
  cell: number
  /** The lowest and highest levels of red, green and blue in each cell. */
  min: Uint8Array
  max: Uint8Array
  /** Weighted sum of the levels of each cell. Differs if two cells have the same colors in other places, such as two digits. */
  sums: Float64Array
}

/** Raw pixels of red, green, blue and alpha. */
export interface Pixels extends PixelSize {
  data: Buffer<ArrayBuffer>
}

export type Color = readonly number[]

/** A cell is read at so many pixels in both directions. Each stroke of a text of 10 px is hit. */
const samples = 4

/** Smaller differences of a level within an image are noise of an encoder, or part of a gradient. */
const noise = 12

/** Smaller differences between two images without loss are rounding. White cards on a pale gray differ by 5 and more. */
const rounding = 3

/** What is transparent is seen on it, so neither black nor white text is lost. */
const behind = 128

/** @param side of a cell, about, in pixels */
export const createGrid = ({ width, height }: PixelSize, side: number): PixelGrid => {
  const cell = samples * Math.max(1, Math.round(side / samples))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const count = columns * rows
  return {
    columns,
    rows,
    cell,
    min: new Uint8Array(count * 3).fill(255),
    max: new Uint8Array(count * 3),
    sums: new Float64Array(count),
  }
}

/** Reads raw pixels, whose first one is at `x` and `y` of the image, into a grid. */
export const readPixels = (grid: PixelGrid, { data, width, height }: Pixels, x = 0, y = 0): void => {
  const { columns, rows, cell, sums } = grid
  const words = new Uint32Array(data.buffer, data.byteOffset, width * height)
  const step = cell / samples
  const firstFrom = (origin: number) => (step - (((origin % step) + step) % step)) % step
  const end = Math.min(width, columns * cell - x)
  for (let row = firstFrom(y); row < height; row += step) {
    const cellRow = Math.floor((row + y) / cell)
    if (cellRow < 0 || cellRow >= rows) continue
    const weight = 1 + ((row + y) % cell) * 3
    // Most pixels are like the one before.
    let [lastIndex, lastPixel, sum] = [-1, 0, 0]
    for (let column = firstFrom(x); column < end; column += step) {
      const index = cellRow * columns + Math.floor((column + x) / cell)
      const pixel = words[row * width + column] as number
      if (pixel !== lastPixel || index !== lastIndex) sum = addPixel(grid, index, pixel)
      lastPixel = pixel
      lastIndex = index
      sums[index] = (sums[index] as number) + sum * (weight + ((column + x) % cell))
    }
  }
}

/** Returns the sum of the levels. */
const addPixel = ({ min, max }: PixelGrid, index: number, pixel: number) => {
  const alpha = pixel >>> 24
  let sum = 0
  for (let part = 0; part < 3; part++) {
    const drawn = (pixel >>> (part * 8)) & 255
    const level = alpha === 255 ? drawn : behind + ((drawn - behind) * alpha) / 255
    const value = index * 3 + part
    if (level < (min[value] as number)) min[value] = level
    if (level > (max[value] as number)) max[value] = level
    sum += level
  }
  return sum
}

/** Returns how much a cell differs in itself, and from the next one to the right and below. */
export const contrastOf = ({ columns, rows, min, max }: PixelGrid, index: number): number => {
  const right = (index % columns) + 1 < columns ? index + 1 : index
  const below = index + columns < columns * rows ? index + columns : index
  let contrast = 0
  for (let part = 0; part < 3; part++) {
    const [low, high] = [min[index * 3 + part] as number, max[index * 3 + part] as number]
    for (const other of [right, below]) {
      const [from, to] = [min[other * 3 + part] as number, max[other * 3 + part] as number]
      // Of a cell that is not flat, the next one says nothing.
      contrast = Math.max(contrast, high - low, to - from <= noise ? Math.abs(from - low) : 0)
    }
  }
  return contrast > noise ? contrast : 0
}

export const isFlat = ({ min, max }: PixelGrid, index: number): boolean => {
  for (let value = index * 3; value < index * 3 + 3; value++)
    if ((max[value] as number) - (min[value] as number) > noise) return false
  return true
}

/** Returns whether a cell has one color, which is the given one. */
export const isColor = (grid: PixelGrid, index: number, color: Color): boolean => {
  if (!isFlat(grid, index)) return false
  for (let part = 0; part < 3; part++)
    if (Math.abs((grid.min[index * 3 + part] as number) - (color[part] ?? 0)) > rounding) return false
  return true
}

/** Returns whether a cell shows something else in two images. */
export const differs = (one: PixelGrid, index: number, other: PixelGrid, otherIndex: number): boolean => {
  for (let part = 0; part < 3; part++) {
    const [at, to] = [index * 3 + part, otherIndex * 3 + part]
    if (Math.abs((one.min[at] as number) - (other.min[to] as number)) > rounding) return true
    if (Math.abs((one.max[at] as number) - (other.max[to] as number)) > rounding) return true
  }
  const [sum, otherSum] = [one.sums[index] as number, other.sums[otherIndex] as number]
  return Math.abs(sum - otherSum) > 0.02 * Math.max(sum, otherSum)
}

export const copyCell = (from: PixelGrid, index: number, to: PixelGrid, toIndex: number): void => {
  to.min.set(from.min.subarray(index * 3, index * 3 + 3), toIndex * 3)
  to.max.set(from.max.subarray(index * 3, index * 3 + 3), toIndex * 3)
  to.sums[toIndex] = from.sums[index] as number
}

type GridSize = Pick<PixelGrid, 'columns' | 'rows'>

/** Returns the indexes of the cells in an area, which is in cells and may be larger than the grid. */
export const cellsIn = ({ columns, rows }: GridSize, { x, y, width, height }: Rectangle): number[] => {
  const cells: number[] = []
  for (let row = Math.max(0, y); row < Math.min(rows, y + height); row++)
    for (let column = Math.max(0, x); column < Math.min(columns, x + width); column++)
      cells.push(row * columns + column)
  return cells
}

/** Returns the smallest area with all of these cells, in cells. */
export const areaOf = ({ columns }: GridSize, indexes: readonly number[]): Rectangle => {
  let [left, top, right, bottom] = [columns, Number.POSITIVE_INFINITY, 0, 0]
  for (const index of indexes) {
    const [x, y] = [index % columns, Math.floor(index / columns)]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + 1)
    bottom = Math.max(bottom, y + 1)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns the cells that touch a cell, also at a corner. */
export const cellsAround = (size: GridSize, index: number): number[] => {
  const [x, y] = [(index % size.columns) - 1, Math.floor(index / size.columns) - 1]
  return cellsIn(size, { x, y, width: 3, height: 3 }).filter((near) => near !== index)
}

/** Groups marked cells that touch each other, also at a corner. */
export const groupCells = (marks: Uint8Array, size: GridSize): number[][] => {
  const left = marks.slice()
  const groups: number[][] = []
  for (let first = 0; first < left.length; first++) {
    if (!left[first]) continue
    left[first] = 0
    const group = [first]
    for (const index of group)
      for (const near of cellsAround(size, index)) {
        if (!left[near]) continue
        left[near] = 0
        group.push(near)
      }
    groups.push(group)
  }
  return groups
}
