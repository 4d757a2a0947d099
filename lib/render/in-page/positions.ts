import {
  ancestorsOf,
  boxOf,
  elementsIn,
  force,
  isHeld,
  isHtml,
  matches,
  readSheets,
  sizesOf,
  styleOf,
} from './dom.ts'
import { state } from './state.ts'

/** Returns the fixed elements that are anchored to others. */
const findAnchored = (fixed: readonly HTMLElement[]): ReadonlySet<Element> => {
  let selectors: string[] | undefined
  /** The computed styles do not show whether `anchor()` is used. */
  const selectorsIn = (rule: CSSRule): string[] => {
    if (rule instanceof CSSGroupingRule) return [...rule.cssRules].flatMap(selectorsIn)
    const isFound = rule instanceof CSSStyleRule && rule.style.cssText.includes('anchor(')
    return isFound ? [rule.selectorText] : []
  }
  const isAnchored = (element: HTMLElement) => {
    const { positionArea, positionAnchor } = getComputedStyle(element) as unknown as Record<string, string>
    if (/^--/.test(positionAnchor ?? '') || (positionArea ?? 'none') !== 'none') return true
    if (styleOf(element).cssText.includes('anchor(')) return true
    selectors ??= readSheets().flatMap(({ rules = [] }) => rules.flatMap(selectorsIn))
    return selectors.some((selector) => matches(element, selector))
  }
  return new Set(fixed.filter(isAnchored))
}

/**
 * Lays out fixed elements as in a window as tall as the document, so they do not appear in the middle of the image: bars at the lower
 * edge move to the end of the document, and elements below the edge stay outside. Elements that are anchored to others follow these.
 */
export const releaseFixed = (fixed: readonly HTMLElement[], documentHeight: number): void => {
  const added = documentHeight - innerHeight
  if (added <= 0) return
  const anchored = findAnchored(fixed)
  const isAtEdge = ({ top, bottom, height }: DOMRect) => {
    const below = innerHeight - bottom
    return top >= innerHeight - 1 || (height < innerHeight / 2 && below <= innerHeight * 0.15 && below < top)
  }
  const lower = (element: HTMLElement, before: DOMRect) => {
    const { offsetHeight: height } = sizesOf(element)
    force(element, { transition: 'none', top: '0px', bottom: 'auto' })
    if (sizesOf(element).offsetHeight !== height)
      force(element, { 'box-sizing': 'border-box', height: `${height}px` })
    const offset = before.top - boxOf(element).top
    force(element, { top: `${offset + added}px` })
  }
  const release = (element: HTMLElement) => {
    if (getComputedStyle(element).position !== 'fixed') return
    const box = boxOf(element)
    if (box.height === 0 || isHeld(element)) return
    if (isAtEdge(box) && !anchored.has(element)) lower(element, box)
  }
  fixed.forEach(release)
}

/**
 * Removes effects of the scroll position, because the image shows all positions together: bars that stick to the lower edge of the
 * window return to their place, and a fixed background, which would be drawn only in the first screenful, scrolls with the page.
 */
export const releaseSticky = (): void => {
  const isInScroller = (element: Element) => {
    const scrolls = (parent: Element) => /auto|scroll|hidden/.test(getComputedStyle(parent).overflowY)
    const found = ancestorsOf(element).find((parent) => parent === document.body || scrolls(parent))
    return found !== undefined && found !== document.body && found !== document.documentElement
  }
  const release = (element: HTMLElement) => {
    const { position, bottom, backgroundAttachment } = getComputedStyle(element)
    if (backgroundAttachment.includes('fixed')) force(element, { 'background-attachment': 'scroll' })
    if (position === 'sticky' && bottom !== 'auto' && !isInScroller(element))
      force(element, { position: 'relative', inset: 'auto' })
  }
  for (const element of elementsIn(document)) if (isHtml(element)) release(element)
}

/**
 * Called twice, with viewports of different heights. Elements whose height follows the viewport keep the height of the first call.
 * Otherwise, `100vh` would be the height of the whole document in a single page.
 */
export const pinHeights = (): void => {
  const names = ['height', 'min-height', 'max-height'] as const
  const read = (element: HTMLElement) => {
    const styles = getComputedStyle(element)
    return names.map((name) => styles.getPropertyValue(name))
  }
  // Without a doctype, these two elements fill any viewport, but not a printed page.
  const fillsAnyWindow = (element: Element) =>
    document.compatMode === 'BackCompat' &&
    (element === document.body || element === document.documentElement)
  const { heights } = state.paper
  if (!heights) {
    const elements = [...document.querySelectorAll<HTMLElement>('*')].filter(
      (element) => isHtml(element) && !fillsAnyWindow(element),
    )
    state.paper.heights = new Map(elements.map((element) => [element, read(element)]))
    return
  }
  // All elements are read before the first change, because a change may move the others.
  const now = [...heights].map(([element, before]) => ({
    element,
    before,
    after: read(element),
  }))
  for (const { element, before, after } of now)
    for (const [index, name] of names.entries())
      if (before[index] !== after[index]) force(element, { [name]: before[index] ?? '' })
}

/**
 * Lays out a root element or body that is fixed, as pages do to lock scrolling while a dialog is open. Otherwise the document would end with
 * the window. Its box keeps its size.
 */
export const releaseScrollLock = (): void => {
  const locked = [document.documentElement, document.body].filter((element) => element != null)
  // Neither of the two has the height of its content in every mode.
  const heights = locked.flatMap((element) => {
    const { scrollHeight, offsetHeight } = sizesOf(element)
    return [scrollHeight, offsetHeight]
  })
  if (Math.max(...heights) <= innerHeight) return
  for (const element of locked) {
    if (getComputedStyle(element).position !== 'fixed') continue
    const { offsetWidth, offsetHeight } = sizesOf(element)
    const styles = {
      position: 'relative',
      inset: 'auto',
      width: `${offsetWidth}px`,
      height: `${offsetHeight}px`,
    }
    force(element, { ...styles, 'box-sizing': 'border-box' })
  }
}
