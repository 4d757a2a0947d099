/// <reference lib="dom" />

/** The sheet also catches elements that appear later; an inline `display … !important` beats any sheet. */
export const hideElements = (selectors: string[]): void => {
  const sheet = new CSSStyleSheet()
  for (const selector of selectors) sheet.insertRule(`${selector} { display: none !important }`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  for (const element of document.querySelectorAll(selectors.join(','))) {
    const isStyled = element instanceof HTMLElement || element instanceof SVGElement
    if (isStyled && element.style.getPropertyPriority('display') === 'important')
      element.style.setProperty('display', 'none', 'important')
  }
}
