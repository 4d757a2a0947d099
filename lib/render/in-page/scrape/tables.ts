/** Maximum number of empty cells written for one cell that spans several columns. */
const spanMax = 50

const layouts = new WeakMap<HTMLTableElement, boolean>()

/** Returns whether a table is used only for layout. Its cells are then read one after the other. */
export const isLayout = (table: HTMLTableElement): boolean => {
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
export const toCellText = (content: string): string =>
  content
    .replace(/\|/g, '\\|')
    .split('\n')
    // Non-breaking spaces at the beginning of a line are shown.
    .map((line) => line.trimEnd().replace(/^[ \t\r\f]+/, ''))
    .filter((line) => line !== '')
    .join('<br>')

const marks: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }

/** Returns a GitHub Flavored Markdown table. Every row has as many cells as the widest. */
export const toTable = (table: HTMLTableElement, textOf: (cell: Element) => string): string => {
  const rows = [...table.rows]
  const grid = toGrid(rows, textOf)
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
const toGrid = (rows: readonly HTMLTableRowElement[], textOf: (cell: Element) => string): string[][] => {
  let reaching: readonly number[] = []
  return rows.map((row) => {
    const line = toGridLine(row, textOf, reaching)
    reaching = line.reaching
    return line.texts
  })
}

/** @param taken for each column, the number of rows, including this one, that a cell above still fills */
const toGridLine = (
  row: HTMLTableRowElement,
  textOf: (cell: Element) => string,
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
      texts.push(index === 0 ? textOf(cell) : '')
    }
  }
  skipTaken()
  return { texts, reaching }
}
