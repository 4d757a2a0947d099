import { allIn, attributeOf, firstIn, nameOf, treeOf } from '../dom.ts'

/** The elements that correspond to roles, and to values of `display`. */
const parts: Record<string, string> = {
  row: 'tr',
  rowgroup: 'tbody',
  columnheader: 'th',
  rowheader: 'th',
  cell: 'td',
  gridcell: 'td',
  'table-row': 'tr',
  'table-row-group': 'tbody',
  'table-header-group': 'tbody',
  'table-footer-group': 'tbody',
  'table-cell': 'td',
}

const cells = '[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]'

const roleOf = (element: Element) => attributeOf(element, 'role') ?? ''

/** Returns whether an element is a table made of roles, or of styles. */
export const isTable = (element: Element, style: CSSStyleDeclaration): boolean => {
  if (nameOf(element) === 'table') return false
  if (style.display === 'table' && isTableByStyle(element)) return true
  return (
    tableRoles.has(roleOf(element)) &&
    (firstIn(element, '[role="row"]') !== null || treeOf(element).shadowRoot !== null)
  )
}

const tableRoles = new Set(['table', 'grid', 'treegrid'])

const displayOf = (element: Element) => getComputedStyle(element).display

const structure = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, pre, form, section, article, nav'

/** Pages also arrange their columns in such a table. Data has several rows of several cells, and no blocks in them. */
const isTableByStyle = (table: Element): boolean => {
  const rows = allIn(table, '*').filter((element) => displayOf(element) === 'table-row')
  return rows.length > 1 && rows.every((row) => cellsIn(row) > 1) && firstIn(table, structure) === null
}

const cellsIn = (row: Element) =>
  [...treeOf(row).children].filter((cell) => displayOf(cell) === 'table-cell').length

/**
 * Returns the table element that corresponds to an element inside such a table, an empty string if it is only a wrapper, or
 * undefined if it is no part of the table.
 */
export const tablePartOf = (element: Element, { display }: CSSStyleDeclaration): string | undefined => {
  const part = parts[roleOf(element)] ?? parts[display]
  if (part) return part
  const { localName, shadowRoot } = treeOf(element)
  return hasParts(element) || localName === 'slot' || shadowRoot ? '' : undefined
}

/** Parts may fill a slot. */
const hasParts = (element: Element): boolean =>
  firstIn(element, `[role="row"], ${cells}`) !== null ||
  allIn<HTMLSlotElement>(element, 'slot').some((slot) =>
    slot.assignedElements().some((filling) => parts[roleOf(filling)] !== undefined || hasParts(filling)),
  )

/** Returns whether the cells of a row have roles. */
export const hasCells = (row: Element): boolean =>
  firstIn(row, cells) !== null || treeOf(row).shadowRoot !== null || cellsIn(row) > 0
