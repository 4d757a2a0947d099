import { unclobbered } from '../dom.ts'
import type { MainContentReport } from './omitted.ts'
import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { findMatches, findOutermost, findRoots, type Root } from './select.ts'
import { serializeDocument, serializeElements } from './serialize.ts'

/** What the selectors of a request leave of the page. */
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
