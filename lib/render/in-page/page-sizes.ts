export interface PageSizes {
  /** Values of `size` in the `@page` rules of the document. */
  declared: string[]
  /** Whether the size of the paper now applies to all pages. */
  isSet: boolean
}

/**
 * Sets the size of the pages, unless the document may declare one: Chromium rounds it less than the size of the paper.
 *
 * @param size undefined if it must not be set
 */
export const setPageSize = (size: string | undefined): PageSizes => {
  let isReadable = true
  const rulesOf = (sheet: CSSStyleSheet | null): CSSRule[] => {
    try {
      return [...(sheet?.cssRules ?? [])]
    } catch {
      // A style sheet of another origin cannot be read.
      isReadable = false
      return []
    }
  }
  const sizesIn = (rules: CSSRule[]): string[] =>
    rules.flatMap((rule) => {
      if (rule instanceof CSSPageRule) return rule.style.getPropertyValue('size') || []
      if (rule instanceof CSSImportRule) return sizesIn(rulesOf(rule.styleSheet))
      return rule instanceof CSSGroupingRule ? sizesIn([...rule.cssRules]) : []
    })
  const sheets = [...document.styleSheets, ...document.adoptedStyleSheets]
  const declared = sheets.flatMap((sheet) => sizesIn(rulesOf(sheet)))
  const isSet = size !== undefined && isReadable && declared.length === 0
  if (isSet) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`@page { size: ${size} }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  return { declared, isSet }
}
