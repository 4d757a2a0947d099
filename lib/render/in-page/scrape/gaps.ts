/// <reference lib="dom" />

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
  const { previousSibling, nextSibling } = unclobbered(element)
  return {
    before: !endsOpen(previousSibling) && isSeparated(element, previousSibling, startOf(style)),
    after: !beginsClosed(nextSibling) && isSeparated(element, nextSibling, endOf(style)),
  }
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
  const isPadded = isElement(neighbor) || !textual.has(unclobbered(element).localName)
  return isPadded && (marginPx ?? 0) + (paddingPx ?? 0) + (borderPx ?? 0) >= gapPx
}

const endsOpen = (node: Node | null) => node !== null && isText(node) && /[\s([{«“‘/]$/u.test(node.data)

const beginsClosed = (node: Node | null) =>
  node !== null && isText(node) && /^[\s,.;:!?)\]}»”’%]/u.test(node.data)
