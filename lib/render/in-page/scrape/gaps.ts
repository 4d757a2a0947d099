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
    before:
      isSeparated(element, previousSibling, [
        style.marginInlineStart,
        style.paddingInlineStart,
        style.borderInlineStartWidth,
      ]) && !endsOpen(previousSibling),
    after:
      isSeparated(element, nextSibling, [
        style.marginInlineEnd,
        style.paddingInlineEnd,
        style.borderInlineEndWidth,
      ]) && !beginsClosed(nextSibling),
  }
}

const isSeparated = (
  element: Element,
  neighbor: Node | null,
  [margin = '', padding = '', border = '']: readonly string[],
): boolean => {
  if (!neighbor || !(isText(neighbor) || isElement(neighbor))) return false
  const marginPx = Number.parseFloat(margin) || 0
  if (marginPx >= gapPx) return true
  const isPadded = isElement(neighbor) || !textual.has(unclobbered(element).localName)
  return isPadded && marginPx + Number.parseFloat(padding) + Number.parseFloat(border) >= gapPx
}

const endsOpen = (node: Node | null) => node !== null && isText(node) && /[\s([{«“‘/]$/u.test(node.data)

const beginsClosed = (node: Node | null) =>
  node !== null && isText(node) && /^[\s,.;:!?)\]}»”’%]/u.test(node.data)
