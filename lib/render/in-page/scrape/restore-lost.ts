/// <reference lib="dom" />
import { isBoilerplate, isLinkList } from './boilerplate.ts'
import { createKeptCheck, indexOf, lastIndexIn, markAttribute, marksOf } from './marks.ts'

/** Parts that follow an article and belong to it. */
const following =
  /(?:^|[\s_-])(?:comments?|discussion|repl(?:y|ies)|answers?|reviews?|footnotes?|endnotes?|references)(?:$|[\s_-])/i

/**
 * Puts back what Readability has removed from between the parts that it has kept: cards, figures, notes, and sections with many links.
 * It also puts back parts that are like a part that it has kept, and comments after the article.
 *
 * @param headline elements of the page at the beginning of the content
 */
export const restoreLost = (page: Document, content: Element, headline: readonly Element[]): void => {
  const marks = marksOf(content)
  const hasKept = createKeptCheck(marks)
  const texts = [...marks]
    .filter(([, copy]) => hasOwnText(copy))
    .map(([index]) => index)
    .sort((a, b) => a - b)
  const [first, last] = [texts[0] ?? 0, texts.at(-1) ?? 0]
  const headings = new Set(headline.map(indexOf))
  const firstText = texts.find((index) => !headings.has(index)) ?? first
  const known = new Map<Element, Set<string>>()
  /** Returns the names of the children of an element that are kept. */
  const keptNames = (parent: Element | null): ReadonlySet<string> => {
    const names =
      (parent && known.get(parent)) ?? new Set([...(parent?.children ?? [])].filter(hasKept).flatMap(namesOf))
    if (parent) known.set(parent, names)
    return names
  }
  const container = findContainer(page, firstText, last)
  const isIntroduction = (element: Element) =>
    container?.contains(element) === true && !isLinkOnly(element) && !isLinkList(element)
  const belongs = (element: Element): boolean => {
    const index = indexOf(element)
    if (namesOf(element).some((name) => keptNames(element.parentElement).has(name))) return true
    if (index > first && index < last) return index > firstText || isIntroduction(element)
    return index > last && following.test(`${element.getAttribute('class') ?? ''} ${element.id}`)
  }
  const restore = (element: Element) => {
    const copy = element.cloneNode(true) as Element
    for (const [index, part] of [[indexOf(element), copy] as const, ...marksOf(copy)]) marks.set(index, part)
    const before = nearest(element, 'previousElementSibling')
    const after = before ? undefined : nearest(element, 'nextElementSibling')
    if (before) before.after(copy)
    else if (after) after.before(copy)
    else marks.get(indexOf(element.parentElement ?? element))?.append(copy)
  }
  const nearest = (element: Element, direction: 'previousElementSibling' | 'nextElementSibling') => {
    for (let sibling = element[direction]; sibling; sibling = sibling[direction]) {
      const copy = copyOf(sibling, direction)
      if (copy) return copy
    }
    return undefined
  }
  /** Readability may have kept only a part of an element. */
  const copyOf = (element: Element, direction: string): Element | undefined => {
    const whole = marks.get(indexOf(element))
    if (whole) return whole
    const parts = [...element.querySelectorAll('*')]
      .map((part) => marks.get(indexOf(part)))
      .filter((part) => part !== undefined)
    const part = direction === 'previousElementSibling' ? parts.at(-1) : parts[0]
    return part && outermost(part, element)
  }
  const visit = (parent: Element) => {
    for (const child of parent.children) {
      if (hasKept(child)) visit(child)
      else if (isContent(child) && belongs(child)) restore(child)
    }
  }
  visit(page.body)
}

const hasOwnText = (element: Element | undefined): boolean =>
  [...(element?.childNodes ?? [])].some(
    ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== '',
  )

/** Returns the smallest element of the page that has the first and the last text of an article. */
const findContainer = (page: Document, first: number, last: number): Element | undefined => {
  let element = page.querySelector(`[${markAttribute}="${first}"]`)
  while (element && lastIndexIn(element) < last) element = element.parentElement
  return element ?? undefined
}

/** Links between a headline and its article lead away from it. */
const isLinkOnly = (element: Element) =>
  element.querySelector('h1, h2, h3, h4, h5, h6, p') === null &&
  [element, ...element.querySelectorAll('*')].every((part) => part.closest('a') !== null || !hasOwnText(part))

const isContent = (element: Element) => {
  if (isBoilerplate(element) || element.matches('br, hr, input')) return false
  return element.textContent?.trim() !== '' || element.matches('img[src], :has(img[src])')
}

/** Climbs from a part to the largest element of the result that has only content of `element`. */
const outermost = (part: Element, element: Element): Element => {
  let node = part
  let parent = node.parentElement
  while (parent?.hasAttribute(markAttribute) && isInside(indexOf(parent), element)) {
    node = parent
    parent = node.parentElement
  }
  return node
}

const isInside = (index: number, element: Element) =>
  index >= indexOf(element) && index <= lastIndexIn(element)

/** Elements are alike if they have the same name and a class in common. */
const namesOf = ({ localName, classList }: Element): string[] =>
  [...classList].map((name) => `${localName}.${name}`)
