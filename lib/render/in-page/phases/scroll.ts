import { releaseScrollLock } from '../positions.ts'
import { findScroller } from '../scroller.ts'

/**
 * Finds what scrolls, for the functions that scroll it. Returns the height of one screenful.
 *
 * @param isUnlocked whether a dialog that locks scrolling has no effect from now on
 */
export const openScroll = (isUnlocked: boolean): { screenful: number } => {
  if (isUnlocked) releaseScrollLock()
  return findScroller()
}
