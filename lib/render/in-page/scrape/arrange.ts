import { isHtml } from '../dom.ts'
import { createMarkers } from './list-markers.ts'

/** Moves a link around a card into the heading of the card, because Markdown has no headings inside links. */
export const liftHeadings = (root: Element): void => {
  for (const link of root.querySelectorAll('a[href]')) {
    const heading = link.querySelector('h1, h2, h3, h4, h5, h6')
    if (!heading) continue
    const inner = link.cloneNode(false) as Element
    inner.append(...heading.childNodes)
    heading.append(inner)
    link.replaceWith(...link.childNodes)
  }
}

const kinds = [':is(b, strong)', ':is(em, i)', 'del']

/** Leaves one element where emphasis is inside or directly next to emphasis of its kind. */
export const joinEmphasis = (root: Element): void => {
  for (const kind of kinds) {
    for (const inner of root.querySelectorAll(`${kind} ${kind}`)) inner.replaceWith(...inner.childNodes)
    joinAdjacent(root, kind)
  }
}

const joinAdjacent = (root: Element, kind: string) => {
  for (const element of root.querySelectorAll(`${kind} + ${kind}`)) {
    const { previousSibling } = element
    if (!isHtml(previousSibling) || previousSibling !== element.previousElementSibling) continue
    // The other direction would move the nodes of the first of many again and again.
    previousSibling.append(...element.childNodes)
    element.remove()
  }
}

/** Moves links out of inline code, which can have none, and joins code that is not separated. */
export const arrangeCode = (root: Element): void => {
  for (const code of root.querySelectorAll('code')) {
    if (!code.querySelector('a[href]') || code.closest('pre')) continue
    code.replaceWith(...[...code.childNodes].map((child) => putInCode(child, code)))
  }
  joinAdjacent(root, 'code')
}

const putInCode = (node: Node, code: Element): Node => {
  const wrapper = code.cloneNode(false) as Element
  if (isHtml(node, 'a')) {
    wrapper.append(...node.childNodes)
    node.append(wrapper)
    return node
  }
  wrapper.append(node)
  return wrapper
}

/**
 * Puts lists that are directly in a list into the item before them, moves other content into items, and numbers the items of ordered
 * lists.
 */
export const arrangeLists = (root: Element): void => {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const { previousElementSibling } = list
    if (previousElementSibling?.localName === 'li') previousElementSibling.append(list)
    else list.replaceWith(...list.childNodes)
  }
  for (const list of root.querySelectorAll('ul, ol')) wrapLoose(list)
  for (const list of root.querySelectorAll('ol')) numberItems(list)
}

/** Content between the items becomes a paragraph of the item before it, or before the list. */
const wrapLoose = (list: Element) => {
  let item: Element | undefined
  let paragraph: Element | undefined
  for (const node of [...list.childNodes]) {
    if (isHtml(node, 'li')) {
      item = node
      paragraph = undefined
    } else if (!isLoose(node)) continue
    else if (paragraph) paragraph.append(node)
    else {
      paragraph = list.ownerDocument.createElement('p')
      if (item) item.append(paragraph)
      else list.before(paragraph)
      paragraph.append(node)
    }
  }
}

/** Whether a child of a list has content and no items. */
const isLoose = (node: Node) =>
  (node.textContent ?? '').trim() !== '' && (node as Partial<Element>).querySelector?.('li') == null

/** The numbers that CommonMark permits: https://spec.commonmark.org/0.31.2/#list-items */
const numberMax = 999_999_999

const numberItems = (list: Element) => {
  const items = [...list.querySelectorAll('li')].filter(
    (item) => item.parentElement?.closest('ul, ol') === list,
  )
  const step = list.hasAttribute('reversed') ? -1 : 1
  let next = numberIn(list, 'start') ?? (step < 0 ? items.length : 1)
  const numbers = items.map((item) => {
    const number = numberIn(item, 'value') ?? next
    next = number + step
    return number
  })
  const markerOf = createMarkers(list.getAttribute('data-marker') ?? '', items)
  const areMarkers = !markerOf && numbers.every((number) => number >= 0 && number <= numberMax)
  for (const [index, item] of items.entries()) {
    const number = numbers[index] ?? 0
    if (areMarkers) item.setAttribute('value', String(number))
    else firstBlockIn(item).prepend(markerOf?.(number) ?? `${number}. `)
  }
  if (!areMarkers) replaceByBullets(list)
}

const replaceByBullets = (list: Element) => {
  const bullets = list.ownerDocument.createElement('ul')
  bullets.append(...list.childNodes)
  list.replaceWith(bullets)
}

const firstBlockIn = (item: Element): Element => {
  const first = [...item.childNodes].find(
    (node) => node.nodeType === Node.ELEMENT_NODE || node.textContent?.trim() !== '',
  )
  return isHtml(first ?? null, 'p') || isHtml(first ?? null, 'div') ? firstBlockIn(first as Element) : item
}

const numberIn = (element: Element, attribute: string): number | undefined => {
  const number = Number.parseInt(element.getAttribute(attribute) ?? '', 10)
  return Number.isNaN(number) ? undefined : number
}

/** Removes line breaks at the beginning and end of a block, which show nothing in Markdown. */
export const trimBreaks = (root: Element): void => {
  const breaks = [...root.querySelectorAll('br')]
  for (const lineBreak of breaks.toReversed()) if (isAtBlockEdge(lineBreak, 'nextSibling')) lineBreak.remove()
  for (const lineBreak of breaks) if (isAtBlockEdge(lineBreak, 'previousSibling')) lineBreak.remove()
}

const blocks = /^(body|div|p|li|section|article|main|blockquote|td|th|dd|dt|h[1-6]|figure|figcaption)$/

const isAtBlockEdge = (node: Node, direction: 'nextSibling' | 'previousSibling'): boolean => {
  let sibling = node[direction]
  while (sibling && sibling.nodeType === Node.TEXT_NODE && sibling.textContent?.trim() === '')
    sibling = sibling[direction]
  return sibling === null && blocks.test(node.parentElement?.localName ?? '')
}
