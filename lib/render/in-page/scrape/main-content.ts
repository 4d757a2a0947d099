/// <reference lib="dom" />
import { Readability } from '@mozilla/readability'

/** More elements than that take the algorithm longer than the page was worth; it then gives up. */
const elementsMax = 100_000

const levelAttribute = 'data-stillframe-level'

/** The article of a flattened document, or nothing where there is none. The document is left as it is. */
export const extractMainContent = (copy: Document): Element | undefined => {
  const work = copy.cloneNode(true) as Document
  for (const heading of work.querySelectorAll('h1')) heading.setAttribute(levelAttribute, '1')
  const { content, title } = parse(work)
  if (!content?.textContent?.trim()) return undefined
  restoreHeadings(content)
  const headline = content.querySelector('h1') ? undefined : findHeadline(copy, title)
  if (headline) content.prepend(headline.cloneNode(true))
  return content
}

interface Parsed {
  content?: Element | null | undefined
  title?: string | null | undefined
}

const parse = (work: Document): Parsed => {
  const options = { maxElemsToParse: elementsMax, serializer: (node: Node) => node as Element }
  try {
    return new Readability<Element>(work, options).parse() ?? {}
  } catch (error) {
    // It says so by throwing when there are too many elements.
    if (error instanceof Error && /aborting parsing document/i.test(error.message)) return {}
    throw error
  }
}

/** Readability makes every first heading a second one, because its reader shows the title itself. */
const restoreHeadings = (content: Element) => {
  for (const heading of content.querySelectorAll(`[${levelAttribute}]`)) {
    const restored = content.ownerDocument.createElement('h1')
    restored.append(...heading.childNodes)
    heading.replaceWith(restored)
  }
}

/** For the same reason it drops a heading that says what the title says. */
const findHeadline = (copy: Document, title: string | null | undefined): Element | undefined =>
  [...copy.querySelectorAll('h1')].find((heading) => heading.textContent?.trim() === title?.trim())
