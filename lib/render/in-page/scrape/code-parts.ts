import {
  attributeOf,
  classOf,
  firstIn,
  isElement,
  isText,
  nameOf,
  textOf,
  treeOf,
  unclobbered,
} from '../dom.ts'

/** Names of columns and elements with line numbers. */
const gutterNames =
  /gutter|crayon-nums?|ltx_tag_listingline|(?<!in|on|out|under)line-?n(?:um(?:ber)?s?|os?(?![a-z]))|lineno|blob-num|(?:^|[\s_-])(?:ln|lnt)(?:$|[\s_-])/i

const isNumbers = (text: string) => /^[\d\s]*$/.test(text)

/** Returns whether an element of a code block is named as a line number, or as a column of them. */
export const isNumbered = (element: Element): boolean => {
  const text = textOf(element)
  if (!isNumbers(text) || /code(?![a-z]*line-?num)|content/i.test(classOf(element))) return false
  const stated = attributeOf(element, 'data-line-number')
  return (
    gutterNames.test(classOf(element)) || (stated !== null && (text.trim() === '' || text.trim() === stated))
  )
}

/** The marks in front of a command. */
const prompt = /^(?:[$#%❯➜]|>{1,3}|\.\.\.|PS[^\n]{0,80}>)$/

/**
 * Returns whether an element inside a code block is not part of the code: a button, a line number, or a prompt that cannot be
 * selected.
 *
 * @param isSelectable whether the page lets a person select the code
 */
export const isBesideCode = (
  element: Element,
  style: CSSStyleDeclaration,
  isSelectable: boolean,
): boolean => {
  if (isButton(element)) return true
  const text = textOf(element)
  if (isCopyText(text)) return isCopyButton(element) || isCopyLabel(element, style)
  const isShort = text.length < 100
  const isUnselectable = () => isSelectable && style.userSelect === 'none'
  // Most elements are words of the code.
  if (!isNumbers(text)) return isShort && prompt.test(text.trim()) && isUnselectable()
  const isHiddenFromReaders = attributeOf(element, 'aria-hidden') === 'true'
  return (
    isNumbered(element) || isHiddenFromReaders || isColumn(element, style) || (isShort && isUnselectable())
  )
}

/** Returns whether the text is a list of ascending numbers, as beside the lines of a code block. */
export const isCount = (text: string): boolean => {
  const numbers = text.trim().split(/\s+/).map(Number)
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
}

export const isButton = (element: Element): boolean =>
  /^(button|clipboard-copy)$/.test(nameOf(element)) || attributeOf(element, 'role') === 'button'

const copyLabel =
  /^(?:(?:click to )?cop(?:y|ied)(?: (?:code|command|snippet|to clipboard|code to clipboard))?!?|toggle (?:word|line) wrap|wrap lines|复制(?:代码)?|複製|コピー|복사|(?:code )?kopieren|copier(?: le code)?|copiar(?: código)?|copia|kopiëren|kopiera|kopiuj|копировать)$/i

export const isCopyText = (text: string): boolean => text.length <= 40 && copyLabel.test(text.trim())

/** Returns whether an element copies the code next to it. */
export const isCopyButton = (element: Element): boolean => {
  const text = textOf(element).trim()
  if (text.length > 40) return false
  const isNamed = /cop(?:y|ied)|clipboard/i.test(classOf(element))
  return (isButton(element) || isNamed) && (text === '' || copyLabel.test(text))
}

const isPlacedApart = ({ float, position }: CSSStyleDeclaration) =>
  float !== 'none' || /^(?:absolute|fixed|sticky)$/.test(position)

/** Returns whether an element at the beginning or end of a `pre` says that it copies the code. */
const isCopyLabel = (element: Element, style: CSSStyleDeclaration): boolean => {
  const { parentElement, previousElementSibling, previousSibling, nextSibling } = treeOf(element)
  if (!parentElement || nameOf(parentElement) !== 'pre') return false
  if (!isCopyText(textOf(element))) return false
  if (isPlacedApart(style) || !style.display.startsWith('inline')) return true
  if (firstIn(parentElement, ':scope > code')) return nameOf(element) !== 'code'
  const isFirst =
    !previousElementSibling && (previousSibling === null || textOf(previousSibling).trim() === '')
  return isFirst && nextSibling !== null && isText(nextSibling) && /^[ \t]*\n/.test(nextSibling.data)
}

/** Returns whether an element next to lines of code is a column of their numbers, although it has no name. */
const isColumn = (element: Element, style: CSSStyleDeclaration): boolean => {
  const text = textOf(element)
  if (text === '' || !isNumbers(text) || !isPlacedApart(style)) return false
  const numbers = countOf(element)
  return numbers.split(/\s+/).length > 1 && isCount(numbers)
}

/** Returns the text with spaces between elements, because elements for lines have no white space between them. */
export const countOf = (element: Element): string =>
  [...unclobbered(element).childNodes]
    .map((node) => {
      if (isElement(node)) return countOf(node)
      return isText(node) ? node.data : ''
    })
    .join(' ')
    .trim()
