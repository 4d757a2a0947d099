import { boxOf, isElement, isText, nameOf, treeOf } from '../dom.ts'

/** A smaller distance than a narrow space is not seen as one. */
const gapPx = 3

/** Elements whose padding is only a background behind a part of the text. */
const textual = new Set(
  'a code kbd samp mark em i b strong s del ins u sub sup q abbr cite dfn var font'.split(' '),
)

/** Returns whether space separates an inline element from the text or element before it, and after it, although no text does. */
export const findGaps = (
  element: Element,
  style: CSSStyleDeclaration,
): { before: boolean; after: boolean } => {
  const { previousSibling, nextSibling } = treeOf(element)
  return {
    before:
      !endsOpen(previousSibling) &&
      (isSeparated(element, previousSibling, startOf(style)) ||
        hasRoom(element, style, previousSibling, 'start')),
    after:
      !beginsClosed(nextSibling) &&
      (isSeparated(element, nextSibling, endOf(style)) || hasRoom(element, style, nextSibling, 'end')),
  }
}

/** Boxes without text, by which a reader tells one word from the next. */
const boxes = new Set('input select textarea svg canvas video audio iframe embed progress meter'.split(' '))

/** Returns whether an element is a box without text in a line, between a word and a word. */
export const isBoxBetween = (element: Element): boolean => {
  if (!boxes.has(nameOf(element))) return false
  const { display, position, width } = getComputedStyle(element)
  if (!display.startsWith('inline') || /absolute|fixed/.test(position)) return false
  if (!(Number.parseFloat(width) >= gapPx)) return false
  const { previousSibling, nextSibling } = treeOf(outermost(element))
  return previousSibling !== null && nextSibling !== null && !beginsClosed(nextSibling)
}

/** Climbs out of inline elements that contain only this one. */
const outermost = (element: Element): Element => {
  const { parentElement } = treeOf(element)
  if (!parentElement || !isAlone(element) || getComputedStyle(parentElement).display !== 'inline')
    return element
  return outermost(parentElement)
}

const isAlone = (element: Element): boolean => {
  const { previousSibling, nextSibling } = treeOf(element)
  return [previousSibling, nextSibling].every(
    (sibling) => sibling === null || (isText(sibling) && sibling.data.trim() === ''),
  )
}

type Edge = () => readonly [margin: string, padding: string, border: string]

const startOf =
  (style: CSSStyleDeclaration): Edge =>
  () => [style.marginInlineStart, style.paddingInlineStart, style.borderInlineStartWidth]

const endOf =
  (style: CSSStyleDeclaration): Edge =>
  () => [style.marginInlineEnd, style.paddingInlineEnd, style.borderInlineEndWidth]

const isSeparated = (element: Element, neighbor: Node | null, edge: Edge): boolean => {
  if (!neighbor || !(isText(neighbor) || isElement(neighbor))) return false
  const [marginPx, paddingPx, borderPx] = edge().map((length) => Number.parseFloat(length) || 0)
  if ((marginPx ?? 0) >= gapPx) return true
  const isPadded = isElement(neighbor) || !textual.has(nameOf(element))
  return isPadded && (marginPx ?? 0) + (paddingPx ?? 0) + (borderPx ?? 0) >= gapPx
}

/** Returns whether a box of a fixed width, such as a label, is wider than its text by more than a letter. The digits of a counter are not. */
const hasRoom = (
  element: Element,
  { display, direction, fontSize }: CSSStyleDeclaration,
  neighbor: Node | null,
  side: 'start' | 'end',
): boolean => {
  if (!display.startsWith('inline-') || !neighbor || textual.has(nameOf(element))) return false
  const content = new Range()
  content.selectNodeContents(element)
  const [inner, outer] = [content.getBoundingClientRect(), boxOf(element)]
  if (inner.width === 0) return false
  const isLeft = (side === 'start') === (direction === 'ltr')
  return (isLeft ? inner.left - outer.left : outer.right - inner.right) >= Number.parseFloat(fontSize)
}

const endsOpen = (node: Node | null) => node !== null && isText(node) && /[\s([{«“‘/]$/u.test(node.data)

const beginsClosed = (node: Node | null) =>
  node !== null && isText(node) && /^[\s,.;:!?)\]}»”’%]/u.test(node.data)
