import { boxOf, isElement, isText, matches, nameOf, treeOf } from '../dom.ts'

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
    before: !endsOpen(previousSibling) && isSeparated(element, style, previousSibling, 'Start'),
    after: !beginsClosed(nextSibling) && isSeparated(element, style, nextSibling, 'End'),
  }
}

/** Boxes without text, by which a reader tells one word from the next. */
const boxes = new Set('input select textarea svg canvas video audio iframe embed progress meter'.split(' '))

/** Returns whether an element is a box without text in a line, between a word and a word, or has its place in the label of a drawing. */
export const isBoxBetween = (element: Element): boolean => {
  if (!boxes.has(nameOf(element))) return matches(element, 'tspan:is([x], [y], [dx], [dy])')
  const { display, width } = getComputedStyle(element)
  if (!display.startsWith('inline') || !(Number.parseFloat(width) >= gapPx)) return false
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

const isSeparated = (
  element: Element,
  style: CSSStyleDeclaration,
  neighbor: Node | null,
  side: 'Start' | 'End',
): boolean => {
  if (!neighbor || !(isText(neighbor) || isElement(neighbor))) return false
  const margin = style[`marginInline${side}`]
  const padding = [style[`paddingInline${side}`], style[`borderInline${side}Width`]]
  const isPadded = isElement(neighbor) || !textual.has(nameOf(element))
  const lengths = isPadded ? [margin, ...padding] : [margin]
  const apartPx = lengths.reduce((sum, length) => sum + (Number.parseFloat(length) || 0), 0)
  return apartPx >= gapPx || (style.display.startsWith('inline-') && hasRoom(element, style, side))
}

/** Returns whether a box of a fixed width, such as a label, is wider than its text by more than a letter. The digits of a counter are not. */
const hasRoom = (
  element: Element,
  { direction, fontSize }: CSSStyleDeclaration,
  side: 'Start' | 'End',
): boolean => {
  const content = new Range()
  content.selectNodeContents(element)
  const [inner, outer] = [content.getBoundingClientRect(), boxOf(element)]
  const isLeft = (side === 'Start') === (direction === 'ltr')
  return (isLeft ? inner.left - outer.left : outer.right - inner.right) >= Number.parseFloat(fontSize)
}

const endsOpen = (node: Node | null) => node !== null && isText(node) && /[\s([{«“‘/]$/u.test(node.data)

const beginsClosed = (node: Node | null) =>
  node !== null && isText(node) && /^[\s,.;:!?)\]}»”’%]/u.test(node.data)
