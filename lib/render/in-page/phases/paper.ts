import { clearLayers } from '../clear-layers.ts'
import { fitWide, wrapCode } from '../fit-wide.ts'
import { findRepeated, releaseRepeated } from '../fixed-on-paper.ts'
import { measurePrint, measureTables } from '../measure.ts'
import { type PageSizes, setPageSize } from '../paper.ts'
import { readHeadings } from '../read-page.ts'
import { state } from '../state.ts'
import { addStyles } from '../styles.ts'
import { findCut, grow, keepFilled } from '../unroll-scrollers.ts'

/** Finds inner scrollers whose content would be cut on pages with this content area. Returns their number. */
export const findCutOnPaper = (paper: { width: number; height: number }): number => {
  state.paper.scrollers = findCut(paper)
  return state.paper.scrollers.length
}

/**
 * Lets these scrollers grow with their content, in a viewport that has the width of the paper. Returns whether scripts of the page may react
 * to a change. They have to do so before the next call, which undoes what they have not filled.
 */
export const unrollForPaper = (pageHeight: number, isFirst: boolean): boolean => {
  const { paper } = state
  const { growth: before } = paper
  const grown =
    isFirst || !before
      ? { growth: grow(paper.scrollers, pageHeight), isUndone: true }
      : keepFilled(before, pageHeight)
  paper.growth = grown.growth
  paper.scrollers = grown.growth.clipped
  return grown.isUndone
}

interface Wanted {
  /** Whether sizes in the styles of the page matter, and the size that applies if they declare none. */
  page: { size: string | undefined } | undefined
  hasHeadings: boolean
  /** Whether backgrounds are left out, and what lies behind translucent layers is seen. */
  isCleared: boolean
}

interface Opened {
  sizes: PageSizes | undefined
  headings: string[] | undefined
}

const open = ({ page, hasHeadings, isCleared }: Wanted): Opened => {
  const sizes = page && setPageSize(page.size)
  const headings = hasHeadings ? readHeadings() : undefined
  if (isCleared) clearLayers()
  return { sizes, headings }
}

/** The parts of a page on which its layout on paper depends. */
export interface Pages extends Opened {
  width: number
  height: number
  /** The numbers of all elements, of fixed ones, and of those that scroll sideways, apart from code. */
  elements: number
  fixed: number
  sideways: number
  /** The tables of a document with so many elements that they matter. */
  tables: { cells: number; height: number }[]
}

/**
 * Prepares a document that is printed on several pages.
 *
 * @param tablesFrom how many elements a document has whose tables are measured
 */
export const openPages = (wanted: Wanted, tablesFrom: number): Pages => {
  const opened = open(wanted)
  const measured = measurePrint()
  const { paper } = state
  paper.fixed = findRepeated()
  paper.sideways = wrapCode(paper.scrollers)
  const tables = measured.elements < tablesFrom ? [] : measureTables()
  return { ...opened, ...measured, fixed: paper.fixed.length, sideways: paper.sideways.length, tables }
}

/** Prints fixed elements once. */
export const releaseFixedOnPaper = (): void => releaseRepeated(state.paper.fixed)

/** Prepares a document that is printed on one page, with styles for it. */
export const openOnePage = (wanted: Wanted, styles: string): Opened => {
  const opened = open(wanted)
  addStyles(styles)
  return opened
}

/**
 * Lets what scrolls sideways fit on the paper. The viewport must have its width.
 *
 * @param isOnePage whether code wraps only now
 */
export const fitWidth = (pageHeight: number, isOnePage: boolean): void => {
  const { paper } = state
  if (isOnePage) paper.sideways = wrapCode(paper.scrollers)
  fitWide(paper.sideways, pageHeight)
}
