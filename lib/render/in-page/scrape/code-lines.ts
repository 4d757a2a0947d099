import {
  attributeOf,
  classOf,
  isElement,
  isHtml,
  isText,
  nameOf,
  sizesOf,
  textOf,
  treeOf,
  unclobbered,
} from '../dom.ts'
import { languageOf } from './code-language.ts'
import { isBesideCode, isCount, isNumbered } from './code-parts.ts'
import { readFormula } from './math.ts'
import { plainScript } from './scripts.ts'
import { shownChildren } from './shown-children.ts'
import { isHidden } from './visibility.ts'

const skipped = new Set(
  'script style template noscript svg canvas iframe object embed audio video input select textarea'.split(
    ' ',
  ),
)

const isNoCode = (element: Element) => skipped.has(nameOf(element))

interface Inside {
  /** Blanks between the items of a grid, a flexible box or a table are not shown. */
  areBlanksShown: boolean
  /** Items are next to each other in one line. */
  isRow: boolean
  isVisible: boolean
  keepsSpaces: boolean
}

/**
 * Returns the lines of a code block as they are shown, without what is not code. A line ends at a line break, a `<br>` or the end of
 * a block.
 */
export const readLines = (block: Element, excluded: ReadonlySet<Node>): string => {
  const isPre = /^(pre|xmp|listing|plaintext)$/.test(nameOf(block))
  const lines = createLines()
  const style = getComputedStyle(block)
  const isSelectable = style.userSelect !== 'none'
  const numberCells = numberCellsIn(block)
  let areCode: boolean | undefined
  const keepsNumbers = () => {
    areCode ??= areNumbersCode(block)
    return areCode
  }

  const isApart = (element: Element, style: CSSStyleDeclaration) =>
    isBesideCode(element, style, isSelectable) && !(isNumbered(element) && keepsNumbers())
  const insideOf = (style: CSSStyleDeclaration): Inside => ({
    areBlanksShown: !/(flex|grid|table|table-row|table-row-group)$/.test(style.display),
    isRow: /flex$/.test(style.display) && style.flexDirection.startsWith('row'),
    isVisible: style.visibility === 'visible',
    keepsSpaces: isPre || style.whiteSpaceCollapse !== 'collapse',
  })
  const walkText = ({ data }: Text, { areBlanksShown, isVisible, keepsSpaces }: Inside) => {
    const isBlank = /^[ \t\n\f\r]*$/.test(data)
    if (isBlank && !keepsSpaces && lines.isAtStart()) return
    if (isVisible && (areBlanksShown || !isBlank))
      lines.write(keepsSpaces ? data : data.replace(/[ \t\n\f\r]+/g, ' '))
  }
  const walkElement = (element: Element, around: Inside) => {
    if (excluded.has(element) || numberCells.has(element) || isNoCode(element)) return
    const own = getComputedStyle(element)
    if (isHidden(element, own) || isApart(element, own)) return
    const leaf = leafText(element, own)
    if (leaf === undefined) walkLine(element, own, beginsLine(own, around))
    else if (around.isVisible) lines.write(leaf)
  }
  const walkLine = (element: Element, style: CSSStyleDeclaration, hasLine: boolean) => {
    if (nameOf(element) === 'td') lines.beginCell()
    if (hasLine || isMarkedAsLine(element)) lines.hasElements = true
    const start = hasLine ? lines.begin() : 0
    walkAll(shownChildren(element, style), insideOf(style))
    if (hasLine) lines.end(start)
  }
  const walkAll = (nodes: Iterable<Node>, inside: Inside) => {
    for (const node of nodes) {
      if (isText(node)) walkText(node, inside)
      else if (isElement(node)) walkElement(node, inside)
    }
  }
  walkAll(inShownOrder(block, shownChildren(block, style)), insideOf(style))
  return tidy(lines.text(), lines.hasElements || areLineElements(block))
}

