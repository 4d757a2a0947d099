import { elementsIn, unclobbered } from './dom.ts'

/** Returns the texts of the visible headings, in the order of the document, each on one line. */
export const readHeadings = (): string[] => {
  const texts: string[] = []
  for (const element of elementsIn(document)) {
    const heading = unclobbered(element as HTMLElement)
    if (!heading.matches('h1, h2, h3, h4, h5, h6, [role=heading]')) continue
    // biome-ignore lint/performance/useDomNodeTextContent: The bookmark has the text as it is shown. Only HTML elements have it.
    const shown = heading.checkVisibility({ visibilityProperty: true }) ? heading.innerText : ''
    const text = shown ?? ''
    if (text.trim() !== '') texts.push(text.replaceAll('\u00ad', '').split(/\s+/).join(' ').trim())
  }
  return texts
}
