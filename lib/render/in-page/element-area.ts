import { ancestorsOf, boxOf, firstVisible, force, isHtml, matchesOf, sizesOf, withAncestors } from './dom.ts'
import { type Area, state } from './state.ts'

/**
 * Makes the scroller around the first match of `selector` the inner scroller of the page, above everything else, if the element is taller than
 * what it shows. Returns whether it did.
 */
export const findScrollerOf = (selector: string): boolean => {
  const element = firstVisible(selector)
  if (!element) return false
  const { height } = boxOf(element)
  /** What has its own position does not move away when the scroller grows. */
  const raise = (scroller: HTMLElement) => {
    for (const outer of withAncestors(scroller))
      if (isHtml(outer) && getComputedStyle(outer).position !== 'static')
        force(outer, { 'z-index': '2147483647' })
  }
  for (const outer of ancestorsOf(element)) {
    if (!isHtml(outer)) return false
    const { clientHeight, scrollHeight } = sizesOf(outer)
    if (outer === document.scrollingElement || !/auto|scroll/.test(getComputedStyle(outer).overflowY))
      continue
    if (scrollHeight <= clientHeight + 1 || height <= clientHeight) continue
    state.scroller = outer
    raise(outer)
    return true
  }
  return false
}

/** Returns whether the document continues to the left, not to the right, and above, not below. */
const findFlow = () => {
  // The body's writing mode applies to the viewport.
  const { direction, writingMode } = getComputedStyle(document.body ?? document.documentElement)
  const isReversed = direction === 'rtl'
  if (writingMode.startsWith('horizontal')) return { isLeftward: isReversed, isUpward: false }
  const isFromBottom = writingMode === 'sideways-lr'
  return { isLeftward: writingMode.endsWith('-rl'), isUpward: isReversed !== isFromBottom }
}

/**
 * Moves the document if the first match of `selector` begins to the left of it or above it, where nothing is drawn, or to the right if it
 * continues to the left. Returns the box of the element without what the elements around it cut off, in CSS pixels relative to the corner
 * of the document that the window shows at first, or undefined if none is visible.
 */
export const frameElement = (selector: string): Area | undefined => {
  const root = document.documentElement
  const element = firstVisible(selector)
  if (!element || !root) return undefined
  /** Whether the element's overflow applies to the viewport. */
  const isViewport = (outer: Element) =>
    outer === root || (outer === document.body && getComputedStyle(root).overflow === 'visible')
  const paddingBoxOf = (outer: Element) => {
    const { left, top } = boxOf(outer)
    const { clientLeft, clientTop, clientWidth, clientHeight } = sizesOf(outer)
    return { left: left + clientLeft, top: top + clientTop, width: clientWidth, height: clientHeight }
  }
  /** Whether an element of this position is laid out without regard to an outer element. */
  const isOutside = (position: string, outer: CSSStyleDeclaration) => {
    if (outer.transform !== 'none') return false
    return position === 'fixed' || (position === 'absolute' && outer.position === 'static')
  }
  /** The elements that cut off what overflows them. */
  const cutting = () => {
    const found: Element[] = []
    let { position } = getComputedStyle(element)
    for (const outer of ancestorsOf(element)) {
      const styles = getComputedStyle(outer)
      if (isOutside(position, styles)) continue
      if (styles.overflow !== 'visible' && !isViewport(outer)) found.push(outer)
      position = styles.position
    }
    return found
  }
  const before = boxOf(element)
  const { isLeftward, isUpward } = findFlow()
  /** How far an edge has to move to where the document begins. */
  const moveOf = (start: number, end: number, size: number, isReversed: boolean) =>
    isReversed ? Math.min(0, size - end) : Math.max(0, -start)
  const dx = moveOf(before.left + scrollX, before.right + scrollX, innerWidth, isLeftward)
  const dy = moveOf(before.top + scrollY, before.bottom + scrollY, innerHeight, isUpward)
  if (dx !== 0 || dy !== 0) force(root, { translate: `${dx}px ${dy}px` })
  const whole = boxOf(element)
  let [left, top, right, bottom] = [whole.left, whole.top, whole.right, whole.bottom]
  for (const box of cutting().map(paddingBoxOf)) {
    left = Math.max(left, box.left)
    top = Math.max(top, box.top)
    right = Math.min(right, box.left + box.width)
    bottom = Math.min(bottom, box.top + box.height)
  }
  const isShown = right - left >= 1 && bottom - top >= 1
  const { x, y, width, height } = isShown ? new DOMRect(left, top, right - left, bottom - top) : whole
  return { x: x + scrollX, y: y + scrollY, width, height }
}

/** Returns the boxes of the first `max` visible matches in CSS pixels, relative to the window, or to the document if `isOfDocument`. */
export const findAreas = (selectors: string[], isOfDocument: boolean, max: number): Area[] => {
  const [left, top] = isOfDocument ? [scrollX, scrollY] : [0, 0]
  const areas = [...matchesOf(selectors.join(','))].flatMap((element) => {
    const { x, y, width, height } = boxOf(element)
    return width > 0 && height > 0 ? [{ x: x + left, y: y + top, width, height }] : []
  })
  return areas.slice(0, max)
}
