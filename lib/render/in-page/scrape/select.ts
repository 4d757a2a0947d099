import { parentOf, unclobbered } from '../dom.ts'

export type Root = Document | ShadowRoot

/** Returns the document and every open shadow root in it, outer ones first. */
export const findRoots = (): Root[] => {
  const roots: Root[] = [document]
  for (const root of roots)
    for (const element of root.querySelectorAll('*')) {
      const { shadowRoot } = unclobbered(element)
      if (shadowRoot) roots.push(shadowRoot)
    }
  return roots
}

/** Returns the elements that the selectors match, including shadow trees. */
export const findMatches = (roots: readonly Root[], selectors: readonly string[]): Set<Element> => {
  if (selectors.length === 0) return new Set()
  const selector = selectors.join(', ')
  return new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))
}

/** Returns the elements that are not inside another element of the set. */
export const findOutermost = (elements: ReadonlySet<Element>): Element[] =>
  [...elements].filter((element) => {
    for (let node = parentOf(element); node; node = parentOf(node)) if (elements.has(node)) return false
    return true
  })
