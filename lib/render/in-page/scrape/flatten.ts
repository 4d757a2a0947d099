/// <reference lib="dom" />
import { imageAddress, toAbsolute } from './addresses.ts'
import { languageOf } from './code-language.ts'
import { attributeOf, childNodesOf, createInert, nameOf, shadowRootOf, titleOf } from './safe-dom.ts'

/** Never text for a reader; `svg` is a drawing. */
const skipped = new Set(
  'script style template title link meta base iframe frame object embed param svg canvas video audio source track select datalist textarea map area'.split(
    ' ',
  ),
)

/** Elements that mean something in Markdown; all others become a block or a span, as they are shown. */
const kept = new Set(
  'a p h1 h2 h3 h4 h5 h6 ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre code kbd samp em i strong b del s strike br hr img figure figcaption article section main header footer nav aside address details summary q'.split(
    ' ',
  ),
)

/** Words in a row of flexible boxes are still words; these become paragraphs of their own in a column only. */
const inlineByNature = new Set('a b strong i em u s del span small label button code time abbr'.split(' '))

const isRow = ({ display, flexDirection }: CSSStyleDeclaration) =>
  display.endsWith('flex') && flexDirection.startsWith('row')

const inlineDisplay = /^(inline|contents|ruby)/

interface FlattenOptions {
  excluded: ReadonlySet<Element>
  /** Classes and ids are what tells an article from a side bar. */
  keepNames: boolean
}

interface Place {
  target: Element
  isInCode: boolean
  /** Whether text at this place is. */
  isVisible: boolean
  /** Items stand beside each other, with a gap. */
  isRow: boolean
}

/**
 * Copies what a visitor sees of these elements into an inert document: shadow trees in place of their hosts, slots filled,
 * hidden parts left out, addresses absolute. Throws RangeError for a tree that is too deep.
 */
export const flatten = (elements: readonly Element[], options: FlattenOptions): Document => {
  const copy = createInert(titleOf(document))
  const writer = createWriter()
  const walk = createWalk(copy, writer, options)
  for (const element of elements) walk(element, start(copy.body))
  writer.flush()
  return copy
}

const start = (target: Element): Place => ({ target, isInCode: false, isVisible: true, isRow: false })

const createWalk = (copy: Document, writer: Writer, { excluded, keepNames }: FlattenOptions) => {
  // Its style does not tell whether its content is shown.
  const isNoscriptShown = matchMedia('(scripting: none)').matches
  const isSkipped = (name: string) => skipped.has(name) || (name === 'noscript' && !isNoscriptShown)
  const walk = (node: Node, place: Place): void => {
    if (node instanceof Text && place.isVisible) writer.write(place.target, node.data)
    if (node instanceof Element && !isSkipped(nameOf(node)) && !excluded.has(node))
      walkElement(node, getComputedStyle(node), place)
  }

  const walkElement = (element: Element, style: CSSStyleDeclaration, place: Place): void => {
    if (style.display === 'none' || appendLeaf(element, place, writer)) return
    const isItem = isRowItem(element, place)
    const isInline = isItem || inlineDisplay.test(style.display)
    const inside = { ...placeInside(element, style, place), target: openTarget(element, isInline, place) }
    const { count } = writer
    const gap = isItem ? ' ' : ''
    writer.write(place.target, gap)
    for (const child of shownChildren(element, style)) walk(child, inside)
    writer.write(place.target, gap)
    if (place.isInCode && !isInline) writer.endLine(place.target, count)
  }

  /** A span that says nothing gets no copy: pages have them by the ten thousand. */
  const openTarget = (element: Element, isInline: boolean, { target, isInCode }: Place): Element => {
    const name = toCloneName(nameOf(element), isInline, isInCode)
    if (name === 'span' && !keepNames) return target
    const clone = copy.createElement(name)
    copyAttributes(element, clone, keepNames)
    writer.append(target, clone)
    return clone
  }
  return walk
}

const isRowItem = (element: Element, { isRow, isInCode }: Place) =>
  isRow && !isInCode && inlineByNature.has(nameOf(element))

const placeInside = (element: Element, style: CSSStyleDeclaration, place: Place): Omit<Place, 'target'> => ({
  isInCode: place.isInCode || nameOf(element) === 'pre',
  isVisible: style.visibility === 'visible',
  isRow: style.display === 'contents' ? place.isRow : isRow(style),
})

const toCloneName = (name: string, isInline: boolean, isInCode: boolean): string => {
  if (isInCode) return name === 'code' ? name : 'span'
  if (kept.has(name)) return name
  return isInline ? 'span' : 'div'
}

type Writer = ReturnType<typeof createWriter>

/** Puts neighbouring texts together before they become nodes; joining nodes afterwards takes quadratic time. */
const createWriter = () => {
  let texts: string[] = []
  let target: Element | undefined
  let last = ''
  const writer = {
    /** Of texts so far. */
    count: 0,
    write(into: Element, text: string) {
      if (text === '') return
      if (into !== target) writer.flush()
      target = into
      texts.push(text)
      last = text
      writer.count++
    },
    /** Ends a line of code that is an element of its own, begun when there were so many texts. */
    endLine(into: Element, count: number) {
      if (writer.count === count || !last.endsWith('\n')) writer.write(into, '\n')
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

/** What has no content to walk through. */
const appendLeaf = (element: Element, { target, isInCode }: Place, writer: Writer): boolean => {
  if (nameOf(element) === 'br' && isInCode) {
    writer.write(target, '\n')
    return true
  }
  if (!(element instanceof HTMLInputElement)) return false
  // Of all form fields a task list's box alone is content.
  if (element.type === 'checkbox' && element.closest('li')) {
    const clone = target.ownerDocument.createElement('input')
    clone.type = 'checkbox'
    clone.toggleAttribute('checked', element.checked)
    writer.append(target, clone)
  }
  return true
}

/** What can still be found by searching or by opening it counts as shown. */
const isContentHidden = (element: Element, style: CSSStyleDeclaration) =>
  style.contentVisibility === 'hidden' && attributeOf(element, 'hidden') === null

const shownChildren = (element: Element, style: CSSStyleDeclaration): Iterable<Node> => {
  if (isContentHidden(element, style)) return []
  const shadowRoot = shadowRootOf(element)
  if (shadowRoot) return shadowRoot.childNodes
  if (element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes()
    if (assigned.length > 0) return assigned
  }
  return childNodesOf(element)
}

const copyAttribute = (element: Element, clone: Element, name: string) => {
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

const nameAttributes = ['class', 'id', 'role', 'itemprop', 'rel']

const copyAttributes = (element: Element, clone: Element, keepNames: boolean) => {
  const plain = plainAttributes[nameOf(element)] ?? []
  for (const name of keepNames ? [...plain, ...nameAttributes] : plain) copyAttribute(element, clone, name)
  if (element instanceof HTMLAnchorElement && element.hasAttribute('href'))
    clone.setAttribute('href', toAbsolute(element.getAttribute('href') ?? ''))
  if (element instanceof HTMLImageElement) clone.setAttribute('src', imageAddress(element))
  if (element instanceof HTMLPreElement) clone.setAttribute('data-language', languageOf(element))
  if (element instanceof HTMLTableCellElement && element.style.textAlign !== '')
    clone.setAttribute('align', element.style.textAlign)
}
