import { attributeOf, classOf, isHtml, nameOf, styleOf, treeOf } from '../dom.ts'
import { toAbsolute } from './addresses.ts'
import { imageAddress } from './image-address.ts'

/** Elements with a meaning in Markdown. All others become a block or a span, depending on their display. */
const kept = new Set(
  'a p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote code kbd samp em i strong b del s strike sup sub br hr img figure figcaption article section main header footer nav aside address summary q'.split(
    ' ',
  ),
)

/** Returns the name of the element that stands for this one in the copy. */
export const toCloneName = (element: Element, isInline: boolean): string => {
  const name = nameOf(element)
  // Readability takes `s` and `strike` for blocks.
  if (name === 's' || name === 'strike') return 'del'
  if (name === 'b' && isNotBold(element)) return 'span'
  if (kept.has(name)) return name
  if (!isInline && attributeOf(element, 'role') === 'heading') return headingOf(element)
  return isInline ? 'span' : 'div'
}

/** Google Docs puts such an element around a document. */
const isNotBold = (element: Element) =>
  isHtml(element) && /^(?:normal|400)$/.test(styleOf(element).fontWeight)

const headingOf = (element: Element): string => {
  const level = Number(attributeOf(element, 'aria-level')) || 2
  return `h${Math.min(Math.max(Math.trunc(level), 1), 6)}`
}

export const copyAttribute = (element: Element, clone: Element, name: string) => {
  const value = attributeOf(element, name)
  if (value !== null) clone.setAttribute(name, value)
}

const plainAttributes: Record<string, readonly string[]> = {
  a: ['title'],
  img: ['alt', 'title'],
  ol: ['start', 'reversed'],
  li: ['value'],
  table: ['role'],
  td: ['colspan', 'rowspan', 'align'],
  th: ['colspan', 'rowspan', 'align'],
}

/** LaTeXML arranges an equation and its number in a table. */
const isEquation = (table: Element) => /(^|\s)ltx_eqn_table(\s|$)/.test(classOf(table))

const nameAttributes = ['class', 'id', 'role', 'itemprop', 'rel']

/** Copies the attributes that matter to Markdown, and the names if they are wanted. */
export const copyAttributes = (element: Element, clone: Element, keepNames: boolean) => {
  const attributes = plainAttributes[nameOf(element)] ?? []
  for (const name of keepNames ? [...attributes, ...nameAttributes] : attributes)
    copyAttribute(element, clone, name)
  for (const [name, value] of Object.entries(derivedAttributes(element))) clone.setAttribute(name, value)
}

/** Markers that are no numbers, and the style of lists that show none. */
const markers = /^(?:(?:lower|upper)-(?:alpha|latin|roman)|lower-greek|none)$/

const markerOf = (list: Element): Record<string, string> => {
  const [item] = treeOf(list).children
  const { listStyleType } = getComputedStyle(item ?? list)
  return markers.test(listStyleType) ? { 'data-marker': listStyleType } : {}
}

const derivedAttributes = (element: Element): Record<string, string> => {
  if (isHtml(element, 'ol')) return markerOf(element)
  if (isHtml(element, 'a') && element.hasAttribute('href'))
    return { href: toAbsolute(element.getAttribute('href') ?? '', element) }
  if (isHtml(element, 'img')) return { src: imageAddress(element) }
  if (isHtml(element, 'table') && isEquation(element)) return { role: 'presentation' }
  if ((isHtml(element, 'td') || isHtml(element, 'th')) && element.style.textAlign !== '')
    return { align: element.style.textAlign }
  return {}
}
