import { boxOf, firstVisible, isHtml, isSvg, matchesOf, pause, rootsIn, styleOf, unclobbered } from './dom.ts'
import type { Area } from './state.ts'

/** Returns the first selector that the browser does not accept, or null. */
export const findInvalidSelector = (selectors: string[]): string | null => {
  const fragment = document.createDocumentFragment()
  for (const selector of selectors) {
    try {
      fragment.querySelector(selector)
    } catch {
      return selector
    }
  }
  return null
}

/**
 * Hides all matches. The sheet also applies to elements that appear later, except in shadow trees that do not exist yet. An inline
 * `display: ... !important` overrides any sheet.
 */
export const hideElements = (selectors: string[]): void => {
  const sheet = new CSSStyleSheet()
  for (const selector of selectors) sheet.insertRule(`${selector} { display: none !important }`)
  for (const root of rootsIn()) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  for (const element of matchesOf(selectors.join(','))) {
    if (!(isHtml(element) || isSvg(element))) continue
    const style = styleOf(element)
    if (style.getPropertyPriority('display') === 'important')
      style.setProperty('display', 'none', 'important')
  }
}

/** Scrolls the first visible match of `selector` into view. Returns its box in CSS pixels relative to the document. */
export const showElement = (selector: string): Area | undefined => {
  const element = firstVisible(selector)
  if (!element) return undefined
  unclobbered(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { x, y, width, height } = boxOf(element)
  return { x: x + scrollX, y: y + scrollY, width, height }
}

/**
 * Waits until the first match of `selector` has a box, scrolls it into view, and returns the box in CSS pixels relative to
 * the top left corner of the document, or undefined if none appears within `waitMs`.
 */
export const locateElement = async (selector: string, waitMs: number): Promise<Area | undefined> => {
  const endsMs = performance.now() + waitMs
  for (;;) {
    const box = showElement(selector)
    if (box || performance.now() >= endsMs) return box
    await pause(50)
  }
}
