/// <reference lib="dom" />
import { Readability } from '@mozilla/readability'

/** More elements than that take the algorithm longer than the page was worth; it then gives up. */
const elementsMax = 100_000

/** The article of a flattened document, or nothing where there is none. The document is left as it is. */
export const extractMainContent = (copy: Document): Element | undefined => {
  const parsed = new Readability<Element>(copy.cloneNode(true) as Document, {
    maxElemsToParse: elementsMax,
    serializer: (node) => node as Element,
  })
  const content = parse(parsed)
  return content?.textContent?.trim() ? content : undefined
}

const parse = (readability: Readability<Element>): Element | undefined => {
  try {
    return readability.parse()?.content ?? undefined
  } catch (error) {
    // It says so by throwing when there are too many elements.
    if (error instanceof Error && /aborting parsing document/i.test(error.message)) return undefined
    throw error
  }
}
