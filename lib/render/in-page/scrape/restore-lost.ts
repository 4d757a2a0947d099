import { hasOwnText } from '../dom.ts'
import { createBelongingCheck, isContent } from './belonging.ts'
import { createKeptCheck, indexOf, lastIndexIn, markAttribute, marksOf } from './marks.ts'
import { findSurroundings, isRelated, removeSurroundings } from './surroundings.ts'

/**
 * Puts back what Readability has removed although it belongs to the article, and removes what is evidently around it.
 *
 * @param headline elements of the page at the beginning of the content
 */
export const restoreLost = (page: Document, content: Element, headline: readonly Element[]): void => {
  removeKept(page, content)
  const marks = marksOf(content)
  const hasKept = createKeptCheck(marks)
  const texts = [...marks]
    .filter(([, copy]) => hasOwnText(copy))
    .map(([index]) => index)
    .sort((a, b) => a - b)
  const [first, last] = [texts[0] ?? 0, texts.at(-1) ?? 0]
  const headings = new Set(headline.map(indexOf))
  const firstText = texts.find((index) => !headings.has(index)) ?? first
  const isOfArticle = createBelongingCheck(page, { first, firstText, last })
  const known = new Map<Element, Set<string>>()
  /** Returns the names of the children of an element that are kept. */
  const keptNames = (parent: Element | null): ReadonlySet<string> => {
    const names =
      (parent && known.get(parent)) ?? new Set([...(parent?.children ?? [])].filter(hasKept).flatMap(namesOf))
    if (parent) known.set(parent, names)
    return names
  }
  const isLikeKept = (element: Element) =>
    namesOf(element).some((name) => keptNames(element.parentElement).has(name)) && !isRelated(element)
  const belongs = (element: Element): boolean => isLikeKept(element) || isOfArticle(element)
  const restore = (element: Element) => {
    const copy = element.cloneNode(true) as Element
    removeSurroundings(copy)
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

/** Readability keeps navigation if a page has text next to it. */
const removeKept = (page: Document, content: Element) => {
  const marks = marksOf(content)
  for (const element of findSurroundings(page.body))
    for (const part of [element, ...element.querySelectorAll('*')]) marks.get(indexOf(part))?.remove()
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
