/// <reference lib="dom" />

export interface Applied {
  remove(): void
}

/** Applies these declarations to all elements that match, also later ones, without changing the document's markup. */
export const applyStyles = (selector: string, css: string): Applied => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${selector} { ${css} }`)
  // The inline styles of a dialog would win otherwise.
  for (const rule of sheet.cssRules) if (rule instanceof CSSStyleRule) force(rule.style)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return {
    remove() {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    },
  }
}

const force = (style: CSSStyleDeclaration) => {
  for (const name of [...style]) style.setProperty(name, style.getPropertyValue(name), 'important')
}
