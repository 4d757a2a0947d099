import { indexOf, marksOf } from './marks.ts'

const headings = 'h1, h2, h3, h4, h5, h6'

/**
 * Returns the headings that the content of a page lacks at its beginning: the one that says what the title says, or else
 * those directly above the content. None are missing if the content begins with its headline.
 */
export const findHeadline = (page: Document, content: Element, title: string): Element[] => {
  const saysTitle = createTitleMatch(title)
  const kept = [...content.querySelectorAll(headings)]
  if (leadingLevel(content) === 1 || kept.some(saysTitle)) return []
  const marks = marksOf(content)
  const lost = [...page.querySelectorAll(headings)].filter(
    (heading) => !marks.has(indexOf(heading)) && hasText(heading) && !heading.closest('nav, aside, footer'),
  )
  const titled = lost.find(saysTitle)
  if (titled) return [titled]
  if (kept.some(({ localName }) => localName === 'h1')) return []
  const [start = 0] = marks.keys()
  return headingsAbove(lost, content, start)
}

const hasText = (element: Element) => (element.textContent ?? '').trim() !== ''

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
