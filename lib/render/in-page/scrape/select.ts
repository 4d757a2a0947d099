import { ancestorsOf, rootsIn } from '../dom.ts'

export type Root = Document | ShadowRoot

/** Returns the document and every open shadow root in it, outer ones first. */
export const findRoots = (): Root[] => [...rootsIn()]

/** Returns the elements that the selectors match, including shadow trees. */
export const findMatches = (roots: readonly Root[], selectors: readonly string[]): Set<Element> => {
  if (selectors.length === 0) return new Set()
  const selector = selectors.join(', ')
  return new Set(roots.flatMap((root) => [...root.querySelectorAll(selector)]))
}

/** Returns the elements that are not inside another element of the set. */
export const findOutermost = (elements: ReadonlySet<Element>): Element[] =>
  [...elements].filter((element) => !ancestorsOf(element).some((outer) => elements.has(outer)))
