import type TurndownService from 'turndown'
import { isInTable, isLayout, toCellText, toTable } from './tables.ts'

/**
 * Adds the rules for tables. Cells are converted before their table, which only joins their texts. turndown-plugin-gfm
 * breaks rows on line breaks, lists and pipes in cells, and leaves tables without a header as HTML
 * (docs/decisions/0011-markdown-is-made-in-the-page.md).
 */
export const addTableRules = (converter: TurndownService) => {
  const texts = new Map<Element, string>()
  const keep = (content: string, node: Element) => {
    texts.set(node, content)
    return content
  }
  converter.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content, node) => keep(content, node as Element),
  })
  converter.addRule('caption', {
    filter: 'caption',
    replacement: (content, node) => keep(content, node as Element),
  })
  converter.addRule('row', {
    filter: ['tr', 'thead', 'tbody', 'tfoot'],
    replacement: (content) => content,
  })
  converter.addRule('table', {
    filter: 'table',
    replacement: (_content, node) => toBlock(node as HTMLTableElement, texts),
  })
}

const toBlock = (table: HTMLTableElement, texts: ReadonlyMap<Element, string>): string => {
  const textOf = (cell: Element) => (texts.get(cell) ?? '').trim()
  const caption = table.caption ? textOf(table.caption) : ''
  const rows = [...table.rows]
  if (caption === '' && rows.every((row) => [...row.cells].every((cell) => textOf(cell) === ''))) return ''
  // A table inside a cell can only be text.
  if (isLayout(table) || isInTable(table))
    return block([caption, ...rows.flatMap((row) => [...row.cells].map(textOf))])
  return block([caption, toTable(table, (cell) => toCellText(textOf(cell)))])
}

const block = (parts: readonly string[]) => `\n\n${parts.filter((part) => part !== '').join('\n\n')}\n\n`
