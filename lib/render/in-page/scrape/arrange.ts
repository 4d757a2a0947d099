import { isHtml } from '../dom.ts'

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

/** Moves links out of inline code, which can have none, and joins code that is not separated. */
export const arrangeCode = (root: Element): void => {
  for (const code of root.querySelectorAll('code:has(a[href])'))
    code.replaceWith(...[...code.childNodes].map((child) => putInCode(child, code)))
  for (const code of root.querySelectorAll('code + code')) {
    const { previousSibling } = code
    if (!isHtml(previousSibling, 'code')) continue
    // The other direction would move the nodes of the first of many again and again.
    previousSibling.append(...code.childNodes)
    code.remove()
  }
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
