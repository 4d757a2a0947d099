/// <reference lib="dom" />

/** The first selector that this browser does not understand, or null. */
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
