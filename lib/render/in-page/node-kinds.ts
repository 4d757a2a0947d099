/// <reference lib="dom" />

declare global {
  /*
   * Use these instead of `instanceof`. A node that a page has taken over from a frame may keep the constructors of that frame. Available as
   * `unclobbered` is.
   */
  const isElement: (node: Node | null) => node is Element

  /** Text, including a CDATA section. */
  const isText: (node: Node) => node is Text

  const isShadowRoot: (node: Node | null) => node is ShadowRoot

  /** As `isHtml`, for elements of SVG. */
  const isSvg: {
    (node: Node | null): node is SVGElement
    <Name extends keyof SVGElementTagNameMap>(
      node: Node | null,
      name: Name,
    ): node is SVGElementTagNameMap[Name]
  }

  /** Returns whether the node is an element of HTML, if a name is given, with this name. */
  const isHtml: {
    (node: Node | null): node is HTMLElement
    <Name extends keyof HTMLElementTagNameMap>(
      node: Node | null,
      name: Name,
    ): node is HTMLElementTagNameMap[Name]
  }
}

export const checkElement = (node: Node | null): boolean =>
  // A form whose field has the name returns the field.
  node !== null && (node.nodeType === 1 || typeof node.nodeType === 'object')

export const checkText = ({ nodeType }: Node): boolean => nodeType === 3 || nodeType === 4

export const checkShadowRoot = (node: Node | null): boolean => node?.nodeType === 11 && 'host' in node

/** Returns `isHtml` or `isSvg`. */
export const checkNamespace =
  (namespace: string) =>
  (node: Node | null, name?: string): boolean => {
    if (!isElement(node)) return false
    const { namespaceURI, localName } = unclobbered(node)
    return namespaceURI === namespace && (name === undefined || localName === name)
  }
