/// <reference lib="dom" />

/** Names of columns and elements with line numbers. */
const gutterNames =
  /gutter|(?<!in|on|out|under)line-?n(?:um(?:ber)?s?|os?(?![a-z]))|lineno|blob-num|(?:^|[\s_-])(?:ln|lnt)(?:$|[\s_-])/i

const namesOf = (element: Element) => unclobbered(element).getAttribute('class') ?? ''

const textOf = (element: Element) => unclobbered(element).textContent ?? ''

const isNumbers = (text: string) => /^[\d\s]*$/.test(text)

/** Returns whether an element of a code block is named as a line number, or as a column of them. */
export const isNumbered = (element: Element): boolean => {
  const text = textOf(element)
  if (!isNumbers(text) || /code(?![a-z]*line-?num)|content/i.test(namesOf(element))) return false
  const stated = unclobbered(element).getAttribute('data-line-number')
  return (
    gutterNames.test(namesOf(element)) || (stated !== null && (text.trim() === '' || text.trim() === stated))
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
  { userSelect }: CSSStyleDeclaration,
  isSelectable: boolean,
): boolean => {
  if (isButton(element) || isNumbered(element)) return true
  const text = textOf(element)
  if (unclobbered(element).getAttribute('aria-hidden') === 'true' && isNumbers(text)) return true
  return (
    isSelectable &&
    userSelect === 'none' &&
    text.length < 100 &&
    (isNumbers(text) || prompt.test(text.trim()))
  )
}

/** Returns whether the text is a list of ascending numbers, as beside the lines of a code block. */
export const isCount = (text: string): boolean => {
  const numbers = text.trim().split(/\s+/).map(Number)
  return numbers.every((number, index) => index === 0 || number === (numbers[index - 1] ?? 0) + 1)
}

export const isButton = (element: Element): boolean =>
  /^(button|clipboard-copy)$/.test(unclobbered(element).localName) ||
  unclobbered(element).getAttribute('role') === 'button'

const copyLabel =
  /^(?:(?:click to )?cop(?:y|ied)(?: (?:code|command|snippet|to clipboard|code to clipboard))?!?|toggle (?:word|line) wrap|wrap lines|复制(?:代码)?|複製|コピー|복사|(?:code )?kopieren|copier(?: le code)?|copiar(?: código)?|copia|kopiëren|kopiera|kopiuj|копировать)$/i

/** Returns whether an element copies the code next to it. */
export const isCopyButton = (element: Element): boolean => {
  const text = textOf(element).trim()
  if (text.length > 40) return false
  const isNamed = /cop(?:y|ied)|clipboard/i.test(namesOf(element))
  return (isButton(element) || isNamed) && (text === '' || copyLabel.test(text))
}
