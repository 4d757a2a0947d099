/// <reference lib="dom" />

/*
 * Forms and the document answer for the names of their fields and pictures before their own properties:
 * `<form><input name="childNodes">` replaces the form's list of children, in an isolated world as well.
 * https://html.spec.whatwg.org/#the-form-element, LegacyOverrideBuiltIns
 */

const getter = <Target extends object, Name extends keyof Target>(prototype: Target, name: Name) => {
  const read = Object.getOwnPropertyDescriptor(prototype, name)?.get
  if (!read) throw new TypeError(`no getter for ${String(name)}`)
  return (target: Target): Target[Name] => read.call(target)
}

export const childNodesOf = getter(Node.prototype, 'childNodes')
export const baseAddressOf = getter(Node.prototype, 'baseURI')
export const parentElementOf = getter(Node.prototype, 'parentElement')
export const textOf = getter(Node.prototype, 'textContent')
export const nameOf = getter(Element.prototype, 'localName')
export const shadowRootOf = getter(Element.prototype, 'shadowRoot')
export const shownTextOf = getter(HTMLElement.prototype, 'innerText')
export const outerHtmlOf = getter(Element.prototype, 'outerHTML')
export const bodyOf = getter(Document.prototype, 'body')
export const headOf = getter(Document.prototype, 'head')
export const rootElementOf = getter(Document.prototype, 'documentElement')
export const doctypeOf = getter(Document.prototype, 'doctype')
export const titleOf = getter(Document.prototype, 'title')

export const attributeOf = (element: Element, name: string): string | null =>
  Element.prototype.getAttribute.call(element, name)

export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node)

export const findAll = (root: Document | ShadowRoot, selector: string): NodeListOf<Element> =>
  root instanceof Document
    ? Document.prototype.querySelectorAll.call(root, selector)
    : root.querySelectorAll(selector)

/** A document that runs and loads nothing. Its base is that of this one. */
export const createInert = (title: string): Document => {
  const inert = new DOMParser().parseFromString('<!doctype html>', 'text/html')
  inert.title = title
  return inert
}
