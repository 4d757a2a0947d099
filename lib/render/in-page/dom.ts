/// <reference lib="dom" />
import { state } from './state.ts'

/**
 * The members of a node. The type is not a node, because for a form the value is a proxy, which DOM methods do not accept.
 */
type Unclobbered<Target extends Node> = Omit<Target, 'nodeType'> & { readonly isUnclobbered: never }

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
 * The following read members of nodes that may be forms. `unclobbered` is for those that few functions read.
 */

type TreeMember =
  | 'localName'
  | 'namespaceURI'
  | 'nodeName'
  | 'baseURI'
  | 'ownerDocument'
  | 'isConnected'
  | 'shadowRoot'
  | `${'parent' | 'child' | 'first' | 'last' | 'next' | 'previous'}${string}`

type SizeMember = `${'scroll' | 'client' | 'offset'}${'Width' | 'Height' | 'Left' | 'Top'}` | 'offsetParent'

/** What a node is, and where in its tree. */
export const treeOf = <Target extends Node>(node: Target): Pick<Target, Extract<keyof Target, TreeMember>> =>
  unclobbered(node) as never

/** The sizes of an element in whole CSS pixels. An element of SVG has no offsets. */
export const sizesOf = (element: Element): Pick<HTMLElement, Extract<keyof HTMLElement, SizeMember>> =>
  unclobbered(element as HTMLElement)

/** The box of an element, relative to the window. */
export const boxOf = (element: Element): DOMRect => unclobbered(element).getBoundingClientRect()

/** The inline style of an element. */
export const styleOf = (element: HTMLElement | SVGElement): CSSStyleDeclaration => unclobbered(element).style

export const attributeOf = (element: Element, name: string): string | null =>
  unclobbered(element).getAttribute(name)

export const nameOf = (element: Element): string => unclobbered(element).localName

export const textOf = (node: Node): string => unclobbered(node).textContent ?? ''

export const rootOf = (node: Node): Node => unclobbered(node).getRootNode()

export const contains = (outer: Node, inner: Node | null): boolean => unclobbered(outer).contains(inner)

export const matches = (element: Element, selector: string): boolean => unclobbered(element).matches(selector)

export const checkVisibility = (element: Element, options?: CheckVisibilityOptions): boolean =>
  unclobbered(element).checkVisibility(options)

type Parent = Document | DocumentFragment | Element

export const firstIn = <Match extends Element = Element>(parent: Parent, selector: string): Match | null =>
  unclobbered(parent).querySelector<Match>(selector)

export const allIn = <Match extends Element = Element>(parent: Parent, selector: string): Match[] => [
  ...unclobbered(parent).querySelectorAll<Match>(selector),
]

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
export function* elementsIn(parent: Document | ShadowRoot | Element): Generator<Element> {
  for (const element of parent.querySelectorAll('*')) {
    yield element
    const { shadowRoot } = unclobbered(element)
    if (shadowRoot) yield* elementsIn(shadowRoot)
  }
}

/** The elements of HTML in the document and its open shadow trees that pass the check, in document order. */
export const htmlElements = (passes: (element: HTMLElement) => boolean): HTMLElement[] =>
  [...elementsIn(document)].filter((element) => isHtml(element) && passes(element)) as HTMLElement[]

/** The children of an element as they are drawn: those of its shadow tree, or those that a slot shows. */
export const childrenOf = (element: Element): Element[] => {
  const { shadowRoot, children } = unclobbered(element)
  if (isShadowRoot(shadowRoot)) return [...shadowRoot.children]
  return isHtml(element, 'slot') && element.assignedNodes().length > 0
    ? element.assignedElements()
    : [...children]
}

/** The document, and the open shadow trees in it. */
export function* rootsIn(root: Document | ShadowRoot = document): Generator<Document | ShadowRoot> {
  yield root
  const elements = root.querySelectorAll('*')
  // Every render searches all elements several times. This loop takes half as long as one with an iterator.
  for (let index = 0; index < elements.length; index++) {
    const shadowRoot = elements[index]?.shadowRoot ?? null
    // A form returns its field of this name.
    if (isShadowRoot(shadowRoot)) yield* rootsIn(shadowRoot)
  }
}

export const isFrame = (element: Element): boolean =>
  /^(iframe|frame|object)$/.test(unclobbered(element).localName)

/** The document of a frame. Null if the element is no frame, or its document is of another origin. */
export const documentOf = (element: Element): Document | null =>
  // Elements of other documents are not instances of this one's constructors.
  isFrame(element) ? (element as HTMLIFrameElement).contentDocument : null

/** As `rootsIn`, also in the frames of the same origin. */
export function* rootsInFrames(parent: Document = document): Generator<Document | ShadowRoot> {
  for (const root of rootsIn(parent)) {
    yield root
    for (const element of root.querySelectorAll('iframe, frame, object')) {
      const inner = documentOf(element)
      if (inner) yield* rootsInFrames(inner)
    }
  }
}

/** The matches of a selector in the document and in its open shadow trees, or in other roots, one root after the other. */
export function* matchesOf<Match extends Element = Element>(
  selector: string,
  roots: Iterable<Document | ShadowRoot> = rootsIn(),
): Generator<Match> {
  for (const root of roots) yield* root.querySelectorAll<Match>(selector)
}

