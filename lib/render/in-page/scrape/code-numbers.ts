/// <reference lib="dom" />
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
