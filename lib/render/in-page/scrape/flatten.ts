import { isElement, isHtml, isText, nameOf, treeOf } from '../dom.ts'
import { moveIntoBlocks } from './blocks-of-emphasis.ts'
import { copyAttributes, toCloneName } from './clone.ts'
import { readCode } from './code-block.ts'
import { isCopy } from './copies.ts'
import { findGaps, isBoxBetween } from './gaps.ts'
import { createInert } from './inert.ts'
import { readFormula } from './math.ts'
import { permalinkOf } from './permalinks.ts'
import { type Place, placeInside, startAt, type Walk, walkChildren } from './place.ts'
import { isTable } from './roles.ts'
import { openMarks } from './style-marks.ts'
import { isHidden } from './visibility.ts'
import { walkReading, walkRuby } from './walk-ruby.ts'
import { walkCode, walkDrawing, walkFormula, walkFrame, walkStreamed } from './walk-special.ts'
import { walkTable, walkTablePart } from './walk-table.ts'
import { createWriter, type Writer } from './writer.ts'

/** Never text for a reader. */
const skipped = new Set(
  'script style template title link meta base iframe embed param video audio source track select datalist textarea area progress meter rp noembed noframes'.split(
    ' ',
  ),
)

const webNamespaces = 'http://www.w3.org/'

/** Their content is for browsers that cannot show the element, run its scripts, or load its data. */
const withFallback = new Set(['noscript', 'object', 'canvas'])

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

const inlineDisplay = /^(inline|contents|ruby)/

interface FlattenOptions {
  excluded: Set<Node>
  /** Readability uses classes and ids to distinguish an article from a sidebar. */
  keepNames: boolean
}

/**
 * Copies what a visitor sees of these elements into an inert document: shadow trees in place of their hosts, slots filled,
 * hidden parts omitted, URLs absolute. Throws RangeError if the tree is too deep.
 */
export const flatten = (elements: readonly Element[], options: FlattenOptions): Document => {
  const copy = createInert(document.title)
  const writer = createWriter()
  const { walk } = createWalk(copy, writer, options)
  for (const element of elements) walk(element, startAt(copy.body))
  writer.flush()
  moveIntoBlocks(copy.body)
  return copy
}

const isSkipped = (element: Element): boolean => {
  const { localName, namespaceURI } = treeOf(element)
  // In other vocabularies of XML, names such as `title` have no meaning for the browser.
  return (
    (skipped.has(localName) && namespaceURI?.startsWith(webNamespaces) === true) ||
    (withFallback.has(localName) && !hasShownContent(element))
  )
}

/** Styles do not say whether a fallback is shown. */
const hasShownContent = (element: Element): boolean => {
  const range = new Range()
  range.selectNodeContents(element)
  return range.getClientRects().length > 0
}

const createWalk = (copy: Document, writer: Writer, { excluded, keepNames }: FlattenOptions): Walk => {
  const context: Walk = {
    copy,
    writer,
    excluded,
    walk(node, place) {
      if (excluded.has(node)) return
      if (isElement(node)) walkAny(context, node, place)
      else if (isText(node) && place.isVisible) writeText(node, place, writer)
    },
    walkContent(element, style, place) {
      const permalink = permalinkOf(element)
      if (permalink === 'sign') return
      const flow = flowOf(element, style, place)
      const around = flow === 'apart' ? openParagraph(place) : place
      const gap = gapsOf(flow, element, style)
      if (gap.before) writer.write(around.target, ' ')
      const isInline = flow === 'inline' || flow === 'item'
      const target = permalink === 'text' ? around.target : openTarget(element, style, isInline, around)
      walkChildren(context, element, style, placeInside(style, place, target))
      if (gap.after) writer.write(around.target, ' ')
    },
  }

  const openParagraph = (place: Place): Place => {
    if (!takesParagraphs.has(place.target.localName)) return place
    const paragraph = copy.createElement('div')
    writer.append(place.target, paragraph)
    return { ...place, target: paragraph }
  }

  /** A span without meaning is not copied, because pages have tens of thousands of them. */
  const openTarget = (element: Element, style: CSSStyleDeclaration, isInline: boolean, { target }: Place) => {
    const name = toCloneName(element, isInline)
    if (name === 'span' && !keepNames) return openMarks(element, style, isInline, target, writer)
    const clone = copy.createElement(name)
    copyAttributes(element, clone, keepNames)
    writer.append(target, clone)
    return openMarks(element, style, isInline, clone, writer)
  }
  return context
}

