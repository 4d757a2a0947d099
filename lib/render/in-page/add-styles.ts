/// <reference lib="dom" />

/**
 * Applies a style sheet that no content security policy forbids. Constructed sheets come after all of the document's own
 * but cannot import others, so text with `@import` goes in as an element.
 */
export const addStyles = (css: string): void => {
  if (/@import\b/i.test(css)) {
    const element = document.createElement('style')
    element.textContent = css
    // A page can remove its root element.
    if (document.documentElement) unclobbered(document.documentElement).append(element)
    return
  }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
