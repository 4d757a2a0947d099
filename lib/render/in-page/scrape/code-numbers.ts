import { unclobbered } from '../dom.ts'
import { languageOf } from './code-language.ts'
import { isCount, isNumbered } from './code-parts.ts'

const textOf = (element: Element) => unclobbered(element).textContent ?? ''

/**
 * Returns whether the line numbers in a block are code, as in BASIC: they are not a count of the lines, but nearly every line has one
 * that is a multiple of ten.
 */
export const areNumbersCode = (block: Element): boolean => {
  const numbers = [...unclobbered(block).querySelectorAll('span')]
    .filter((span) => /^\s*\d+\s*$/.test(textOf(span)) && isNumbered(span))
    .map((span) => Number(textOf(span)))
  if (numbers.length === 0 || (numbers.length > 1 && isCount(numbers.join(' ')))) return false
  if (/basic|^vba?$/i.test(languageOf(block))) return true
  const lines = textOf(block).trim().split('\n').length
  return numbers.every((number) => number > 0 && number % 10 === 0) && numbers.length >= 0.8 * lines
}

/** Returns the first cells of tables in a block, if they are no more than a count of the lines. */
export const numberCellsIn = (block: Element): ReadonlySet<Element> => {
  const cells = new Set<Element>()
  for (const table of unclobbered(block).getElementsByTagName('table')) {
    const rows = [...table.rows].filter(({ cells }) => cells.length > 1)
    const first = rows.map((row) => row.cells[0]).filter((cell) => cell !== undefined)
    const isNumber = (cell: Element) => /^\s*\d+\s*$/.test(textOf(cell))
    if (first.length > 1 && first.every(isNumber) && isCount(first.map(textOf).join(' ')))
      for (const cell of first) cells.add(cell)
  }
  return cells
}