const walkAny = (context: Walk, element: Element, place: Place): void => {
  const formula = readFormula(element)
  if (isBoxBetween(element)) context.writer.write(place.target, ' ')
  if (formula) walkFormula(context, element, formula, place)
  else if (isHtml(element, 'template')) walkStreamed(context, element, place)
  else if (!isSkipped(element)) walkElement(context, element, getComputedStyle(element), place)
}

const walkElement = (context: Walk, element: Element, style: CSSStyleDeclaration, place: Place): void => {
  if (isHidden(element, style) || isCopy(element) || appendLeaf(element, style, place, context.writer)) return
  const code = place.afterTable ? undefined : readCode(element, style, context.excluded)
  const name = nameOf(element)
  if (place.afterTable) walkTablePart(context, element, style, place)
  else if (code) walkCode(context, element, code, place)
  else if (name === 'svg') walkDrawing(context, element, place)
  else if (name === 'rt') walkReading(context, [element], place)
  else if (name === 'ruby') walkRuby(context, element, style, place)
  else if (name === 'frame') walkFrame(context, element as HTMLFrameElement, place)
  else if (isTable(element, style)) walkTable(context, element, style, place)
  else context.walkContent(element, style, place)
}

/** The position of an element among its siblings: `item` in a row, `apart` where Markdown would join them. */
type Flow = 'inline' | 'block' | 'item' | 'apart'

const gapsOf = (flow: Flow, element: Element, style: CSSStyleDeclaration) => {
  if (flow === 'inline') return findGaps(element, style)
  const isApart = flow !== 'block'
  return { before: isApart, after: isApart }
}

const flowOf = (element: Element, style: CSSStyleDeclaration, { isRow }: Place): Flow => {
  const name = nameOf(element)
  if (isRow && inlineByNature.has(name)) return 'item'
  if (inlineDisplay.test(style.display)) return 'inline'
  return inlineInMarkdown.has(name) ? 'apart' : 'block'
}

const writeText = (node: Text, place: Place, writer: Writer): void => {
  const { target, keepsBreaks, keepsSpaces, afterTable } = place
  const isBlank = node.data.trim() === ''
  if (afterTable && !isBlank) writer.write(afterTable, node.data)
  else if (!keepsBreaks || (isBlank && !isBetweenLines(node))) writer.write(target, node.data)
  else writer.writeLines(target, keepsSpaces ? keepIndents(node) : node.data)
}

/** Writes spaces at the beginning of lines as non-breaking ones, except those that all lines have. */
const keepIndents = ({ data, previousSibling }: Text): string => {
  const lines = data.replace(/\t/g, '    ').split(/\r\n?|\n/)
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length)
  const common = previousSibling ? 0 : Math.min(...indents.slice(0, linesMax))
  return lines
    .map((line, index) => {
      const text = line.trimStart()
      const indent = index === 0 ? 0 : line.length - text.length - common
      return text === '' || indent <= 0 ? line : '\u00a0'.repeat(indent) + text
    })
    .join('\n')
}

/** A call cannot have any number of arguments. */
const linesMax = 1000

/** Line breaks next to a block, as in formatted source, show nothing. */
const isBetweenLines = ({ previousSibling, nextSibling }: Text): boolean =>
  [previousSibling, nextSibling].every((sibling) => {
    if (!sibling || isText(sibling)) return sibling !== null
    return isElement(sibling) && inlineDisplay.test(getComputedStyle(sibling).display)
  })

/** Handles an element that has no content to walk through. */
const appendLeaf = (
  element: Element,
  { visibility }: CSSStyleDeclaration,
  { target }: Place,
  writer: Writer,
): boolean => {
  if (visibility !== 'visible' && drawn.has(nameOf(element))) return true
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
