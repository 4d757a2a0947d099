import {
  areaOf,
  type Color,
  cellsAround,
  cellsIn,
  contrastOf,
  copyCell,
  differs,
  groupCells,
  isColor,
  isFlat,
  type PixelGrid,
} from '../../../core/plan/pixel-grid.ts'
import type { Rectangle } from '../../../core/plan/render-plan.ts'
import { isPage, isRowOf, isUnused, type Missing } from './find-missing.ts'

/** What the window shows at a stop, in cells of the whole capture. */
export interface Strip {
  grid: PixelGrid
  /** The row of the whole capture that is the first one of the grid. */
  row: number
  /** The color of the page behind everything. */
  canvas: Color
  /** Where the sections are now, as the whole capture is laid out. */
  taken: readonly Rectangle[]
  /** Whether the document ends with the window. */
  isAtEnd: boolean
}

/** A group of cells shows clearly more if its contrast is so much higher. Fading slides have about the same (case `slides`). */
const moreTimes = 2

/** And by at least so much: about one letter. */
const moreMin = 60 ** 2

/** A group of which so much shows only the page is empty, whatever the strip shows, such as a panel without text (case `fixed slides`). */
const bareMin = 0.9

/** What reaches below this share of the window is seen better at the next stop, because it may still be entering (`bouncing` of the tests). */
const shownUntil = 0.85

/** Content that is laid out lower than this share of the window, and is still missing, may be shown only when it is higher (`late`). */
export const lateFrom = 0.6

/** Each stop goes on by at least so much of the window, so a page that always changes has an end. */
export const progressMin = 0.25

export interface Added {
  /** The cells that are added, by their index in the strip. */
  cells: number[]
  /** Others that differ from the whole capture, and stay as they are there. */
  others: Set<number>
  /** The row of the whole capture at which the next stop begins. */
  next: number
}

/** Where a stop begins, and the height of the window, in rows of the whole capture. */
export interface StopRows {
  from: number
  windowRows: number
}

/** A strip with the cells of the whole capture below it. */
interface Comparison {
  missing: Missing
  strip: Strip
  /** The index of a cell in the whole capture is so much larger. */
  shift: number
  /** Cells that show something else than the whole capture. */
  differing: Uint8Array
  /** Cells of places that are missing. */
  lacking: Uint8Array
  /** Cells that are added so far. */
  added: Uint8Array
}

/**
 * Adds the cells of a strip that show clearly more than the whole capture: groups that touch each other, as a whole or not at all, so that one
 * state of a slideshow is not mixed with another.
 */
export const addStrip = (missing: Missing, strip: Strip, stop: StopRows): Added => {
  const comparison = compare(missing, strip)
  const taken: number[] = []
  const left: number[] = []
  const tops = strip.isAtEnd ? [] : laterRows(missing, strip, stop)
  const decide = (group: readonly number[], isMore: boolean) => {
    const deferred = isMore ? deferredTop(strip, group, stop) : undefined
    if (deferred !== undefined) tops.push(deferred)
    const isAdded = isMore && deferred === undefined
    for (const index of group) comparison.added[index] = Number(isAdded)
    for (const index of group) (isAdded ? taken : left).push(index)
  }
  // Where the whole capture shows only the page, any group adds something. What continues below or above belongs to it.
  for (const group of groupsIn(comparison, true)) decide(group, true)
  for (const group of groupsIn(comparison, false))
    decide(group, isConcerned(comparison, group) && showsMore(comparison, group))
  for (const index of taken) copyCell(strip.grid, index, missing.grid, index + comparison.shift)
  missing.boxes = missing.boxes.filter((box) => !cellsOf(strip, box).some((index) => comparison.added[index]))
  if (!strip.isAtEnd) tops.push(...lateTops(missing, stop))
  const next = Math.min(strip.row + strip.grid.rows, ...tops)
  return { cells: taken, others: new Set(left), next }
}

const compare = (missing: Missing, strip: Strip): Comparison => {
  const { columns, rows } = strip.grid
  const lacking = markLacking(missing, strip)
  const shift = strip.row * columns
  const differing = markDifferences(missing, strip, shift)
  return { missing, strip, shift, differing, lacking, added: new Uint8Array(columns * rows) }
}

const markLacking = ({ boxes }: Missing, strip: Strip): Uint8Array => {
  const lacking = new Uint8Array(strip.grid.columns * strip.grid.rows)
  for (const box of boxes) for (const index of cellsOf(strip, box)) lacking[index] = 1
  return lacking
}

/** The cells of a strip in an area of the whole capture. */
const cellsOf = ({ grid, row }: Strip, area: Rectangle): number[] =>
  cellsIn(grid, { ...area, y: area.y - row })

/** Groups the differing cells of the rows in which the whole capture shows only the page, or of the others. */
const groupsIn = ({ missing, strip, differing }: Comparison, inBareRows: boolean) => {
  const { columns, rows } = strip.grid
  const isBare = Array.from({ length: rows }, (_, row) => isRowOf(missing, row + strip.row, isPage))
  const isIn = (index: number) => isBare[Math.floor(index / columns)] === inBareRows
  return groupCells(
    differing.map((mark, index) => (isIn(index) ? mark : 0)),
    strip.grid,
  )
}

