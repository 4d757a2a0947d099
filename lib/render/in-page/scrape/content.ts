/// <reference lib="dom" />
import { findBars } from './code-bars.ts'
import { flatten } from './flatten.ts'
import { createInert } from './inert.ts'
import { extractMainContent } from './main-content.ts'
import { toMarkdown } from './markdown.ts'
import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { withShownBody } from './reveal.ts'
import { type Selection, scrapeSelection, toHtml } from './selection.ts'

/*
 * Bundled into one script by scripts/generate/scrape.ts, so it may import, unlike the functions next to this folder.
 */

/** Returns the page in which this runs as Markdown, or the main content of its HTML. */
export const scrape = (options: ScrapeOptions): ScrapeOutcome =>
  scrapeSelection(options, (selection) =>
    options.format === 'md'
      ? withShownBody(() => toText(selection, options))
      : (withShownBody(() => toArticle(selection)) ?? toHtml(selection)),
  )

const toText = ({ elements, ...rest }: Selection, { onlyMainContent }: ScrapeOptions): string =>
  unlessTooDeep(() => {
    const copy = flatten(elements, { excluded: withoutBars(rest), keepNames: onlyMainContent })
    return toMarkdown((onlyMainContent && extractMainContent(copy)) || copy.body)
  }) ?? elements.map(toShownText).join('\n\n')

const withoutBars = ({ roots, excluded }: Pick<Selection, 'roots' | 'excluded'>): Set<Element> =>
  new Set([...findBars(roots), ...excluded])

/** Returns undefined if the page has no main content. */
const toArticle = ({ elements, ...rest }: Selection): string | undefined => {
  const article = unlessTooDeep(() =>
    extractMainContent(flatten(elements, { excluded: withoutBars(rest), keepNames: true })),
  )
  if (!article) return undefined
  const copy = createInert(document.title)
  copy.documentElement.lang = unclobbered(document.documentElement).getAttribute('lang') ?? ''
  const charset = copy.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  copy.head.prepend(charset)
  copy.body.append(...article.childNodes)
  return `<!DOCTYPE html>${copy.documentElement.outerHTML}`
}

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
  isHtml(element) ? unclobbered(element).innerText : unclobbered(element).textContent
