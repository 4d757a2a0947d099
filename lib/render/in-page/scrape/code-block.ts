import {
  allIn,
  attributeOf,
  classOf,
  firstIn,
  hasOwnText,
  isHtml,
  nameOf,
  textOf,
  treeOf,
  unclobbered,
} from '../dom.ts'
import { isLanguageName, languageOf } from './code-language.ts'
import { readLines } from './code-lines.ts'
import { isButton, isCopyButton, isCopyText, isCount, isNumbered } from './code-parts.ts'

export interface CodeBlock {
  text: string
  language: string
}

/** The part of an editor that has its lines. */
const editors = /(?:^|\s)(?:cm-content|CodeMirror-code|view-lines|ace_text-layer)(?:\s|$)/

const preformatted = new Set(['pre', 'xmp', 'listing', 'plaintext'])

const inlineCode = new Set(['code', 'samp', 'kbd', 'tt'])

/** Only their cells have text. */
const rows = new Set(['thead', 'tbody', 'tfoot', 'tr'])

/** Returns what an element shows as a block of code, as a person would copy it, or undefined if it is something else. */
export const readCode = (
  element: Element,
  style: CSSStyleDeclaration,
  excluded: ReadonlySet<Node>,
): CodeBlock | undefined => {
  const source = sourceOf(element, style, excluded)
  if (!source) return undefined
  const text = readLines(source, excluded)
  if (inlineCode.has(nameOf(element)) && !text.includes('\n')) return undefined
  return { text, language: languageOf(source) || languageOf(element) }
}

/** Returns the element that contains the code and nothing else. */
const sourceOf = (
  element: Element,
  style: CSSStyleDeclaration,
  excluded: ReadonlySet<Node>,
): Element | undefined => {
  const name = nameOf(element)
  if (preformatted.has(name)) return codeOfPre(element)
  if (inlineCode.has(name)) return isBlockCode(element, style) ? element : undefined
  if (name === 'table') return codeOfTable(element as HTMLTableElement)
  if (rows.has(name)) return undefined
  const names = attributeOf(element, 'class')
  if (names && editors.test(names)) return element
  return isPreformatted(element, style) || hasLines(element, style, excluded) ? element : undefined
}

const codeOfPre = (pre: Element) => (isDrawing(pre) ? undefined : (codeIn(pre) ?? pre))

/** Returns whether preformatted text is only images, as a script makes of the source of a diagram. */
const isDrawing = (element: Element): boolean => {
  const drawings = allIn(element, 'img, svg:not(svg svg)')
  const outside = drawings.reduce((rest, drawing) => rest.replace(textOf(drawing), ''), textOf(element))
  return drawings.length > 0 && outside.trim() === ''
}

/** Chats put a bar with the language and a button into the same `pre` as the code. */
const codeIn = (pre: Element): Element | undefined => {
  const codes = [...unclobbered(pre).querySelectorAll('code')]
  const [code] = codes
  if (!code || codes.length > 1 || firstIn(code, 'table')) return undefined
  const outside = textOf(pre).replace(textOf(code), '')
  if (outside.trim() === '') return code
  const labels = [...unclobbered(pre).querySelectorAll('*')].filter(
    (part) => isButton(part) || isCopyButton(part) || (isLeaf(part) && isCopyText(textOf(part))),
  )
  const label = labels.reduce((rest, part) => rest.replace(textOf(part), ''), outside).trim()
  const isLabel = label === '' || isCopyText(label) || isLanguageName(label)
  return isLabel || label.toLowerCase() === languageOf(pre).toLowerCase() ? code : undefined
}

const isLeaf = (element: Element) => treeOf(element).childElementCount === 0

const isBlockCode = (code: Element, { whiteSpaceCollapse }: CSSStyleDeclaration): boolean =>
  firstIn(code, 'pre, br, div, p') !== null ||
  (/^(preserve|break-spaces)/.test(whiteSpaceCollapse) && textOf(code).trim().includes('\n'))

/** Returns the cell or the table that holds code next to line numbers. */
const codeOfTable = (table: HTMLTableElement): Element | undefined => {
  const rows = [...unclobbered(table).rows]
  const [first] = rows
  if (!first || first.cells.length < 2 || first.cells.length > 3) return undefined
  const isNumberedRow = (row: HTMLTableRowElement) => {
    const cells = [...row.cells]
    const code = cells.pop()
    return code !== undefined && isCodeCell(code) && cells.every((cell) => isGutter(cell, code))
  }
  if (!rows.every(isNumberedRow)) return undefined
  const [block, ...others] = table.querySelectorAll('td:last-child pre')
  return block && others.length === 0 ? (codeIn(block) ?? block) : table
}

const isCodeCell = (cell: Element): boolean =>
  firstIn(cell, 'pre, code') !== null ||
  /(?:^|[\s_-])code(?:$|[\s_-])/.test(classOf(cell)) ||
  isMonospaced(getComputedStyle(cell))

const isGutter = (cell: Element, code: Element): boolean => {
  const numbers = textOf(cell).trim()
  if (isNumbered(cell) || [...unclobbered(cell).querySelectorAll('*')].some(isNumbered))
    return isCount(numbers)
  const lines = textOf(code).trimEnd().split('\n').length
  return lines > 1 && isCount(numbers) && numbers.split(/\s+/).length === lines
}

const isMonospaced = (style: CSSStyleDeclaration) =>
  /^(preserve|break-spaces)$/.test(style.whiteSpaceCollapse) && isMonospacedFont(style)

const isMonospacedFont = ({ fontFamily }: CSSStyleDeclaration) =>
  /mono|courier|consolas|menlo|monaco/i.test(fontFamily)

const structure = 'p, h1, h2, h3, h4, h5, h6, ul, ol, dl, table, img, hr, blockquote, a[href], input, math'

/** Returns whether an element of another kind shows its lines as code. */
const isPreformatted = (element: Element, style: CSSStyleDeclaration): boolean =>
  style.whiteSpaceCollapse !== 'collapse' &&
  !style.display.startsWith('inline') &&
  isMonospaced(style) &&
  firstIn(element, structure) === null &&
  (textOf(element).trim().includes('\n') || allIn(element, 'div').length > 1)

/** The elements that are lines of others. */
const lineNamesOf: Record<string, 'div' | 'li'> = { div: 'div', ol: 'li' }

const lineNames = /(?:^|[\s_-])(?:code|listing|fragment|lines?)/i

/** Returns whether an element has an element for each line of code, which alone shows its spaces. */
const hasLines = (element: Element, style: CSSStyleDeclaration, excluded: ReadonlySet<Node>): boolean => {
  const { firstElementChild: first, lastElementChild: last, localName } = treeOf(element)
  const lineName = lineNamesOf[localName]
  if (!lineName || first === last || !isHtml(last, lineName)) return false
  if (!lineNames.test(classOf(element)) && !isMonospacedFont(style)) return false
  if (hasOwnText(element)) return false
  const lines = [...unclobbered(element).children].filter((line) => !excluded.has(line))
  return lines.length > 1 && lines.every(isLine)
}

const isLine = (element: Element): boolean => {
  const style = getComputedStyle(element)
  if (style.display.startsWith('inline') || !isMonospaced(style)) return false
  const isSingle = !isHtml(element, 'li') || !textOf(element).trim().includes('\n')
  return isSingle && firstIn(element, structure) === null
}
