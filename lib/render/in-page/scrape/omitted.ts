import { createKeptCheck, marksOf } from './marks.ts'
import { wordsIn } from './words.ts'

const partsMax = 20
const nameMax = 60

/** The main content of a page, and the parts that it leaves out. */
export interface MainContentReport {
  part: 'article' | 'main' | 'body'
  words: number
  omittedWords: number
  /** The largest parts that were left out, by element and class, with their number of words. */
  omitted: { element: string; words: number }[]
}

/** Compares marked content with its page. */
export const describeOmitted = (
  page: Document,
  content: Element,
  part: MainContentReport['part'],
): MainContentReport => {
  const omitted: { element: string; words: number }[] = []
  const isKept = createKeptCheck(marksOf(content))
  const visit = (element: Element) => {
    for (const child of element.children) {
      const words = isKept(child) ? 0 : wordsIn(child)
      if (words > 0) omitted.push({ element: nameOf(child), words })
      else visit(child)
    }
  }
  visit(page.body)
  const words = wordsIn(content)
  const omittedWords = Math.max(0, wordsIn(page.body) - words)
  omitted.sort((a, b) => b.words - a.words)
  return { part, words, omittedWords, omitted: omitted.slice(0, partsMax) }
}

const nameOf = (element: Element): string => {
  const [name] = element.classList
  const id = element.id === '' ? '' : `#${element.id}`
  return `${element.localName}${id || (name ? `.${name}` : '')}`.slice(0, nameMax)
}
