import { adoptSheet, checkVisibility, unclobbered } from './dom.ts'
import { hasBox } from './predicates.ts'

/**
 * Applies a style sheet regardless of the content security policy. Constructed sheets come after those of the document but cannot
 * import others, so text with `@import` is added as an element.
 */
export const addStyles = (css: string): void => {
  if (/@import\b/i.test(css)) {
    const element = document.createElement('style')
    element.textContent = css
    // A page can remove its root element.
    if (document.documentElement) unclobbered(document.documentElement).append(element)
    return
  }
  adoptSheet(document, css)
}

/** Returns the number of visible elements that a style sheet hides. Must be called before the sheet is applied. */
export const countMatches = (css: string): number => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const hiding = [...sheet.cssRules].filter(
    (rule) => rule instanceof CSSStyleRule && rule.style.display === 'none',
  ) as CSSStyleRule[]
  const matches = hiding.flatMap(({ selectorText }) => [...document.querySelectorAll(selectorText)])
  return new Set(matches.filter((element) => hasBox(element) && checkVisibility(element))).size
}