/** Returns the row of the whole capture at which a group begins that is seen better at the next stop, because the lower edge may cut it. */
const deferredTop = (strip: Strip, group: readonly number[], { from, windowRows }: StopRows) => {
  const { y, height } = areaOf(strip.grid, group)
  const top = strip.row + y
  const isCut = !strip.isAtEnd && y + height - 1 >= (strip.grid.rows - 1) * shownUntil
  // One that is as tall as the window is pinned.
  return isCut && top > from + windowRows * progressMin ? top : undefined
}

/** What the end of the strip cuts off is seen better at the next stop. */
const laterRows = ({ rows }: Missing, { row, grid }: Strip, { from, windowRows }: StopRows) =>
  rows
    .filter(([top, bottom]) => top > from + windowRows * progressMin && bottom > row + grid.rows)
    .map(([top]) => top)

/** What is still missing near the end of the strip may be shown at the next stop. */
const lateTops = ({ boxes }: Missing, { from, windowRows }: StopRows) =>
  boxes.filter(({ y }) => y > from + windowRows * lateFrom).map(({ y }) => y)

/** Marks the cells that show something else than the whole capture, apart from another color of the page. */
const markDifferences = (missing: Missing, strip: Strip, shift: number): Uint8Array => {
  const { grid, canvas, isTaken } = missing
  const isPageInBoth = (index: number) =>
    isColor(strip.grid, index, strip.canvas) && isColor(grid, index + shift, canvas)
  const marks = new Uint8Array(strip.grid.columns * strip.grid.rows)
  for (const index of cellsOf(strip, { x: 0, y: 0, width: grid.columns, height: grid.rows }))
    if (!isTaken[index + shift] && differs(strip.grid, index, grid, index + shift) && !isPageInBoth(index))
      marks[index] = 1
  for (const area of strip.taken) for (const index of cellsOf(strip, area)) marks[index] = 0
  return marks
}

/** Returns whether a group of cells shows what is missing, belongs to what was added, or lies where nothing is laid out. */
const isConcerned = ({ missing, strip, shift, lacking, added }: Comparison, group: readonly number[]) =>
  group.some((index) => lacking[index] || cellsAround(strip.grid, index).some((near) => added[near])) ||
  group.filter((index) => isUnused(missing, index + shift)).length >= group.length * bareMin

/** Returns whether cells show clearly more in a strip than in the whole capture: all of them, those within, or because only the page is seen there. */
const showsMore = ({ missing, strip, shift, differing }: Comparison, group: readonly number[]) => {
  const { grid: whole, canvas } = missing
  const isBare = (index: number) =>
    isColor(whole, index + shift, canvas) && !isColor(strip.grid, index, strip.canvas)
  /** An opaque curtain has as much edge as what is below it (`covered` of the tests). */
  const inner = group.filter((index) => cellsAround(strip.grid, index).every((near) => differing[near]))
  const isMore = (cells: readonly number[]) => {
    let [more, less] = [0, 0]
    for (const index of cells) {
      // Squared, because what is blurred has its contrast as well, but in more cells.
      more += contrastOf(strip.grid, index) ** 2
      less += contrastOf(whole, index + shift) ** 2
    }
    return more >= less * moreTimes + moreMin
  }
  return isMore(group) || isMore(inner) || group.filter(isBare).length >= group.length * bareMin
}

/**
 * Returns whether two strips of the same place show the same where the whole capture is empty. What it shows already may move, such as a
 * ticker, also over cells that are empty at the moment.
 */
export const areSameWhereEmpty = (missing: Missing, one: Strip, other: Strip): boolean => {
  if (one.row !== other.row || one.grid.rows !== other.grid.rows) return false
  const { grid: whole, isTaken, isCovered } = missing
  const lacking = markLacking(missing, other)
  const shift = other.row * whole.columns
  const isEmpty = (index: number) =>
    !isTaken[index + shift] && isFlat(whole, index + shift) && (lacking[index] || !isCovered[index + shift])
  return cellsOf(other, { x: 0, y: 0, width: whole.columns, height: whole.rows }).every(
    (index) => !isEmpty(index) || !differs(one.grid, index, other.grid, index),
  )
}

/** Returns whether a strip still shows nothing in a missing place of its upper part, which is the one that is looked at. */
export const lacks = ({ grid, boxes }: Missing, strip: Strip, { from, windowRows }: StopRows): boolean => {
  const shift = strip.row * grid.columns
  const isUnchanged = (box: Rectangle) =>
    cellsOf(strip, box).every((index) => !differs(grid, index + shift, strip.grid, index))
  return boxes.some(
    (box) => box.y < from + windowRows * lateFrom && box.y + box.height > from && isUnchanged(box),
  )
}
