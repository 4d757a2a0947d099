import { allIn, classOf, isElement, isText, nameOf, textOf, treeOf, unclobbered } from '../dom.ts'
import { isLanguageName, languageOf } from './code-language.ts'
import { countOf, isCopyButton, isCount, isNumbered } from './code-parts.ts'
import type { Root } from './select.ts'

const blocks = 'pre, .cm-content, .view-lines, .ace_text-layer, .react-code-lines, .crayon-main'

/** Columns of editors next to their lines, with line numbers and buttons that fold. */
const columns =
  '.ltx_listing_data, .cm-gutters, .CodeMirror-gutters, .CodeMirror-gutter-wrapper, .margin-view-overlays, .ace_gutter'

/** A field with the source of a block is not shown as text. */
const barText = (element: Element): string =>
  [...unclobbered(element).querySelectorAll('textarea')]
    .reduce((text, field) => text.replace(textOf(field), ''), textOf(element))
    .trim()

/**
 * Returns what pages put next to a code block although it is not content: buttons that copy the code, the name of its language, and
 * a column of line numbers.
 */
export const findBars = (roots: readonly Root[]): Set<Element> => {
  const bars = new Set<Element>()
  for (const root of roots) {
    for (const block of root.querySelectorAll(blocks)) addBars(block, bars)
    for (const column of root.querySelectorAll(columns)) bars.add(column)
  }
  return bars
}

/** A bar is next to a block or its wrapper. */
const levelsMax = 4

const addBars = (block: Element, bars: Set<Element>) => {
  let box: Element | null = block
  for (let level = 0; level < levelsMax && box; level++) {
    const found = [
      ...barsFrom(box, 'previousElementSibling', block, bars),
      ...barsFrom(box, 'nextElementSibling', block, bars),
    ]
    const parent: Element | null = treeOf(box).parentElement
    if (!parent || hasOtherContent(parent, box, found)) return
    box = parent
  }
}

/** Returns the siblings in one direction up to the first that is content. */
const barsFrom = (
  box: Element,
  direction: 'previousElementSibling' | 'nextElementSibling',
  block: Element,
  bars: Set<Element>,
): Element[] => {
  const found: Element[] = []
  let sibling = unclobbered(box)[direction]
  while (sibling && addBar(sibling, block, bars)) {
    found.push(sibling)
    sibling = unclobbered(sibling)[direction]
  }
  return found
}

const isShortLine = (element: Element) => isNumbered(element) || barText(element).length <= 80

const hasOtherContent = (parent: Element, box: Element, bars: readonly Element[]): boolean =>
  [...unclobbered(parent).childNodes].some((node) => {
    if (isText(node)) return node.data.trim() !== ''
    return isElement(node) && node !== box && !bars.includes(node)
  })

/** Returns whether an element next to a code block is nothing else than a bar. */
const addBar = (element: Element, block: Element, bars: Set<Element>): boolean => {
  if (isColumnOf(block, element)) bars.add(element)
  if (bars.has(element)) return true
  const inner = [...unclobbered(element).querySelectorAll('*')]
  const all = [element, ...inner]
  if (all.some((part) => content.has(nameOf(part)))) return false
  const text = barText(element)
  if (text === '') return true
  const buttons = isShortLine(element) ? all.filter(isCopyButton) : []
  for (const button of buttons) bars.add(button)
  const rest = buttons.reduce((left, button) => left.replace(barText(button), ''), text).trim()
  const isBar = rest === '' || isLineNumbers(element, all) || isLanguage(rest, all, buttons.length > 0, block)
  if (isBar) bars.add(element)
  return isBar
}

/** A bar has no other content. */
const content = new Set('pre code p h1 h2 h3 h4 h5 h6 img input iframe video table ul ol hr math'.split(' '))

const isLineNumbers = (element: Element, all: readonly Element[]) =>
  all.some(isNumbered) && /^[\d\s]+$/.test(barText(element)) && isCount(countOf(element))

/** Returns whether an element counts the lines of a block. */
const isColumnOf = (block: Element, element: Element): boolean => {
  if (!/^[\d\s]+$/.test(textOf(element)) || !isBesideBlock(element)) return false
  const numbers = countOf(element)
  const count = numbers.split(/\s+/).length
  return count > 1 && isCount(numbers) && linesIn(block).includes(count)
}

const isBesideBlock = (element: Element): boolean => {
  const { parentElement } = treeOf(element)
  const { float, position, display } = getComputedStyle(element)
  if (float !== 'none' || position === 'absolute' || /^(?:inline-|table-cell)/.test(display)) return true
  return parentElement !== null && /(?:flex|grid)$/.test(getComputedStyle(parentElement).display)
}

/** Lines end at line breaks, or are elements. */
const linesIn = (block: Element): number[] => {
  const { childElementCount, textContent } = unclobbered(block)
  const breaks = allIn(block, 'br').length
  return [textContent.trim().split('\n').length, breaks, breaks + 1, childElementCount]
}

const isLanguage = (
  text: string,
  elements: readonly Element[],
  hasButton: boolean,
  block: Element,
): boolean => {
  if (!/^[\w+#.-]{1,30}$/.test(text)) return false
  if (text.toLowerCase() === languageOf(block).toLowerCase()) return true
  const isMarked = elements.some((element) => /lang/i.test(classOf(element)))
  return isLanguageName(text) && (hasButton || isMarked)
}
