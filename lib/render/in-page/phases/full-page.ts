import { holdInView } from '../animations.ts'
import { findFront, spreadBackdrops, spreadPseudoBackdrops } from '../backdrops.ts'
import { fixedElements } from '../dom.ts'
import { releaseUncovered } from '../fixed-behind.ts'
import { measureDocument } from '../measure.ts'
import { releaseFixed, releaseSticky } from '../positions.ts'
import { scrollToTop } from '../scroll.ts'
import { endsEmpty } from '../scroller.ts'
import { openScroll } from './scroll.ts'

/** Scrolls the document and its inner scroller to the top, even behind a dialog that locks scrolling. */
export const openFullPage = (): void => {
  openScroll(true)
  scrollToTop()
}

interface FullPage {
  /** Size of the area to capture, in CSS pixels. */
  width: number
  height: number
  /** Whether it ends with the sides of the window. */
  isCut: boolean
  /** Height of the whole document. */
  fullHeight: number
  /** Whether the inner scroller ends with rows that exist only in view. */
  endsEmpty: boolean
}

/**
 * Lays out the elements of a page that is at its top as the image of the whole document shows them.
 *
 * @param heightMax undefined for the whole height
 * @param showsGaps whether large layers are captured at the scroll positions of gaps in the content
 */
export const layOutFullPage = (heightMax: number | undefined, showsGaps = false): FullPage => {
  holdInView()
  const { height: fullHeight } = measureDocument()
  const found = { fullHeight, endsEmpty: endsEmpty() }
  const height = Math.min(fullHeight, heightMax ?? fullHeight)
  const fixed = fixedElements()
  releaseUncovered(fixed, height, showsGaps)
  const front = findFront()
  spreadBackdrops(front, height)
  spreadPseudoBackdrops(front, height)
  releaseSticky()
  releaseFixed(fixed, height)
  const { width, isCut } = measureDocument()
  return { ...found, width, height, isCut }
}
