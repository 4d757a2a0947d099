/// <reference lib="dom" />
import { flatten } from './flatten.ts'
import { createInert } from './inert.ts'
import { extractMainContent } from './main-content.ts'
import { toMarkdown } from './markdown.ts'
import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { findMatches, findOutermost, findRoots } from './select.ts'
import { serializeDocument, serializeElements } from './serialize.ts'

/*
 * Bundled into one script by scripts/generate/scrape.ts, so it may import, unlike the functions next to this folder.
 */

/** Returns the content of the page in which this runs. The selectors are valid. */
export const scrape = (options: ScrapeOptions): ScrapeOutcome => {
  const roots = findRoots()
  const excluded = findMatches(roots, options.excludeSelectors)
  if (excluded.has(document.documentElement)) return { kind: 'root_excluded' }
  const included = findOutermost(findMatches(roots, options.includeSelectors))
  if (options.includeSelectors.length > 0 && included.length === 0) return { kind: 'nothing' }
  const elements = included.length > 0 ? included : wholeDocument()
  const text = options.format === 'md' ? toText() : toHtml()
  return text.length > options.lengthMax ? { kind: 'too_large' } : { kind: 'content', text }

  function toText(): string {
    return (
      unlessTooDeep(() => {
        const copy = flatten(elements, { excluded, keepNames: options.onlyMainContent })
        return toMarkdown((options.onlyMainContent && extractMainContent(copy)) || copy.body)
      }) ?? elements.map(toShownText).join('\n\n')
    )
  }

  function toHtml(): string {
    const article = options.onlyMainContent
      ? unlessTooDeep(() => extractMainContent(flatten(elements, { excluded, keepNames: true })))
      : undefined
    if (article) return toArticle(article)
    for (const element of excluded) unclobbered(element).remove()
    return included.length > 0 ? serializeElements(elements, roots) : serializeDocument(roots)
  }
}

/** Returns an empty array if the root element of the document was removed. */
const wholeDocument = (): Element[] =>
  [document.body ?? document.documentElement].filter((element) => element !== null)

/** Returns undefined if the stack overflows, on a tree that is deeper than any real page. */
const unlessTooDeep = <Result>(work: () => Result): Result | undefined => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return undefined
  }
}

const toShownText = (element: Element): string =>
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is not shown
  element instanceof HTMLElement ? unclobbered(element).innerText : unclobbered(element).textContent

const toArticle = (article: Element): string => {
  const copy = createInert(document.title)
  copy.documentElement.lang = unclobbered(document.documentElement).getAttribute('lang') ?? ''
  const charset = copy.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  copy.head.prepend(charset)
  copy.body.append(...article.childNodes)
  return `<!doctype html>${copy.documentElement.outerHTML}`
}
