import {
  type Color,
  cellsIn,
  createGrid,
  isColor,
  isFlat,
  type PixelGrid,
  type Pixels,
  readPixels,
} from '../../../core/plan/pixel-grid.ts'
import { mergeRows, type Rows } from '../../../core/plan/plan-rows.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import type { Content } from '../../in-page/contents.ts'
import type { Survey } from '../../in-page/phases/stops.ts'
import type { CaptureContext } from './capture-context.ts'
import { inputOptions } from './image-time.ts'

/** In CSS pixels. */
const cellSide = 8

/** Empty rows of this share of the window are looked at even if nothing is laid out there: a script moves or adds it (`rows` of the tests). */
const emptyMin = 0.5

/** An empty row may have a scroll bar, or a line. */
const filledMax = 0.02

/** What the whole capture of a page lacks. All areas and rows are in cells of the grid. */
export interface Missing {
  /** The whole capture, with the cells of strips that have been added. */
  grid: PixelGrid
  /** Where content is laid out but nothing is drawn. */
  boxes: Rectangle[]
  /** The rows to look at. */
  rows: Rows[]
  /** The color of the page behind everything. */
  canvas: Color
  /** The cells in which something is laid out that shows. */
  isCovered: Uint8Array
  /** The cells of what is captured as a section. */
  isTaken: Uint8Array
}

interface WholeCapture {
  pieces: readonly Buffer[]
  columns: number
}

/** Converts areas of the document to cells of an image. */
export const toCells =
  ({ x, y }: Rectangle, { viewport }: CaptureContext['plan'], { cell, columns, rows }: PixelGrid) =>
  (area: Rectangle): Rectangle => {
    const toCell = (position: number, origin: number, end: number) =>
      Math.max(0, Math.min(end, (position * viewport.deviceScaleFactor - origin) / cell))
    const left = Math.floor(toCell(area.x, x, columns))
    const top = Math.floor(toCell(area.y, y, rows))
    const width = Math.ceil(toCell(area.x + area.width, x, columns)) - left
    return { x: left, y: top, width, height: Math.ceil(toCell(area.y + area.height, y, rows)) - top }
  }

/**
 * Returns where the whole capture of a page that was scrolled through is empty although it may show something there: text and images of which
 * nothing is seen, what is transparent or hidden, and large empty rows. Returns undefined if it lacks nothing.
 *
 * @param taken what is captured as a section, in CSS pixels
 */
export const findMissing = async (
  { plan }: CaptureContext,
  region: Rectangle,
  { scrolled, height }: Survey,
  whole: WholeCapture,
  taken: readonly Rectangle[],
): Promise<Missing | undefined> => {
  const { deviceScaleFactor } = plan.viewport
  if (!scrolled || region.y + region.height <= height * deviceScaleFactor) return undefined
  const grid = await readWhole(whole, region, cellSide * deviceScaleFactor)
  const cells = toCells(region, plan, grid)
  const isTaken = new Uint8Array(grid.columns * grid.rows)
  for (const area of taken) for (const index of cellsIn(grid, cells(area))) isTaken[index] = 1
  const canvas = toColor(scrolled.canvas, plan.omitBackground)
  const contents = scrolled.contents.map(([kind, x, y, width, height]): Placed => {
    return { kind, box: cells({ x, y, width, height }) }
  })
  const missing = { grid, canvas, isTaken, ...locate(contents, grid, isTaken) }
  const windowRows = Math.round((height * deviceScaleFactor) / grid.cell)
  const firstRow = Math.max(0, windowRows - Math.floor(region.y / grid.cell))
  const rows = mergeRows([
    ...missing.boxes.map(({ y, height }): Rows => [y, y + height]),
    ...findEmptyRows(missing, firstRow, windowRows * emptyMin),
  ])
  return rows.length > 0 ? { ...missing, rows } : undefined
}

interface Placed {
  kind: Content[0]
  box: Rectangle
}

/** Divides contents into those that are missing and those that show. */
const locate = (contents: readonly Placed[], grid: PixelGrid, isTaken: Uint8Array) => {
  const isMissing = ({ kind, box }: Placed) => kind === 'hidden' || (kind === 'filled' && isEmpty(grid, box))
  const isCovered = new Uint8Array(isTaken.length)
  const boxes: Rectangle[] = []
  for (const content of contents) {
    const indexes = cellsIn(grid, content.box)
    if (!isMissing(content)) for (const index of indexes) isCovered[index] = 1
    else if (indexes.some((index) => !isTaken[index])) boxes.push(content.box)
  }
  return { boxes, isCovered }
}

/** Returns a computed color. A page without one is white, or transparent. */
export const toColor = (computed: string, isTransparent: boolean): Color => {
  const [red = 255, green = 255, blue = 255] = computed.match(/[\d.]+/g)?.map(Number) ?? []
  return computed === '' && isTransparent ? [128, 128, 128] : [red, green, blue]
}

const isEmpty = (grid: PixelGrid, box: Rectangle) => {
  const { x, y, width, height } = box
  // The edges belong to what surrounds it.
  const inner = { x: x + 1, y: y + 1, width: width - 2, height: height - 2 }
  const isSmall = Math.min(width, height) < 3
  return cellsIn(grid, isSmall ? box : inner).every((index) => isFlat(grid, index))
}

/** Returns the rows in which nothing is laid out and nothing seen, if they are so many. */
const findEmptyRows = (missing: Omit<Missing, 'rows'>, first: number, rowsMin: number): Rows[] => {
  const found: Rows[] = []
  let begin = first
  for (let row = first; row <= missing.grid.rows; row++) {
    if (row < missing.grid.rows && isRowOf(missing, row, isUnused)) continue
    if (row - begin >= rowsMin) found.push([begin, row])
    begin = row + 1
  }
  return found
}

type IsCell = (missing: Omit<Missing, 'rows'>, index: number) => boolean

/** Returns whether nearly all cells of a row are of a kind. */
export const isRowOf = (missing: Omit<Missing, 'rows'>, row: number, isCell: IsCell): boolean => {
  const { columns, rows } = missing.grid
  if (row < 0 || row >= rows) return false
  let others = 0
  for (let index = row * columns; index < (row + 1) * columns; index++) if (!isCell(missing, index)) others++
  return others <= columns * filledMax
}

export const isPage: IsCell = ({ grid, canvas, isTaken }, index) =>
  !isTaken[index] && isColor(grid, index, canvas)

/** Whether a cell shows one color, and nothing is laid out there. */
export const isUnused: IsCell = (missing, index) =>
  isPage(missing, index) ||
  (!missing.isTaken[index] && isFlat(missing.grid, index) && !missing.isCovered[index])

const readWhole = async ({ pieces, columns }: WholeCapture, region: Rectangle, side: number) => {
  const grid = createGrid(region, side)
  let [x, y] = [0, 0]
  for (const [index, piece] of pieces.entries()) {
    const pixels = await decode(piece)
    readPixels(grid, pixels, x, y)
    // Frees the 64 MB of a tile now. The garbage collector would keep them until later, and be called more often for the others.
    pixels.data.buffer.transfer(0)
    const isLast = index % columns === columns - 1
    x = isLast ? 0 : x + pixels.width
    y += isLast ? pixels.height : 0
  }
  return grid
}

/** Returns the pixels of an image, with alpha. */
export const decode = async (image: Buffer): Promise<Pixels> => {
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(image, inputOptions)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
