/// <reference lib="dom" />
import { Readability } from '@mozilla/readability'
import { findHeadline } from './headline.ts'
import { permitHtml } from './inert.ts'
import { restoreSections } from './lost-sections.ts'
import { indexOf, markAttribute, markElements, unmarkElements } from './marks.ts'

/** The algorithm takes too long for more elements, so it is not applied to them. */
const elementsMax = 100_000

/** For less text, Readability has found no article and returns the longest text of several attempts. */
const articleLengthMin = 500

/** Readability removes the heading that equals the title. No heading equals this one, and it is long enough to be used. */
const noTitle = 'Stillframe removed this title'

/** Returns the article of a flattened document, or undefined if it has none. The document does not change. */
export const extractMainContent = (copy: Document): Element | undefined => {
  const page = copy.cloneNode(true) as Document
  markElements(page)
  const content = findContent(page)
  if (!content) return undefined
  content.prepend(...findHeadline(page, content, copy.title).map((heading) => heading.cloneNode(true)))
  unmarkElements(content)
  return content
}

const findContent = (page: Document): Element | undefined => {
  const article = parse(page)
  const length = article?.textContent?.trim().length ?? 0
  const landmark = length < articleLengthMin ? findLandmark(page) : undefined
  if (landmark) return landmark
  if (!article || length === 0) return undefined
  restoreHeadings(page, article)
  restoreSections(page, article)
  return article
}

/** Returns the element that the page marks as its main content, if it is a single element with text. */
const findLandmark = (page: Document): Element | undefined => {
  for (const selector of ['main, [role="main"]', 'article:not(article article)']) {
    const [landmark, ...others] = page.querySelectorAll(selector)
    if (!landmark || others.length > 0 || landmark.textContent?.trim() === '') continue
    const content = landmark.cloneNode(true) as Element
    for (const element of content.querySelectorAll('nav, aside, [role="navigation"]')) element.remove()
    return content
  }
  return undefined
}

const parse = (page: Document): Element | undefined => {
  const work = page.cloneNode(true) as Document
  work.title = noTitle
  for (const footer of work.querySelectorAll('blockquote footer, blockquote header')) unwrap(footer)
  permitHtml()
  const options = { maxElemsToParse: elementsMax, serializer: (node: Node) => node as Element }
  try {
    return new Readability<Element>(work, options).parse()?.content ?? undefined
  } catch (error) {
    // Readability throws if there are too many elements.
    if (error instanceof Error && /aborting parsing document/i.test(error.message)) return undefined
    throw error
  }
}

/** Readability removes every footer, but the footer of a quotation names its author. */
const unwrap = (element: Element) => {
  if (element.querySelector('p, div')) return element.replaceWith(...element.childNodes)
  const paragraph = element.ownerDocument.createElement('p')
  paragraph.append(...element.childNodes)
  element.replaceWith(paragraph)
}

/** Readability changes every `h1` to `h2`, because its reader shows the title itself. */
const restoreHeadings = (page: Document, content: Element) => {
  const headlines = new Set([...page.querySelectorAll('h1')].map(indexOf))
  for (const heading of content.querySelectorAll(`h2[${markAttribute}]`)) {
    if (!headlines.has(indexOf(heading))) continue
    const restored = content.ownerDocument.createElement('h1')
    restored.setAttribute(markAttribute, String(indexOf(heading)))
    restored.append(...heading.childNodes)
    heading.replaceWith(restored)
  }
}
