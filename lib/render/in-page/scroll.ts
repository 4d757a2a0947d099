import { force, isHtml, pause, sizesOf, twoFrames, unclobbered } from './dom.ts'
import { readFacts } from './facts.ts'
import { state } from './state.ts'

/** A page can remove its root element. */
const findRoot = (): Element | null => document.scrollingElement ?? document.documentElement

/** The document and the inner scroller. */
const scrollers = (): Element[] => [findRoot(), state.scroller].filter((scroller) => scroller != null)

/** The height of what a scroller shows. */
const shownHeight = (scroller: Element): number =>
  scroller === findRoot() ? innerHeight : sizesOf(scroller).clientHeight

/**
 * Removes snap points, which would prevent some positions, and turn an even movement into jumps. Those of the viewport come from the root
 * element or from the body.
 */
const unsnap = (scroller: Element): void => {
  const owners = scroller === findRoot() ? [scroller, document.body] : [scroller]
  for (const owner of owners) if (isHtml(owner)) force(owner, { 'scroll-snap-type': 'none' })
}

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
  const scrolled = scrollers()
  for (const scroller of scrolled) unclobbered(scroller).scrollTo({ top, behavior: 'instant' })
  // Observers report with a frame, and only then start to load content.
  await Promise.race([twoFrames(), pause(500)])
  await pause(waitMs)
  await readFacts(['images'], false, imagesMs)
  return {
    height: Math.max(innerHeight, ...scrolled.map((scroller) => sizesOf(scroller).scrollHeight)),
    isAtEnd: scrolled.every((scroller) => top + shownHeight(scroller) >= sizesOf(scroller).scrollHeight),
  }
}

/** Scrolls the document and the inner scroller to the top. */
export const scrollToTop = (): void => {
  for (const scroller of scrollers()) {
    unsnap(scroller)
    unclobbered(scroller).scrollTo({ top: 0, left: 0, behavior: 'instant' })
  }
}

/** Scrolls the document instantly. */
export const scrollDocumentTo = (top: number): void => {
  const root = findRoot()
  if (!root) return
  unsnap(root)
  unclobbered(root).scrollTo({ top, behavior: 'instant' })
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
  const scroller = scrollers().at(-1)
  if (!scroller) return { top: 0, topMax: 0 }
  if (isFree) unsnap(scroller)
  const members = unclobbered(scroller)
  if (to !== undefined || by !== 0) members.scrollTo({ top: to ?? members.scrollTop + by, behavior })
  return { top: members.scrollTop, topMax: members.scrollHeight - shownHeight(scroller) }
}
