import { isElement, isShadowRoot, unclobbered } from '../dom.ts'
import { createInert } from './inert.ts'
import type { MainContentReport } from './omitted.ts'
import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { findMatches, findOutermost, findRoots, type Root } from './select.ts'

/** The part of the page that the selectors of a request leave. */
export interface Selection {
  roots: readonly Root[]
  /** Whether `elements` are matches of `include_selectors` instead of the whole document. */
  isPartial: boolean
  elements: readonly Element[]
  /** Elements of `exclude_selectors`. */
  excluded: ReadonlySet<Element>
}

export interface Content {
  text: string
  mainContent?: MainContentReport | undefined
}

/** Applies the selectors, which are valid, and returns what `read` makes of the rest. */
export const scrapeSelection = (
  { includeSelectors, excludeSelectors, lengthMax }: ScrapeOptions,
  read: (selection: Selection) => Content,
): ScrapeOutcome => {
  const roots = findRoots()
  const excluded = findMatches(roots, excludeSelectors)
  if (excluded.has(document.documentElement)) return { kind: 'root_excluded' }
  const included = findOutermost(findMatches(roots, includeSelectors))
  const isPartial = includeSelectors.length > 0
  if (isPartial && included.length === 0) return { kind: 'nothing' }
  const content = read({ roots, isPartial, elements: isPartial ? included : wholeDocument(), excluded })
  return content.text.length > lengthMax ? { kind: 'too_large' } : { kind: 'content', ...content }
}

/** Returns an empty array if the root element of the document was removed. */
const wholeDocument = (): Element[] =>
  [document.body ?? document.documentElement].filter((element) => element !== null)

/** Removes what is excluded from the page. */
export const toHtml = ({ roots, isPartial, elements, excluded }: Selection): string => {
  for (const element of excluded) unclobbered(element).remove()
  return isPartial ? serializeElements(elements, roots) : serializeDocument(roots)
}

/** Returns the current document, with its open shadow trees as declarative ones. */
const serializeDocument = (roots: readonly Root[]): string => {
  if (!(document instanceof HTMLDocument)) return new XMLSerializer().serializeToString(document)
  return [...document.childNodes]
    .map((node) => (isElement(node) ? serializeElement(node, roots) : serializeNode(node)))
    .join('')
}

/** Returns the document with only these elements in its body. */
const serializeElements = (elements: readonly Element[], roots: readonly Root[]): string => {
  const { head } = document
  const headHtml = head ? serializeElement(head, roots) : ''
  const body = elements.map((element) => serializeElement(element, roots)).join('\n')
  return `${serializeNode(document.doctype)}${openingTag(document.documentElement)}${headHtml}<body>\n${body}\n</body></html>`
}

const serializeElement = (element: Element, roots: readonly Root[]): string => {
  const shell = shellOf(element)
  const end = shell.lastIndexOf('</')
  if (end < 0) return shell
  const shadowRoots = roots.filter(isShadowRoot)
  const inner = unclobbered(element).getHTML({ serializableShadowRoots: true, shadowRoots })
  return shell.slice(0, end) + inner + shell.slice(end)
}

const openingTag = (element: Element): string => {
  const shell = shellOf(element)
  return shell.slice(0, shell.lastIndexOf('</'))
}

/** Returns the tags of the element. The copy has no behavior, because the constructor of a custom element must not run again. */
const shellOf = (element: Element): string => {
  return unclobbered(createInert('').importNode(element, false)).outerHTML
}

/** Serializes a doctype or a comment. */
const serializeNode = (node: Node | null): string => (node ? new XMLSerializer().serializeToString(node) : '')
