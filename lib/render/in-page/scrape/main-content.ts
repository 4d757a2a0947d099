import { Readability } from '@mozilla/readability'
import { permitHtml } from './inert.ts'
import { indexOf, markAttribute, markElements, markParagraphs, marksOf, unmarkElements } from './marks.ts'
import { describeOmitted, type MainContentReport } from './omitted.ts'
import { restoreLost } from './restore-lost.ts'
import { removeSurroundings } from './surroundings.ts'
import { wordsIn } from './words.ts'

/** The algorithm takes too long for more elements, so it is not applied to them. */
const elementsMax = 100_000

/** For less text, Readability has found no article and returns the longest text of several attempts. */
const articleLengthMin = 500

/** Readability removes the heading that equals the title. No heading equals this one, and it is long enough to be used. */
const noTitle = 'Stillframe removed this title'

interface MainContent {
  content: Element
  report: MainContentReport
}

/** Returns the main content of a flattened document, or undefined if it has none. The document does not change. */
export const extractMainContent = (copy: Document): MainContent | undefined => {
  const page = copy.cloneNode(true) as Document
  markElements(page)
  const found = findContent(page, copy.title)
  if (!found) return undefined
  const { name, content } = found
  const report = describeOmitted(page, content, name)
  unmarkElements(content)
  return { content, report }
}

const findContent = (page: Document, title: string): MainPart | undefined => {
  const article = parse(page)
  const length = article?.textContent?.trim().length ?? 0
  const landmark = length < articleLengthMin ? findLandmark(page) : undefined
  const part = landmark ?? findArticle(page, article, title)
  const largest = findLargestPart(page)
  const isShort = part && wordsIn(part.content) < shareMin(part) * wordsIn(largest.content)
  return part && !isShort ? part : unlessEmpty(largest, part)
}

/** A part without any heading is probably one of many on the page. */
const shareMin = ({ content }: MainPart) => (content.querySelector('h1, h2, h3, h4, h5, h6') ? 0.5 : 0.8)

const unlessEmpty = (largest: MainPart, part: MainPart | undefined) =>
  wordsIn(largest.content) > 0 && part ? largest : undefined

const findArticle = (page: Document, content: Element | undefined, title: string): MainPart | undefined => {
  if (!content || content.textContent?.trim() === '') return undefined
  markParagraphs(page, content)
  restoreHeadings(page, content)
  restoreFormulas(page, content)
  const headline = findHeadline(page, content, title)
  content.prepend(...headline.map((heading) => heading.cloneNode(true)))
  restoreLost(page, content, headline)
  return { name: 'article', content }
}

const parse = (page: Document): Element | undefined => {
  const work = page.cloneNode(true) as Document
  work.title = noTitle
  for (const footer of work.querySelectorAll('blockquote footer, blockquote header')) unwrap(footer)
  for (const math of work.querySelectorAll('math')) hideFormula(math)
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

/** Readability takes formulas for blocks. */
const hideFormula = (math: Element) => {
  const span = math.ownerDocument.createElement('span')
  span.setAttribute(markAttribute, String(indexOf(math)))
  span.append(math.getAttribute('alttext') ?? '')
  math.replaceWith(span)
}

const restoreFormulas = (page: Document, content: Element) => {
  const marks = marksOf(content)
  for (const math of page.querySelectorAll('math'))
    marks.get(indexOf(math))?.replaceWith(math.cloneNode(true))
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

const headings = 'h1, h2, h3, h4, h5, h6'

/**
 * Returns the headings that the content of a page lacks at its beginning: the one that says what the title says, or else
 * those directly above the content. None are missing if the content begins with its headline.
 */
const findHeadline = (page: Document, content: Element, title: string): Element[] => {
  const saysTitle = createTitleMatch(title)
  const kept = [...content.querySelectorAll(headings)]
  if (leadingLevel(content) === 1 || kept.some(saysTitle)) return []
  const marks = marksOf(content)
  const lost = [...page.querySelectorAll(headings)].filter(
    (heading) => !marks.has(indexOf(heading)) && hasWords(heading) && !heading.closest('nav, aside, footer'),
  )
  const titled = lost.find(saysTitle)
  if (titled) return [titled]
  if (kept.some(({ localName }) => localName === 'h1')) return []
  const [start = 0] = marks.keys()
  return headingsAbove(lost, content, start)
}

const hasWords = (element: Element) => (element.textContent ?? '').trim() !== ''

const levelOf = ({ localName }: Element) => Number(localName.charAt(1))

/** The nearest heading of the first two levels, or of any if there are none, below those that it belongs to. */
const headingsAbove = (lost: readonly Element[], content: Element, start: number): Element[] => {
  const above = lost.filter((heading) => indexOf(heading) < start).reverse()
  const high = above.filter((heading) => levelOf(heading) <= 2)
  const path: Element[] = []
  let level = leadingLevel(content)
  for (const heading of high.length > 0 ? high : above) {
    if (levelOf(heading) >= level) continue
    path.unshift(heading)
    level = levelOf(heading)
  }
  return path
}

/** The level of the heading that the content begins with, or one below all levels. */
const leadingLevel = (content: Element): number => {
  const first = content.querySelector(`${headings}, p, li, pre, table`)
  return first?.matches(headings) ? levelOf(first) : 7
}

/** Finds headings with most of their words in the title, if these words make up a good part of it. */
const createTitleMatch = (title: string) => {
  const titled = new Set(wordsOf(title))
  const length = [...titled].join('').length
  return (heading: Element): boolean => {
    const said = new Set(wordsOf(heading.textContent ?? ''))
    const shared = [...said].filter((word) => titled.has(word)).join('').length
    return shared > 0 && shared >= 0.75 * [...said].join('').length && shared >= length / 3
  }
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

interface MainPart {
  name: 'main' | 'article' | 'body'
  content: Element
}

/** Returns the element that the page marks as its main content, if it is a single element with text. */
const findLandmark = (page: Document): MainPart | undefined => {
  const main = single(page, 'main, [role="main"]')
  if (main) return { name: 'main', content: withoutFrame(main) }
  const article = single(page, 'article:not(article article)')
  return article ? { name: 'article', content: withoutFrame(article) } : undefined
}

const single = (page: Document, selector: string): Element | undefined => {
  const [landmark, ...others] = page.querySelectorAll(selector)
  return landmark && others.length === 0 && landmark.textContent?.trim() !== '' ? landmark : undefined
}

/** Returns all that may be content: the page's main element, or its body without what surrounds the content. */
const findLargestPart = (page: Document): MainPart => {
  const main = single(page, 'main, [role="main"]')
  if (main) return { name: 'main', content: withoutFrame(main) }
  const body = withoutFrame(page.body)
  const content = body.ownerDocument.createElement('div')
  content.append(...body.childNodes)
  return { name: 'body', content }
}

const withoutFrame = (part: Element): Element => {
  const content = part.cloneNode(true) as Element
  removeSurroundings(content)
  return content
}