/**
 * Returns whether the box of an element is in the window, as far as the frames around it show it.
 *
 * @param isWhole whether the window counts as large as the document
 */
export const isInWindow = (element: Element, isWhole = false): boolean => {
  const isWithin = (box: DOMRect, view: Window | null): boolean => {
    // A document that is no longer shown has none.
    if (!view) return false
    if (view === window && isWhole) return true
    const { x, y, width, height } = box
    if (y + height < 0 || x + width < 0 || y >= view.innerHeight || x >= view.innerWidth) return false
    const frame = view === window ? null : view.frameElement
    if (!frame) return true
    const outer = unclobbered(frame).getBoundingClientRect()
    return isWithin(new DOMRect(x + outer.x, y + outer.y, width, height), viewOf(frame))
  }
  return isWithin(unclobbered(element).getBoundingClientRect(), viewOf(element))
}

const viewOf = (element: Element) => unclobbered(element).ownerDocument.defaultView

/** The element around an element, across the edges of shadow trees. */
export const parentOf = (element: Element): Element | null => {
  const { parentNode } = unclobbered(element)
  if (isShadowRoot(parentNode)) return parentNode.host
  return isElement(parentNode) ? parentNode : null
}

/** An element and those around it, innermost first, across the edges of shadow trees. */
export function* withAncestors(element: Element | null): Generator<Element> {
  for (let node = element; node; node = parentOf(node)) yield node
}

export const ancestorsOf = (element: Element): Generator<Element> => withAncestors(parentOf(element))

/** Whether an element is another one or in it, also in its shadow tree. */
export const isIn = (outer: Element, element: Element): boolean => [...withAncestors(element)].includes(outer)

/** The classes of an element, as its markup has them. */
export const classOf = (element: Element): string => unclobbered(element).getAttribute('class') ?? ''

/** Whether an element has text that is not in one of its children. */
export const hasOwnText = (element: Element): boolean =>
  [...unclobbered(element).childNodes].some((node) => isText(node) && node.data.trim() !== '')

/** From 0, which is transparent, to 1. Expects a computed color. */
export const alphaOf = (color: string): number => {
  const parts = color.slice(color.indexOf('(') + 1, -1).split(/[,/]/)
  return color.startsWith('rgba') || color.includes('/') ? Number(parts.at(-1)) : 1
}

/** Null removes the attribute. */
export const setAttribute = (element: Element, name: string, value: string | null): void => {
  if (value === null) unclobbered(element).removeAttribute(name)
  else unclobbered(element).setAttribute(name, value)
}

/** The style sheets of the document, each with its rules, or undefined if it is of another origin and cannot be read. */
export const readSheets = (): { media: string; rules: CSSRule[] | undefined }[] =>
  [...document.styleSheets, ...document.adoptedStyleSheets].map((sheet) => ({
    media: sheet.media.mediaText,
    rules: rulesOf(sheet),
  }))

export const rulesOf = (sheet: CSSStyleSheet | null): CSSRule[] | undefined => {
  try {
    return [...(sheet?.cssRules ?? [])]
  } catch {
    return undefined
  }
}

/** Adds a style sheet that the page does not see in its markup. */
export const adoptSheet = (root: Document | ShadowRoot, css: string): CSSStyleSheet => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return sheet
}

/** Sets inline styles, above those of every style sheet. */
export const force = (element: HTMLElement | SVGElement, styles: Record<string, string>): void => {
  for (const [name, value] of Object.entries(styles))
    unclobbered(element).style.setProperty(name, value, 'important')
}

/** As `force`. Returns a function that restores the styles one after the other, the last one first. */
export const forceForNow = (
  element: HTMLElement | SVGElement,
  styles: Record<string, string>,
): (() => void) => {
  const style = unclobbered(element).style
  const before = Object.keys(styles).map((name) => ({
    name,
    value: style.getPropertyValue(name),
    priority: style.getPropertyPriority(name),
  }))
  force(element, styles)
  return () => {
    for (const { name, value, priority } of before.toReversed()) {
      style.setProperty(name, value, priority)
      // It takes effect before a transition does.
      getComputedStyle(element).getPropertyValue(name)
    }
  }
}

/** Resolves when `ms` have passed by the page's clock. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Requests a frame callback that `countRequests` does not count. */
export const requestFrame = (callback: () => void): void => {
  state.ownFrames++
  requestAnimationFrame(callback)
}

/** Resolves when the page begins the second frame from now. An animation that has just been added only starts in the first one. */
export const twoFrames = (): Promise<void> =>
  new Promise((resolve) => {
    requestFrame(() => requestFrame(() => resolve()))
  })

/** The elements that are fixed in the window or in an element around them, in document order. */
export const fixedElements = (): HTMLElement[] =>
  htmlElements((element) => getComputedStyle(element).position === 'fixed')

/** Whether a fixed element keeps its place in an element around it, not in the window. */
export const isHeld = (element: Element): boolean => ancestorsOf(element).some(holdsFixed)

const holdsFixed = (element: Element) => {
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
