/// <reference lib="dom" />

/**
 * The members of a node. The type is not a node, because for a form the value is a proxy, which DOM methods do not accept.
 */
export type Unclobbered<Target extends Node> = Omit<Target, 'nodeType'> & { readonly isUnclobbered: never }

/**
 * Returns the members of a node as the DOM defines them. A form returns its fields in place of its own members, in an isolated
 * world as well: `<input name="style">` replaces the `style` of its form. Read every node that might be a form through this
 * function. https://html.spec.whatwg.org/#the-form-element, LegacyOverrideBuiltIns
 */
export const unclobbered = <Target extends Node>(node: Target): Unclobbered<Target> => {
  const prototype = Object.getPrototypeOf(node)
  // A form of another frame is not an instance of this frame's constructor.
  if (prototype[Symbol.toStringTag] !== 'HTMLFormElement') return node as unknown as Unclobbered<Target>
  return new Proxy(node, {
    get: (_form, name) => {
      const value = Reflect.get(prototype, name, node)
      return typeof value === 'function' ? value.bind(node) : value
    },
    set: (_form, name, value) => Reflect.set(prototype, name, value, node),
  }) as unknown as Unclobbered<Target>
}

/*
 * Use the following instead of `instanceof`. A node that a page has taken over from a frame may keep the constructors of that frame.
 */

export const isElement = (node: Node | null): node is Element =>
  // A form whose field has the name returns the field.
  node !== null && (node.nodeType === 1 || typeof node.nodeType === 'object')

/** Text, including a CDATA section. */
export const isText = (node: Node): node is Text => node.nodeType === 3 || node.nodeType === 4

export const isShadowRoot = (node: Node | null): node is ShadowRoot => node?.nodeType === 11 && 'host' in node

const isOf = (namespace: string) => (node: Node | null, name?: string) => {
  if (!isElement(node)) return false
  const { namespaceURI, localName } = unclobbered(node)
  return namespaceURI === namespace && (name === undefined || localName === name)
}

/** Returns whether the node is an element of HTML, if a name is given, with this name. */
export const isHtml = isOf('http://www.w3.org/1999/xhtml') as {
  (node: Node | null): node is HTMLElement
  <Name extends keyof HTMLElementTagNameMap>(
    node: Node | null,
    name: Name,
  ): node is HTMLElementTagNameMap[Name]
}

/** As `isHtml`, for elements of SVG. */
export const isSvg = isOf('http://www.w3.org/2000/svg') as {
  (node: Node | null): node is SVGElement
  <Name extends keyof SVGElementTagNameMap>(node: Node | null, name: Name): node is SVGElementTagNameMap[Name]
}

/** The elements of a tree and of the open shadow trees in it, in document order. */
export function* elementsIn(parent: Document | ShadowRoot): Generator<Element> {
  for (const element of parent.querySelectorAll('*')) {
    yield element
    const { shadowRoot } = unclobbered(element)
    if (shadowRoot) yield* elementsIn(shadowRoot)
  }
}

/** What a selector matches in the document, then in its open shadow trees. */
export function* matchesOf(selector: string): Generator<Element> {
  yield* document.querySelectorAll(selector)
  for (const element of elementsIn(document)) {
    const { shadowRoot } = unclobbered(element)
    if (shadowRoot) yield* shadowRoot.querySelectorAll(selector)
  }
}

/** The element around an element, across the edges of shadow trees. */
export const parentOf = (element: Element): Element | null => {
  const { parentNode } = unclobbered(element)
  if (isShadowRoot(parentNode)) return parentNode.host
  return isElement(parentNode) ? parentNode : null
}

/** Sets inline styles, above those of every style sheet. */
export const force = (element: HTMLElement | SVGElement, styles: Record<string, string>): void => {
  for (const [name, value] of Object.entries(styles))
    unclobbered(element).style.setProperty(name, value, 'important')
}

/** Resolves when `ms` have passed by the page's clock. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves when the page begins the second frame from now. An animation that has just been added only starts in the first one. */
export const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
  })

/** Returns whether fixed elements in an element keep their place in it, not in the window. */
export const holdsFixed = (element: Element): boolean => {
  const { transform, filter, backdropFilter, perspective, contain, willChange } = getComputedStyle(element)
  const isPlain = [transform, filter, backdropFilter, perspective].every((value) => value === 'none')
  return !isPlain || /paint|layout|strict|content/.test(contain) || /transform|filter/.test(willChange)
}

/** The first match of `selector` that has a box and is visible. */
export const firstVisible = (selector: string): Element | undefined =>
  [...matchesOf(selector)].find((match) => {
    const { width, height } = unclobbered(match).getBoundingClientRect()
    return width > 0 && height > 0 && unclobbered(match).checkVisibility({ visibilityProperty: true })
  })
