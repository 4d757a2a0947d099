import { isHtml } from '../dom.ts'

const emphasis = 'del, strong, b, em, i'

const blocks =
  'p, div, h1, h2, h3, h4, h5, h6, ul, ol, li, dl, dt, dd, table, thead, tbody, tfoot, tr, td, th, caption, blockquote, pre, hr, figure, figcaption, article, section, main, header, footer, nav, aside, address, summary, br + br, br:has(+ br)'

/** A link around other blocks, such as the lines of a card, is one link around their text. */
const links = 'a[href]:has(ul, ol, li, dl, dt, dd, table, tr, td, th, blockquote, pre)'

/** Moves emphasis and links around blocks into each of them, because Markdown has them only inside a block. Other links with blocks become blocks. */
export const moveIntoBlocks = (root: Element): void => {
  for (const mark of root.querySelectorAll(`${emphasis}, ${links}`)) {
    if (!mark.querySelector(blocks)) continue
    // The parser puts links that are in a table into others. Markdown has no such links.
    if (mark.querySelector('a[href]') === null || mark.localName !== 'a') markInside(mark, mark)
    mark.replaceWith(...mark.childNodes)
  }
  for (const link of root.querySelectorAll('a[href]')) if (link.querySelector(blocks)) wrap(link)
}

const wrap = (link: Element) => {
  const block = link.ownerDocument.createElement('div')
  link.replaceWith(block)
  block.append(link)
}

const markInside = (parent: Element, mark: Element) => {
  let copy: Element | undefined
  for (const node of [...parent.childNodes]) {
    if (hasBlock(node)) {
      copy = undefined
      if (isHtml(node) && node.localName !== 'pre') markInside(node, mark)
    } else if (copy) copy.append(node)
    else if (node.textContent?.trim() !== '') {
      copy = mark.cloneNode(false) as Element
      parent.insertBefore(copy, node)
      copy.append(node)
    }
  }
}

/** Returns whether a node of the copy is a block, or has one in it. */
export const hasBlock = (node: Node): boolean =>
  isHtml(node) && (node.matches(blocks) || node.querySelector(blocks) !== null)
