/// <reference lib="dom" />
import { imageAddress, toAbsolute } from './addresses.ts'
import { type CodeBlock, readCode } from './code-block.ts'
import { createInert } from './inert.ts'
import { type Formula, readFormula } from './math.ts'
import { toMathElement } from './math-element.ts'
import { shownChildren } from './shown-children.ts'
import { isHidden } from './visibility.ts'

/** Never text for a reader; `svg` is a drawing. */
const skipped = new Set(
  'script style template title link meta base iframe frame embed param svg video audio source track select datalist textarea map area'.split(
    ' ',
  ),
)

/** Their content is for browsers that cannot show the element, run its scripts, or load its data. */
const withFallback = new Set(['noscript', 'object', 'canvas'])

/** Elements with a meaning in Markdown. All others become a block or a span, depending on their display. */
const kept = new Set(
  'a p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre code kbd samp em i strong b del s strike br hr img figure figcaption article section main header footer nav aside address summary q'.split(
    ' ',
  ),
)

/** Inline elements stay inline in a row of flex items. In a column they become separate paragraphs. */
const inlineByNature = new Set('a b strong i em u s del span small label button code time abbr'.split(' '))

/** Elements that Markdown puts into a line. If the page shows one as a block, it becomes a separate paragraph. */
const inlineInMarkdown = new Set('a em i strong b del s strike code kbd samp q'.split(' '))

/** Parents whose children can be paragraphs. In other parents, children are separated by a space. */
const takesParagraphs = new Set(
  'body div section main header footer nav aside article figure blockquote'.split(' '),
)

/** Shown without having text. */
const drawn = new Set(['img', 'hr', 'input', 'br'])

const isRow = ({ display, flexDirection }: CSSStyleDeclaration) =>
  display.endsWith('flex') && flexDirection.startsWith('row')

const inlineDisplay = /^(inline|contents|ruby)/

interface FlattenOptions {
  excluded: ReadonlySet<Element>
  /** Readability uses classes and ids to distinguish an article from a sidebar. */
  keepNames: boolean
}

interface Place {
  target: Element
  /** Whether text at this place is visible. */
  isVisible: boolean
  /** Items are next to each other, with a gap. */
  isRow: boolean
}

/**
 * Copies what a visitor sees of these elements into an inert document: shadow trees in place of their hosts, slots filled,
 * hidden parts omitted, URLs absolute. Throws RangeError if the tree is too deep.
 */
export const flatten = (elements: readonly Element[], options: FlattenOptions): Document => {
  const copy = createInert(document.title)
  const writer = createWriter()
  const walk = createWalk(copy, writer, options)
  for (const element of elements) walk(element, start(copy.body))
  writer.flush()
  return copy
}

const start = (target: Element): Place => ({ target, isVisible: true, isRow: false })

const isSkipped = (element: Element): boolean => {
  const { localName } = unclobbered(element)
  return skipped.has(localName) || (withFallback.has(localName) && !hasShownContent(element))
}

/** Styles do not say whether a fallback is shown. */
const hasShownContent = (element: Element): boolean => {
  const range = new Range()
  range.selectNodeContents(element)
  return range.getClientRects().length > 0
}

const createWalk = (copy: Document, writer: Writer, { excluded, keepNames }: FlattenOptions) => {
  const walk = (node: Node, place: Place): void => {
    if (isText(node) && place.isVisible) writer.write(place.target, node.data)
    if (!isElement(node) || excluded.has(node)) return
    const formula = readFormula(node)
    if (formula) walkFormula(node, formula, place)
    else if (!isSkipped(node)) walkElement(node, getComputedStyle(node), place)
  }

  const walkFormula = (element: Element, formula: Formula, { target }: Place): void => {
    const style = getComputedStyle(element)
    // A script is never shown, but the drawing of its source is.
    const isShown =
      unclobbered(element).localName === 'script' ||
      (!isHidden(element, style) && style.visibility === 'visible')
    if (!isShown || formula.tex === '') return
    const isBlock = formula.isBlock || style.display === 'block math'
    writer.append(target, toMathElement(copy, { ...formula, isBlock }))
  }

  const walkElement = (element: Element, style: CSSStyleDeclaration, place: Place): void => {
    if (isHidden(element, style) || appendLeaf(element, style, place, writer)) return
    const code = readCode(element, style, excluded)
    if (code) appendCode(code, place)
    else walkContent(element, style, place)
  }

  const walkContent = (element: Element, style: CSSStyleDeclaration, place: Place): void => {
    const flow = flowOf(element, style, place)
    const around = flow === 'apart' ? openParagraph(place) : place
    const isInline = inLine.has(flow)
    const gap = gaps[flow]
    writer.write(around.target, gap)
    const inside = { ...placeInside(style, place), target: openTarget(element, isInline, around) }
    for (const child of shownChildren(element, style)) walk(child, inside)
    writer.write(around.target, gap)
  }

  const appendCode = ({ text, language }: CodeBlock, { target }: Place): void => {
    if (text === '') return
    const pre = copy.createElement('pre')
    pre.setAttribute('data-language', language)
    pre.append(text)
    writer.append(target, pre)
  }

  const openParagraph = (place: Place): Place => {
    if (!takesParagraphs.has(place.target.localName)) return place
    const paragraph = copy.createElement('div')
    writer.append(place.target, paragraph)
    return { ...place, target: paragraph }
  }

  /** A span without meaning is not copied, because pages have tens of thousands of them. */
  const openTarget = (element: Element, isInline: boolean, { target }: Place): Element => {
    const name = toCloneName(unclobbered(element).localName, isInline)
    if (name === 'span' && !keepNames) return target
    const clone = copy.createElement(name)
    copyAttributes(element, clone, keepNames)
    writer.append(target, clone)
    return clone
  }
  return walk
}

