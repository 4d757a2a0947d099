/// <reference lib="dom" />

/** Resolves once an element matches and has a box. Uses a timer in addition to frames, because a busy page may draw none. */
export const waitForElement = (selector: string): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      const isThere = [...document.querySelectorAll(selector)].some((element) =>
        unclobbered(element).checkVisibility(),
      )
      if (isThere) resolve()
      else setTimeout(check, 50)
    }
    check()
  })

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

/** Hides all matches. The sheet also applies to elements that appear later. An inline `display: ... !important` overrides any sheet. */
export const hideElements = (selectors: string[]): void => {
  const sheet = new CSSStyleSheet()
  for (const selector of selectors) sheet.insertRule(`${selector} { display: none !important }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  for (const element of document.querySelectorAll(selectors.join(','))) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue
    const { style } = unclobbered(element)
    if (style.getPropertyPriority('display') === 'important')
      style.setProperty('display', 'none', 'important')
  }
}

/**
 * Waits until the first match of `selector` has a box, scrolls it into view, and returns the box in CSS pixels relative to
 * the top left corner of the document, or undefined if none appears within `waitMs`.
 */
export const locateElement = async (
  selector: string,
  waitMs: number,
): Promise<{ x: number; y: number; width: number; height: number } | undefined> => {
  const endsMs = performance.now() + waitMs
  for (;;) {
    const element = [...document.querySelectorAll(selector)].find((match) => {
      const { width, height } = unclobbered(match).getBoundingClientRect()
      return width > 0 && height > 0 && unclobbered(match).checkVisibility({ visibilityProperty: true })
    })
    if (element) {
      unclobbered(element).scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const { x, y, width, height } = unclobbered(element).getBoundingClientRect()
      return { x: x + scrollX, y: y + scrollY, width, height }
    }
    if (performance.now() >= endsMs) return undefined
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
