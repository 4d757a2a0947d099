import {
  boxOf,
  elementsIn,
  force,
  hasOwnText,
  isHtml,
  nameOf,
  sizesOf,
  treeOf,
  unclobbered,
  withAncestors,
} from './dom.ts'
import { findScrollerOf } from './element-area.ts'
import { measureDocument } from './measure.ts'
import { hiddenHeight, scrollsDown, takesHalfOfWindow } from './predicates.ts'
import { replaced } from './progress.ts'
import { type Box, type Expanded, state } from './state.ts'

/** Smaller differences are caused by rounding, or belong to a box that is meant to scroll. */
const hiddenMin = 40

/**
 * Finds the inner scroller, the element that scrolls in place of the document (application layouts with 100vh, hidden overflow and one
 * large pane), for the functions that scroll and expand it. Returns the height of one screenful.
 */
export const findScroller = (): { screenful: number } => {
  const root = document.scrollingElement ?? document.documentElement
  const isScroller = (element: Element) =>
    element !== root && !isHtml(element, 'textarea') && scrollsDown(element)
  let most = Math.max(hiddenMin, root ? sizesOf(root).scrollHeight - innerHeight : 0)
  let found: Element | undefined
  for (const element of elementsIn(document)) {
    if (!takesHalfOfWindow(element) || hiddenHeight(element) <= most || !isScroller(element)) continue
    most = hiddenHeight(element)
    found = element
  }
  state.scroller = found
  return { screenful: Math.min(innerHeight, found ? sizesOf(found).clientHeight : innerHeight) }
}

interface Framing {
  /** Height of the window in CSS pixels. */
  height: number
  isLonger: boolean
  /** Whether the page is one frame that fills its window. */
  isFramed: boolean
}

/** Returns whether the document is longer than its window, and whether a frame in it is what the window shows. */
export const readFraming = (): Framing => {
  const fillsWindow = (frame: Element) => {
    const { clientWidth, clientHeight } = sizesOf(frame)
    return clientWidth >= innerWidth * 0.9 && clientHeight >= innerHeight * 0.9
  }
  const isLonger = measureDocument().height > innerHeight + hiddenMin
  const isFramed = !isLonger && [...document.querySelectorAll('iframe, frame')].some(fillsWindow)
  return { height: innerHeight, isLonger, isFramed }
}

/** Remembers the heights of the scroller and the elements around it, for `expandScroller`. */
const rememberLayout = (): void => {
  const { scroller } = state
  state.expanded = undefined
  if (!(scroller && isHtml(scroller))) return
  const boxes: Box[] = []
  const neighbors: Box[] = []
  const siblingsOf = (element: HTMLElement) => {
    const { parentNode } = treeOf(element)
    return parentNode ? treeOf(parentNode).children : []
  }
  const addNeighbors = (element: HTMLElement) => {
    const { top, bottom } = boxOf(element)
    for (const other of siblingsOf(element)) {
      const box = boxOf(other)
      const isApart = box.bottom <= top + 1 || box.top >= bottom - 1
      if (isHtml(other) && isApart) neighbors.push({ element: other, height: sizesOf(other).offsetHeight })
    }
  }
  for (const element of withAncestors(scroller)) {
    if (!isHtml(element)) break
    boxes.push({ element, height: sizesOf(element).offsetHeight })
    addNeighbors(element)
  }
  const borderWidth = Number.parseFloat(getComputedStyle(scroller).borderBottomWidth)
  state.expanded = { boxes, neighbors, borderWidth, growth: 0, isBordered: false }
}

/** Makes the scroller and everything around it as tall as `state` says. Returns the height of its content after that. */
const expandScroller = (): number => {
  const { scroller, expanded } = state
  if (!(expanded && scroller && isHtml(scroller))) return 0
  const { boxes, neighbors, borderWidth, growth, isBordered } = expanded
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
  for (const { element, height } of boxes) expand(element, height)
  if (isBordered) force(scroller, { 'border-bottom': `${borderWidth + growth}px solid transparent` })
  for (const { element, height } of neighbors)
    if (sizesOf(element).offsetHeight > height) setHeight(element, height)
  return sizesOf(scroller).scrollHeight
}

/** Whether an element in a scroller is exactly as tall as it, and the whole content is taller. */
const hasFullHeightSection = (scroller: Element) => {
  const { clientHeight, scrollHeight } = sizesOf(scroller)
  const isFullHeight = (element: Element) =>
    isHtml(element) && Math.abs(sizesOf(element).offsetHeight - clientHeight) <= 1
  return scrollHeight > clientHeight && [...unclobbered(scroller).querySelectorAll('*')].some(isFullHeight)
}

const fitGrowth = (scroller: Element, expanded: Expanded) => {
  const { growth, isBordered } = expanded
  if (isBordered) expanded.growth = hiddenHeight(scroller)
  // A script has made a section as tall as the expanded scroller, and would again.
  else if (growth > 0 && hasFullHeightSection(scroller)) expanded.isBordered = true
  else expanded.growth = growth + hiddenHeight(scroller)
}

/**
 * Makes the inner scroller as tall as its content. Sections whose size follows the scroller, by style sheet or by script, would grow with
 * it without end, so the scroller then keeps its inner size. Returns whether it has changed. Virtual lists fill the new space with the
 * next frame, and need another call after it.
 *
 * @param around selector of an element, whose scroller becomes the inner one if it shows only a part of the element
 */
export const growScroller = (isFirst: boolean, around?: string): boolean => {
  if (around !== undefined && !findScrollerOf(around)) return false
  if (isFirst) rememberLayout()
  const { scroller, expanded } = state
  if (!(scroller && expanded)) return false
  const { growth, isBordered } = expanded
  const contentHeight = sizesOf(scroller).scrollHeight
  fitGrowth(scroller, expanded)
  if (expanded.growth === growth && expanded.isBordered === isBordered) return false
  if (expandScroller() > contentHeight + 1 && !expanded.isBordered) {
    expanded.isBordered = true
    expandScroller()
  }
  return true
}

/**
 * Returns whether the scroller, which was expanded, ends with more than one screenful of nothing: its rows exist only while they are in
 * view, and no script has added the others.
 */
export const endsEmpty = (): boolean => {
  const { scroller, expanded } = state
  if (!(expanded && scroller)) return false
  let lowest = Number.NEGATIVE_INFINITY
  for (const element of elementsIn(scroller))
    if (hasOwnText(element) || replaced.test(nameOf(element)))
      lowest = Math.max(lowest, boxOf(element).bottom)
  const screenful = expanded.boxes[0]?.height ?? 0
  return boxOf(scroller).bottom - lowest > screenful
}
