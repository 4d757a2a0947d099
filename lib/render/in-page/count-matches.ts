/// <reference lib="dom" />

/** Returns the number of visible elements that a style sheet hides. To be called before the sheet is applied. */
export const countMatches = (css: string): number => {
  const isShown = (element: Element) => {
    const { width, height } = unclobbered(element).getBoundingClientRect()
    return width > 0 && height > 0 && unclobbered(element).checkVisibility()
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  const hiding = [...sheet.cssRules].filter(
    (rule) => rule instanceof CSSStyleRule && rule.style.display === 'none',
  ) as CSSStyleRule[]
  const matches = hiding.flatMap(({ selectorText }) => [...document.querySelectorAll(selectorText)])
  return new Set(matches.filter(isShown)).size
}