/** The position of an element among its siblings: `item` in a row, `apart` where Markdown would join them. */
type Flow = 'inline' | 'block' | 'item' | 'apart'

const inLine: ReadonlySet<Flow> = new Set(['inline', 'item'])

const gaps: Record<Flow, string> = { inline: '', block: '', item: ' ', apart: ' ' }

const flowOf = (element: Element, style: CSSStyleDeclaration, { isRow }: Place): Flow => {
  const name = unclobbered(element).localName
  if (isRow && inlineByNature.has(name)) return 'item'
  if (inlineDisplay.test(style.display)) return 'inline'
  return inlineInMarkdown.has(name) ? 'apart' : 'block'
}

const placeInside = (style: CSSStyleDeclaration, place: Place): Omit<Place, 'target'> => ({
  isVisible: style.visibility === 'visible',
  isRow: style.display === 'contents' ? place.isRow : isRow(style),
})

const toCloneName = (name: string, isInline: boolean): string => {
  if (kept.has(name)) return name
  return isInline ? 'span' : 'div'
}

type Writer = ReturnType<typeof createWriter>

/** Joins adjacent texts before they become nodes. Joining nodes afterwards takes quadratic time. */
const createWriter = () => {
  let texts: string[] = []
  let target: Element | undefined
  const writer = {
    write(into: Element, text: string) {
      if (text === '') return
      if (into !== target) writer.flush()
      target = into
      texts.push(text)
    },
    append(into: Element, element: Element) {
      writer.flush()
      into.append(element)
    },
    flush() {
      if (texts.length > 0) target?.append(texts.join(''))
      texts = []
    },
  }
  return writer
}

/** Handles an element that has no content to walk through. */
const appendLeaf = (
  element: Element,
  { visibility }: CSSStyleDeclaration,
  { target }: Place,
  writer: Writer,
): boolean => {
  if (visibility !== 'visible' && drawn.has(unclobbered(element).localName)) return true
  if (!isHtml(element, 'input')) return false
  // The checkbox of a task list is the only form field that is content.
  if (element.type === 'checkbox' && element.closest('li')) {
    const clone = target.ownerDocument.createElement('input')
    clone.type = 'checkbox'
    clone.toggleAttribute('checked', element.checked)
    writer.append(target, clone)
  }
  return true
}

const copyAttribute = (element: Element, clone: Element, name: string) => {
  const value = unclobbered(element).getAttribute(name)
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
const isEquation = (table: Element) =>
  /(^|\s)ltx_eqn_table(\s|$)/.test(unclobbered(table).getAttribute('class') ?? '')

const nameAttributes = ['class', 'id', 'role', 'itemprop', 'rel']

const copyAttributes = (element: Element, clone: Element, keepNames: boolean) => {
  const plain = plainAttributes[unclobbered(element).localName] ?? []
  for (const name of keepNames ? [...plain, ...nameAttributes] : plain) copyAttribute(element, clone, name)
  for (const [name, value] of Object.entries(derivedAttributes(element))) clone.setAttribute(name, value)
}

const derivedAttributes = (element: Element): Record<string, string> => {
  if (isHtml(element, 'a') && element.hasAttribute('href'))
    return { href: toAbsolute(element.getAttribute('href') ?? '') }
  if (isHtml(element, 'img')) return { src: imageAddress(element) }
  if (isHtml(element, 'table') && isEquation(element)) return { role: 'presentation' }
  if ((isHtml(element, 'td') || isHtml(element, 'th')) && element.style.textAlign !== '')
    return { align: element.style.textAlign }
  return {}
}
