import { elementsIn, force, hasOwnText, isHtml, unclobbered, withAncestors } from './dom.ts'
import { measureDocument } from './measure.ts'
import { replaced } from './progress.ts'

/** The element that `findScroller` or `findScrollerOf` has found last. */
export const inner: { scroller?: Element | undefined } = {}

/** Smaller differences are caused by rounding, or belong to a box that is meant to scroll. */
const hiddenMin = 40

/**
 * Finds the inner scroller, the element that scrolls in place of the document (application layouts with 100vh, hidden overflow and one
 * large pane), for the functions that scroll and expand it. Returns the height of one screenful.
 */
export const findScroller = (): { screenful: number } => {
  const root = document.scrollingElement ?? document.documentElement
  const hiddenHeight = (element: Element) => {
    const { scrollHeight, clientHeight } = unclobbered(element)
    return scrollHeight - clientHeight
  }
  const isScroller = (element: Element) => {
    if (element === root || isHtml(element, 'textarea')) return false
    const { overflowY } = getComputedStyle(element)
    return /auto|scroll/.test(overflowY) || (element === document.body && overflowY === 'hidden')
  }
  let most = Math.max(hiddenMin, root ? unclobbered(root).scrollHeight - innerHeight : 0)
  let found: Element | undefined
  for (const element of elementsIn(document)) {
    const { clientHeight, clientWidth } = unclobbered(element)
    const isLarge = clientHeight >= innerHeight / 2 && clientWidth >= innerWidth / 2
    if (!isLarge || hiddenHeight(element) <= most || !isScroller(element)) continue
    most = hiddenHeight(element)
    found = element
  }
  inner.scroller = found
  return { screenful: Math.min(innerHeight, found ? unclobbered(found).clientHeight : innerHeight) }
}

/** Returns whether the page is one frame that fills its window. */
export const isFramed = (): boolean => {
  const isFilling = (frame: Element) => {
    const { clientWidth, clientHeight } = unclobbered(frame)
    return clientWidth >= innerWidth * 0.9 && clientHeight >= innerHeight * 0.9
  }
  return [...document.querySelectorAll('iframe, frame')].some(isFilling) && !isLonger()
}

/** Returns whether the document is longer than its window. */
const isLonger = () => measureDocument().height > innerHeight + hiddenMin

/** Returns whether a frame that is at least so high, in CSS pixels, shows only a part of its document. */
export const isCutFrame = (heightMin: number): boolean => innerHeight >= heightMin && isLonger()

export interface ScrollerSize {
  /** Heights in CSS pixels. The content is at least as tall as what is shown of it. */
  contentHeight: number
  shownHeight: number
  /** Whether an element in it is exactly as tall as the scroller, and the whole content is taller. */
  hasFullHeightSection: boolean
}

/** Measures the element that scrolls in the document's place. Returns zeros if none exists. */
export const measureScroller = (): ScrollerSize => {
  const { scroller } = inner
  if (!scroller) return { contentHeight: 0, shownHeight: 0, hasFullHeightSection: false }
  const { scrollHeight: contentHeight, clientHeight: shownHeight } = unclobbered(scroller)
  const isFullHeight = (element: Element) =>
    isHtml(element) && Math.abs(unclobbered(element).offsetHeight - shownHeight) <= 1
  const hasFullHeightSection =
    contentHeight > shownHeight && [...unclobbered(scroller).querySelectorAll('*')].some(isFullHeight)
  return { contentHeight, shownHeight, hasFullHeightSection }
}

interface Box {
  element: HTMLElement
  height: number
}

/** The layout before the first expansion. */
interface ScrollerLayout {
  /** The scroller and its ancestors. */
  boxes: Box[]
  /** Elements above or below one of the boxes. Headers, footers and sections with a percentage height must not grow with it. */
  neighbors: Box[]
  borderWidth: number
}

let layout: ScrollerLayout | undefined

/** Remembers the heights of the scroller and the elements around it, for `expandScroller`. */
export const rememberLayout = (): void => {
  const { scroller } = inner
  if (!(scroller && isHtml(scroller))) return
  const boxes: Box[] = []
  const neighbors: Box[] = []
  const siblingsOf = (element: HTMLElement) => {
    const { parentNode } = unclobbered(element)
    return parentNode ? unclobbered(parentNode).children : []
  }
  const addNeighbors = (element: HTMLElement) => {
    const { top, bottom } = unclobbered(element).getBoundingClientRect()
    for (const other of siblingsOf(element)) {
      const box = unclobbered(other).getBoundingClientRect()
      const isApart = box.bottom <= top + 1 || box.top >= bottom - 1
      if (isHtml(other) && isApart)
        neighbors.push({ element: other, height: unclobbered(other).offsetHeight })
    }
  }
  for (const element of withAncestors(scroller)) {
    if (!isHtml(element)) break
    boxes.push({ element, height: unclobbered(element).offsetHeight })
    addNeighbors(element)
  }
  const borderWidth = Number.parseFloat(getComputedStyle(scroller).borderBottomWidth)
  layout = { boxes, neighbors, borderWidth }
}

/**
 * Makes the element that scrolls in the document's place, and everything around it, taller by `growth` CSS pixels than it is in
 * the remembered layout. Returns the height of its content after that.
 *
 * @param isBordered whether the scroller grows by a transparent border. Percentages refer to the area inside the border.
 */
export const expandScroller = (growth: number, isBordered: boolean): number => {
  const { scroller } = inner
  if (!(layout && scroller && isHtml(scroller))) return 0
  const setHeight = (element: HTMLElement, height: number) => {
    const length = `${height}px`
    force(element, { 'box-sizing': 'border-box', height: length, 'min-height': length, 'max-height': 'none' })
  }
  const expand = (element: HTMLElement, height: number) => {
    const { position, overflowX, perspective, perspectiveOrigin } = getComputedStyle(element)
    // The eye keeps its place in px. It must not move to the middle of the taller box.
    if (perspective !== 'none') force(element, { 'perspective-origin': perspectiveOrigin })
    setHeight(element, height + growth)
    // Slides that wait next to the page stay hidden.
    const isCut = overflowX === 'hidden' || overflowX === 'clip'
    force(element, { transition: 'none', overflow: isCut ? 'clip visible' : 'visible', contain: 'none' })
    // Fixed elements do not contribute to the height of the document.
    if (position === 'fixed') force(element, { position: 'absolute' })
  }
  const { boxes, neighbors, borderWidth } = layout
  for (const { element, height } of boxes) expand(element, height)
  if (isBordered) force(scroller, { 'border-bottom': `${borderWidth + growth}px solid transparent` })
  for (const { element, height } of neighbors)
    if (unclobbered(element).offsetHeight > height) setHeight(element, height)
  return unclobbered(scroller).scrollHeight
}

/**
 * Returns whether the scroller, which was expanded, ends with more than one screenful of nothing: its rows exist only while they are in
 * view, and no script could add the others.
 */
export const endsEmpty = (): boolean => {
  const { scroller } = inner
  if (!(layout && scroller)) return false
  let lowest = Number.NEGATIVE_INFINITY
  for (const element of elementsIn(scroller))
    if (hasOwnText(element) || replaced.test(unclobbered(element).localName))
      lowest = Math.max(lowest, unclobbered(element).getBoundingClientRect().bottom)
  const screenful = layout.boxes[0]?.height ?? 0
  return unclobbered(scroller).getBoundingClientRect().bottom - lowest > screenful
}