const createLines = () => {
  const parts: string[] = []
  let length = 0
  const write = (part: string) => {
    if (part !== '') parts.push(part)
    length += part.length
  }
  const isAtStart = () => length === 0 || (parts.at(-1) ?? '').endsWith('\n')
  return {
    /** Whether an element, and not only a line break, has ended a line. */
    hasElements: false,
    write,
    isAtStart,
    begin() {
      if (!isAtStart()) write('\n')
      return length
    },
    /** Ends a line that began at this length. */
    end(start: number) {
      if (length === start || !isAtStart()) write('\n')
    },
    beginCell() {
      if (!isAtStart()) write('\t')
    },
    text: () => parts.join(''),
  }
}

const beginsLine = ({ display }: CSSStyleDeclaration, { isRow }: Inside) =>
  !isRow && !/^(inline|contents|ruby|table-cell)/.test(display)

/** Returns the text of an element without content, or undefined. */
const leafText = (element: Element, { verticalAlign }: CSSStyleDeclaration): string | undefined => {
  const localName = nameOf(element)
  if (localName === 'br') return '\n'
  if (localName === 'img') return attributeOf(element, 'alt') ?? ''
  if (localName === 'sup' || verticalAlign === 'super')
    return plainScript(unclobbered(element).textContent, 'sup')
  if (localName === 'sub' || verticalAlign === 'sub')
    return plainScript(unclobbered(element).textContent, 'sub')
  const formula = readFormula(element)
  return formula && `$${formula.tex}$`
}

const isMarkedAsLine = (element: Element) =>
  /(?:^|\s)(?:line|token-line)(?:\s|$)/.test(classOf(element)) || attributeOf(element, 'data-line') !== null

/** Returns whether a block has an element for each line, with only line breaks between them. */
const areLineElements = (block: Element): boolean => {
  const { childNodes, childElementCount } = treeOf(block)
  return (
    childElementCount > 1 &&
    [...childNodes].every(
      (node) => isElement(node) || (isText(node) && node.data.trim() === '' && node.data.includes('\n')),
    )
  )
}

/** Monaco puts each line at its height, in any order. */
const inShownOrder = (block: Element, nodes: Iterable<Node>): Iterable<Node> => {
  if (!unclobbered(block).classList.contains('view-lines')) return nodes
  const topOf = (node: Node) => (isHtml(node) ? sizesOf(node).offsetTop : 0)
  return [...nodes].sort((a, b) => topOf(a) - topOf(b))
}

/** Non-breaking spaces are copied as spaces. An element for an empty line often has a space to give it a height. */
const tidy = (source: string, hasLineElements: boolean): string => {
  const text = withoutGap(source.replace(/\r\n?/g, '\n')).replace(/\u00a0/g, ' ')
  const lines = hasLineElements ? text.replace(/^[ \t\u200b]+$/gm, '') : text
  return lines.replace(/^\n+/, '').trimEnd()
}

/** Removes a non-breaking space at the beginning of every line, which has separated the code from its number. */
const withoutGap = (text: string): string => {
  const hasGap = text.split('\n').every((line) => line.trim() === '' || line.startsWith('\u00a0'))
  return hasGap && !/^\u00a0{2}/m.test(text) ? text.replace(/^\u00a0/gm, '') : text
}

/**
 * Returns whether the line numbers in a block are code, as in BASIC: they are not a count of the lines, but nearly every line has one
 * that is a multiple of ten.
 */
const areNumbersCode = (block: Element): boolean => {
  const numbers = [...unclobbered(block).querySelectorAll('span')]
    .filter((span) => /^\s*\d+\s*$/.test(textOf(span)) && isNumbered(span))
    .map((span) => Number(textOf(span)))
  if (numbers.length === 0 || (numbers.length > 1 && isCount(numbers.join(' ')))) return false
  if (/basic|^vba?$/i.test(languageOf(block))) return true
  const lines = textOf(block).trim().split('\n').length
  return numbers.every((number) => number > 0 && number % 10 === 0) && numbers.length >= 0.8 * lines
}

/** Returns the first cells of tables in a block, if they are no more than a count of the lines. */
const numberCellsIn = (block: Element): ReadonlySet<Element> => {
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
