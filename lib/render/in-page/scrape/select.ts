/// <reference lib="dom" />
import { findAll, parentElementOf, rootOf, shadowRootOf } from './safe-dom.ts'

export type Root = Document | ShadowRoot

/** The document and every open shadow root below it, outer ones first. */
export const findRoots = (): Root[] => {
  const roots: Root[] = [document]
  for (const root of roots)
    for (const element of findAll(root, '*')) {
      const shadowRoot = shadowRootOf(element)
      if (shadowRoot) roots.push(shadowRoot)
    }
  return roots
}

/** Elements that a selector matches, in shadow trees as well. */
export const findMatches = (roots: readonly Root[], selectors: readonly string[]): Set<Element> => {
  if (selectors.length === 0) return new Set()
  const selector = selectors.join(', ')
  return new Set(roots.flatMap((root) => [...findAll(root, selector)]))
}

/** Elements of the set that lie in no other one of it. */
export const findOutermost = (elements: ReadonlySet<Element>): Element[] =>
  [...elements].filter((element) => {
    for (let node = parentOf(element); node; node = parentOf(node)) if (elements.has(node)) return false
    return true
  })

const parentOf = (element: Element): Element | null => {
  const parent = parentElementOf(element)
  if (parent) return parent
  const root = rootOf(element)
  return root instanceof ShadowRoot ? root.host : null
}
