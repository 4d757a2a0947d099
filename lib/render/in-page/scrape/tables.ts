/** The content of the cells and captions of tables. */
const texts = new WeakMap<Element, string>()

/** A table takes the texts. A cell that a script has put elsewhere is a paragraph. */
const keep = (content: string, node: Element) => {
  texts.set(node, content)
  return block([content])
}

/**
 * Cells are converted before their table, which only joins their texts. turndown-plugin-gfm breaks rows on line breaks, lists and pipes
 * in cells, and leaves tables without a header as HTML (docs/decisions/0011-markdown-is-made-in-the-page.md).
 */
export const tableRules = {
  td: keep,
  th: keep,
  caption: keep,
  table: (_content: string, table: Element) => toBlock(table as HTMLTableElement),
}

const contentOf = (cell: Element) => (texts.get(cell) ?? '').trim()

const toBlock = (table: HTMLTableElement): string => {
  const captions = [...table.children].filter((child) => child.localName === 'caption').map(contentOf)
  const rows = [...table.rows]
  const contents = [...captions, ...rows.flatMap((row) => [...row.cells].map(contentOf))]
  if (contents.every((text) => text === '')) return block([])
  // A table inside a cell can only be text.
  if (isLayout(table) || isInTable(table)) return block(contents)
  return block([...captions, toTable(table)])
}

const block = (parts: readonly string[]) => `\n\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`

/** Maximum number of empty cells written for one cell that spans several columns. */
const spanMax = 50

const layouts = new WeakMap<HTMLTableElement, boolean>()

/** Returns whether a table is used only for layout. Its cells are then read one after the other. */
const isLayout = (table: HTMLTableElement): boolean => {
  const known = layouts.get(table) ?? decideLayout(table)
  layouts.set(table, known)
  return known
}

const decideLayout = (table: HTMLTableElement): boolean => {
  const role = table.getAttribute('role')
  if (role === 'presentation' || role === 'none') return true
  const rows = [...table.rows]
  const hasHead = table.tHead !== null || rows.some((row) => [...row.cells].some(isHeadCell))
  if (hasHead) return false
  return table.querySelector('table') !== null || rows.every((row) => row.cells.length < 2)
}

const isHeadCell = (cell: Element) => cell.localName === 'th'

/** Returns whether the node is in a cell of a table that is kept as a table. */
export const isInTable = (element: Element): boolean => {
  for (let table = outerTable(element); table; table = outerTable(table)) if (!isLayout(table)) return true
  return false
}

const outerTable = (element: Element) => element.parentElement?.closest('table')

/** Returns the text of a cell in one line, as a table row requires. */
const toCellText = (cell: Element): string =>
  contentOf(cell)
    .replace(/\|/g, '\\|')
    .split('\n')
    // Non-breaking spaces at the beginning of a line are shown.
    .map((line) => line.trimEnd().replace(/^[ \t\r\f]+/, ''))
    .filter((line) => line !== '')
    .join('<br>')

const marks: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }

/** Returns a GitHub Flavored Markdown table. Every row has as many cells as the widest. */
const toTable = (table: HTMLTableElement): string => {
  const rows = [...table.rows]
  const grid = toGrid(rows)
  // `Math.max` is not used, because a table may have more rows than a call may have arguments.
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0)
  if (width === 0) return ''
  const toLine = (cells: readonly string[]) =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`
  const [first] = rows
  const hasHead = first !== undefined && isHead(table, first)
  const head = hasHead ? (grid.shift() ?? []) : []
  const aligned = first ? alignmentsOf(first) : []
  const rule = Array.from({ length: width }, (_, index) => marks[aligned[index] ?? ''] ?? '---')
  return [toLine(head), toLine(rule), ...grid.map(toLine)].join('\n')
}

const isHead = (table: HTMLTableElement, row: HTMLTableRowElement) =>
  row.parentElement === table.tHead || [...row.cells].every(isHeadCell)

const alignmentsOf = (row: HTMLTableRowElement): string[] =>
  [...row.cells].flatMap((cell) => Array(spanOf(cell.colSpan)).fill(cell.getAttribute('align') ?? ''))

const spanOf = (span: number) => Math.min(Math.max(span, 1), spanMax)

/** A cell ends with its group of rows, at the latest. 0 stands for all rows of the group. */
const rowsBelowOf = (
  { parentElement, sectionRowIndex }: HTMLTableRowElement,
  { rowSpan }: HTMLTableCellElement,
) => {
  if (rowSpan === 1) return 0
  const rows = (parentElement as HTMLTableSectionElement | HTMLTableElement).rows.length
  const most = rows - sectionRowIndex - 1
  return rowSpan === 0 ? most : Math.min(rowSpan - 1, most)
}

/** Returns the cells of each row by column. Cells of earlier rows may extend into it. */
const toGrid = (rows: readonly HTMLTableRowElement[]): string[][] => {
  let reaching: readonly number[] = []
  return rows.map((row) => {
    const line = toGridLine(row, reaching)
    reaching = line.reaching
    return line.texts
  })
}

/** @param taken for each column, the number of rows, including this one, that a cell above still fills */
const toGridLine = (
  row: HTMLTableRowElement,
  taken: readonly number[],
): { texts: string[]; reaching: number[] } => {
  const texts: string[] = []
  const reaching = Array.from(taken, (count) => Math.max(0, (count ?? 0) - 1))
  const skipTaken = () => {
    while ((taken[texts.length] ?? 0) > 0) texts.push('')
  }
  for (const cell of row.cells) {
    skipTaken()
    const rowsBelow = rowsBelowOf(row, cell)
    const columns = spanOf(cell.colSpan)
    for (let index = 0; index < columns; index++) {
      if (rowsBelow > 0) reaching[texts.length] = rowsBelow
      texts.push(index === 0 ? toCellText(cell) : '')
    }
  }
  skipTaken()
  return { texts, reaching }
}
