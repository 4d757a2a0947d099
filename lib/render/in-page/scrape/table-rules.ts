import { perName, type Rules } from './rules.ts'
import { isInTable, isLayout, toCellText, toTable } from './tables.ts'

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
export const tableRules: Rules = {
  ...perName('td th caption', keep),
  ...perName('tr thead tbody tfoot', (content) => content),
  table: (_content, table) => toBlock(table as HTMLTableElement),
}

const contentOf = (cell: Element) => (texts.get(cell) ?? '').trim()

const toBlock = (table: HTMLTableElement): string => {
  const captions = [...table.children].filter((child) => child.localName === 'caption').map(contentOf)
  const rows = [...table.rows]
  const contents = [...captions, ...rows.flatMap((row) => [...row.cells].map(contentOf))]
  if (contents.every((text) => text === '')) return ''
  // A table inside a cell can only be text.
  if (isLayout(table) || isInTable(table)) return block(contents)
  return block([...captions, toTable(table, (cell) => toCellText(contentOf(cell)))])
}

const block = (parts: readonly string[]) => `\n\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`
