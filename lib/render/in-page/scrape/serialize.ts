import { isElement, isShadowRoot, unclobbered } from '../dom.ts'
import { createInert } from './inert.ts'
import type { Root } from './select.ts'

/** Returns the current document, with its open shadow trees as declarative ones. */
export const serializeDocument = (roots: readonly Root[]): string => {
  if (!(document instanceof HTMLDocument)) return new XMLSerializer().serializeToString(document)
  return [...document.childNodes]
    .map((node) => (isElement(node) ? serializeElement(node, roots) : serializeNode(node)))
    .join('')
}

/** Returns the document with only these elements in its body. */
export const serializeElements = (elements: readonly Element[], roots: readonly Root[]): string => {
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
