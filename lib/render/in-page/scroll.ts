import { force, isHtml, pause, sizesOf, twoFrames, unclobbered } from './dom.ts'
import { readFacts } from './facts.ts'
import { state } from './state.ts'

interface ScrollPosition {
  /** Height of the document or of the inner scroller, whichever is taller, in CSS pixels. */
  height: number
  isAtEnd: boolean
}

/**
 * Scrolls the document and the inner scroller, waits `waitMs`, then waits for the images in view, at most `imagesMs`. Scrolls
 * instantly, because smooth scrolling would still be in progress after the wait.
 */
export const scrollPageTo = async (
  top: number,
  waitMs: number,
  imagesMs: number,
): Promise<ScrollPosition> => {
  const { scroller: innerScroller } = state
  const root = document.scrollingElement ?? document.documentElement
  // A page can remove its root element.
  const scrollers = [root, innerScroller].filter((scroller) => scroller != null)
  for (const scroller of scrollers) unclobbered(scroller).scrollTo({ top, behavior: 'instant' })
  // Observers report with a frame, and only then start to load content.
  await Promise.race([twoFrames(), pause(500)])
  await pause(waitMs)
  await readFacts(['images'], false, imagesMs)
  const shownHeight = (scroller: Element) =>
    scroller === root ? innerHeight : sizesOf(scroller).clientHeight
  return {
    height: Math.max(innerHeight, ...scrollers.map((scroller) => sizesOf(scroller).scrollHeight)),
    isAtEnd: scrollers.every((scroller) => top + shownHeight(scroller) >= sizesOf(scroller).scrollHeight),
  }
}

/** Scrolls the document and the inner scroller to the top. */
export const scrollToTop = (): void => {
  const { scroller } = state
  const root = document.scrollingElement ?? document.documentElement
  // A page can remove its root element.
  for (const element of [root, scroller].filter((candidate) => candidate != null)) {
    // A snap point below a header would prevent the top position.
    if (isHtml(element)) force(element, { 'scroll-snap-type': 'none' })
    unclobbered(element).scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }
}

/**
 * Scrolls the document instantly, also to a position between two snap points. Returns the scroll position.
 *
 * @param top null to leave it where it is
 */
export const scrollDocumentTo = (top: number | null): number => {
  const root = document.scrollingElement ?? document.documentElement
  if (top === null || !isHtml(root)) return scrollY
  force(root, { 'scroll-snap-type': 'none' })
  unclobbered(root).scrollTo({ top, behavior: 'instant' })
  return scrollY
}

const unsnap = (scroller: Element | null) => {
  if (isHtml(scroller)) force(scroller, { 'scroll-snap-type': 'none' })
}

interface Movement {
  to?: number | undefined
  by?: number
  behavior: 'instant' | 'smooth'
  /** Whether it may end between two snap points. */
  isFree?: boolean
}

/**
 * Scrolls the inner scroller, or the document if none exists, unless there is nowhere to scroll to. Returns its position and the last one,
 * in CSS pixels.
 */
export const scrollInner = ({ to, by = 0, behavior, isFree }: Movement): { top: number; topMax: number } => {
  const root = document.scrollingElement ?? document.documentElement
  const scroller = state.scroller ?? root
  // A page can remove its root element.
  if (!scroller) return { top: 0, topMax: 0 }
  // Snap points would turn an even movement into jumps. Those of the viewport come from the root or from the body.
  if (isFree) (scroller === root ? [root, document.body] : [scroller]).forEach(unsnap)
  const members = unclobbered(scroller)
  if (to !== undefined || by !== 0) members.scrollTo({ top: to ?? members.scrollTop + by, behavior })
  const { scrollTop, scrollHeight, clientHeight } = members
  return { top: scrollTop, topMax: scrollHeight - (scroller === root ? innerHeight : clientHeight) }
}
