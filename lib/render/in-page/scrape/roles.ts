/// <reference lib="dom" />

const parts: Record<string, string> = {
  row: 'tr',
  rowgroup: 'tbody',
  columnheader: 'th',
  rowheader: 'th',
  cell: 'td',
  gridcell: 'td',
}

const cells = '[role="cell"], [role="gridcell"], [role="columnheader"], [role="rowheader"]'

const roleOf = (element: Element) => unclobbered(element).getAttribute('role') ?? ''

/** Returns whether an element is a table made of roles. */
export const isRoleTable = (element: Element): boolean =>
  /^(table|grid|treegrid)$/.test(roleOf(element)) &&
  unclobbered(element).localName !== 'table' &&
  (unclobbered(element).querySelector('[role="row"]') !== null || unclobbered(element).shadowRoot !== null)

/**
 * Returns the table element that corresponds to an element inside a table made of roles, an empty string if it is only a wrapper, or
 * undefined if it is no part of the table.
 */
export const tablePartOf = (element: Element): string | undefined => {
  const part = parts[roleOf(element)]
  if (part) return part
  const { localName, shadowRoot } = unclobbered(element)
  const hasParts = unclobbered(element).querySelector(`[role="row"], ${cells}`) !== null
  return hasParts || localName === 'slot' || shadowRoot ? '' : undefined
}

/** Returns whether the cells of a row have roles. */
export const hasCells = (row: Element): boolean =>
  unclobbered(row).querySelector(cells) !== null || unclobbered(row).shadowRoot !== null
