/// <reference lib="dom" />

/** Returns the number of visible elements that a style sheet hides. To be called before the sheet is applied. */
export const countMatches = (css: string): number => {
  // A form's fields replace its properties, in every world.
  const { checkVisibility, getBoundingClientRect } = Element.prototype
  const isShown = (element: Element) => {
    const { width, height } = getBoundingClientRect.call(element)
    return width > 0 && height > 0 && checkVisibility.call(element)
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const hiding = [...sheet.cssRules].filter(
    (rule) => rule instanceof CSSStyleRule && rule.style.display === 'none',
  ) as CSSStyleRule[]
  const matches = hiding.flatMap(({ selectorText }) => [...document.querySelectorAll(selectorText)])
  return new Set(matches.filter(isShown)).size
}
