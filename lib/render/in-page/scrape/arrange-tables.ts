import { isHtml } from '../dom.ts'
import { hasBlock } from './blocks-of-emphasis.ts'
import { isEmpty } from './lists.ts'

const rowGroups = 'thead, tbody, tfoot'
const cells = 'td, th'
const parts = `table, caption, ${rowGroups}, tr, ${cells}`

/**
 * Puts the content of tables into cells, and cells into rows, because the browser shows them as such. A parser leaves nothing else in a
 * table, but scripts do.
 */
export const arrangeTables = (root: Element): void => {
  for (const part of root.querySelectorAll(parts)) lift(part)
  for (const table of root.querySelectorAll('table')) wrapStrays(table, `caption, ${rowGroups}, tr`, 'tr')
  for (const group of root.querySelectorAll(rowGroups)) wrapStrays(group, 'tr', 'tr')
  for (const row of root.querySelectorAll('tr')) wrapStrays(row, cells, 'td')
}

/** Removes other elements, such as a link, between a part of a table and the part around it. */
const lift = (part: Element) => {
  const around = part.parentElement?.closest(parts)
  if (part.localName === 'table' || !around || around.matches(`caption, ${cells}`)) return
  while (part.parentElement && part.parentElement !== around) unwrap(part.parentElement)
}

const unwrap = (element: Element) => {
  // A call cannot have any number of arguments.
  while (element.firstChild) element.before(element.firstChild)
  element.remove()
}

/** Wraps the children that may not be in a part of a table. */
const wrapStrays = (parent: Element, wanted: string, name: 'tr' | 'td') => {
  let open: Element | undefined
  for (const node of [...parent.childNodes]) {
    if (isHtml(node) && node.matches(wanted)) open = undefined
    else if (!isEmpty(node)) open = wrap(node, open, name)
  }
}

/** In a row, each block is a cell, and so are texts next to each other. Returns the wrapper unless it is complete. */
const wrap = (node: ChildNode, open: Element | undefined, name: 'tr' | 'td'): Element | undefined => {
  const isCell = name === 'td' && hasBlock(node)
  const wrapper = (isCell ? undefined : open) ?? (node.ownerDocument as Document).createElement(name)
  if (wrapper !== open) node.before(wrapper)
  wrapper.append(node)
  return isCell ? undefined : wrapper
}
