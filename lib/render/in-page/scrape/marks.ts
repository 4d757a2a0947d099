/** Holds the position of an element in the page, even after Readability has moved or renamed it. */
export const markAttribute = 'data-stillframe-index'

export const markElements = (page: Document): void => {
  let index = 0
  for (const element of page.querySelectorAll('*')) element.setAttribute(markAttribute, String(index++))
}

export const unmarkElements = (content: Element): void => {
  content.removeAttribute(markAttribute)
  for (const element of content.querySelectorAll(`[${markAttribute}]`)) element.removeAttribute(markAttribute)
}

/** Returns the position of a marked element in the page, in document order. */
export const indexOf = (element: Element): number => Number(element.getAttribute(markAttribute))

/** Returns the marked elements of a content by their position. */
export const marksOf = (content: Element): Map<number, Element> => {
  const marked = [...content.querySelectorAll(`[${markAttribute}]`)]
  return new Map(marked.map((element) => [indexOf(element), element]))
}

const innermost = ':not(:has(p, div, section, article, ul, ol, dl, table, pre, blockquote, figure))'

/** Marks paragraphs that Readability has made of other elements, by their text. */
export const markParagraphs = (page: Document, content: Element): void => {
  const marks = marksOf(content)
  const lost = new Map<string, Element[]>()
  for (const element of page.querySelectorAll(`body ${innermost}`)) {
    const text = toPlain(element)
    if (marks.has(indexOf(element)) || text === '') continue
    lost.set(text, [...(lost.get(text) ?? []), element])
  }
  for (const paragraph of content.querySelectorAll(`p:not([${markAttribute}])`)) {
    const source = lost.get(toPlain(paragraph))?.shift()
    if (source) paragraph.setAttribute(markAttribute, String(indexOf(source)))
  }
}

const toPlain = ({ textContent }: Element) => (textContent ?? '').replace(/\s+/g, ' ').trim()

/** Returns the position of the last element inside an element of the page. */
export const lastIndexIn = (element: Element): number => {
  let last = element
  while (last.lastElementChild) last = last.lastElementChild
  return indexOf(last)
}

/** Returns a check whether an element of the page, or an element in it, is in the content. */
export const createKeptCheck = (marks: ReadonlyMap<number, Element>) => {
  const kept = [...marks.keys()].sort((a, b) => a - b)
  return (element: Element): boolean => {
    const next = kept[lowerBound(kept, indexOf(element))]
    return next !== undefined && next <= lastIndexIn(element)
  }
}

const lowerBound = (sorted: readonly number[], value: number): number => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
