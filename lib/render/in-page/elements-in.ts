/// <reference lib="dom" />

declare global {
  /** The elements of a tree and of the open shadow trees in it, in document order. Available as `unclobbered` is. */
  const elementsIn: (parent: Document | ShadowRoot) => Generator<Element>

  /** What a selector matches in the document, then in its open shadow trees. Available as `unclobbered` is. */
  const matchesOf: (selector: string) => Generator<Element>
}

export function* walkElements(parent: Document | ShadowRoot): Generator<Element> {
  for (const element of parent.querySelectorAll('*')) {
    yield element
    const { shadowRoot } = unclobbered(element)
    if (shadowRoot) yield* elementsIn(shadowRoot)
  }
}

export function* walkMatches(selector: string): Generator<Element> {
  yield* document.querySelectorAll(selector)
  for (const element of elementsIn(document)) {
    const { shadowRoot } = unclobbered(element)
    if (shadowRoot) yield* shadowRoot.querySelectorAll(selector)
  }
}
