import { isElement, isHtml } from '../dom.ts'

/**
 * Puts lists that are directly in a list into the item before them, moves other content into items, numbers the items of ordered lists,
 * and removes items without content. The other items keep their numbers. A list without content only ends the line.
 */
export const arrangeLists = (root: Element): void => {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const { previousElementSibling } = list
    if (previousElementSibling?.localName === 'li') previousElementSibling.append(list)
    else list.replaceWith(...list.childNodes)
  }
  // Inner lists come first, because an outer item may become empty.
  for (const list of [...root.querySelectorAll('ul, ol')].reverse()) arrangeList(list)
}

const arrangeList = (list: Element) => {
  wrapLoose(list)
  const items = [...list.querySelectorAll('li')].filter(
    (item) => item.parentElement?.closest('ul, ol') === list,
  )
  if (list.localName === 'ol' && !areNumbered(list, items)) numberItems(list, items)
  for (const item of items) if (isEmpty(item)) item.remove()
  if (isEmpty(list)) list.replaceWith(list.ownerDocument.createElement('div'))
}

const content = 'img[alt]:not([alt=""]), img[src]:not([src=""]), input, hr, math'

/** Returns whether a node of the copy shows nothing. */
export const isEmpty = (node: Node): boolean =>
  (node.textContent ?? '').trim() === '' &&
  !(isElement(node) && (node.matches(content) || node.querySelector(content)))

/** Content between the items becomes a paragraph of the item before it, or before the list. */
const wrapLoose = (list: Element) => {
  let item: Element | undefined
  let paragraph: Element | undefined
  for (const node of [...list.childNodes]) {
    if (isHtml(node, 'li')) {
      item = node
      paragraph = undefined
    } else if (!isLoose(node)) continue
    else if (paragraph) paragraph.append(node)
    else {
      paragraph = list.ownerDocument.createElement('p')
      if (item) item.append(paragraph)
      else list.before(paragraph)
      paragraph.append(node)
    }
  }
}

/** Whether a child of a list has content and no items. */
const isLoose = (node: Node) => !isEmpty(node) && !(isElement(node) && node.querySelector('li'))

/** The numbers that CommonMark permits: https://spec.commonmark.org/0.31.2/#list-items */
const numberMax = 999_999_999

/** Numbers the items of a list. Markdown has only numbers: letters and Roman numerals, to which texts refer, become text. */
const numberItems = (list: Element, items: readonly Element[]) => {
  const numbers = numbersOf(list, items)
  const style = list.getAttribute('data-marker') ?? ''
  const write = numerals[style.replace(/^(?:lower|upper)-/, '')]
  const areMarkers = !write && numbers.every(([, number]) => number >= 0 && number <= numberMax)
  for (const [item, number] of numbers) {
    const text = write?.(number) || String(number)
    if (areMarkers) item.setAttribute('data-number', text)
    else if (!isEmpty(item))
      firstBlockIn(item).prepend(`${style.startsWith('upper') ? text.toUpperCase() : text}. `)
  }
}

const numbersOf = (list: Element, items: readonly Element[]): [item: Element, number: number][] => {
  const step = list.hasAttribute('reversed') ? -1 : 1
  let next = numberIn(list, 'start') ?? (step < 0 ? items.length : 1)
  return items.map((item) => {
    const number = numberIn(item, 'value') ?? next
    next = number + step
    return [item, number]
  })
}

const numberIn = (element: Element, attribute: string): number | undefined => {
  const number = Number.parseInt(element.getAttribute(attribute) ?? '', 10)
  return Number.isNaN(number) ? undefined : number
}

const firstBlockIn = (item: Element): Element => {
  const first = [...item.childNodes].find((node) => node.textContent?.trim() !== '') ?? null
  return isHtml(first, 'p') || isHtml(first, 'div') ? firstBlockIn(first) : item
}

/** A number or a letter that the text of an item begins with. */
const ownMarker = /^(?:\(?(?:\d{1,4}|[a-z]|[ivxlc]{2,5})[.)]|\d{1,4}(?:\.\d{1,4})+\.?)\s/i

/** Returns whether a list shows no numbers, because the texts of its items begin with them. */
const areNumbered = (list: Element, items: readonly Element[]): boolean =>
  list.getAttribute('data-marker') === 'none' &&
  items.every((item) => isEmpty(item) || ownMarker.test((item.textContent ?? '').trim()))

/** Returns a number as a, b, … z, aa. */
const toLetters = (number: number, letters: string): string => {
  let text = ''
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / letters.length))
    text = letters.charAt((rest - 1) % letters.length) + text
  return text
}

const romanNumerals = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const

/** The numbers that CSS has Roman numerals for. */
const romanMax = 3999

const toRoman = (number: number): string => {
  if (number < 1 || number > romanMax) return ''
  let rest = number
  let text = ''
  for (const [numeral, value] of romanNumerals) {
    text += numeral.repeat(Math.floor(rest / value))
    rest %= value
  }
  return text
}

const latin = (number: number) => toLetters(number, 'abcdefghijklmnopqrstuvwxyz')

/** By the value of `list-style-type`. They return an empty string for numbers that they cannot write. */
const numerals: Record<string, (number: number) => string> = {
  alpha: latin,
  latin,
  roman: toRoman,
  greek: (number) => toLetters(number, 'αβγδεζηθικλμνξοπρστυφχψω'),
}
