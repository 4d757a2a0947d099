/// <reference lib="dom" />

/** The sheet also catches elements that appear later; an inline `display … !important` beats any sheet. */
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
