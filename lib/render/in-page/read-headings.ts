/// <reference lib="dom" />

/** Returns the texts of the visible headings, in the order of the document, each on one line. */
export const readHeadings = (): string[] => {
  const texts: string[] = []
  for (const element of elementsIn(document)) {
    if (!(element instanceof HTMLElement && element.matches('h1, h2, h3, h4, h5, h6, [role=heading]')))
      continue
    // biome-ignore lint/performance/useDomNodeTextContent: The bookmark has the text as it is shown.
    const text = element.checkVisibility({ visibilityProperty: true }) ? element.innerText : ''
    if (text.trim() !== '') texts.push(text.replaceAll('\u00ad', '').split(/\s+/).join(' ').trim())
  }
  return texts
}
