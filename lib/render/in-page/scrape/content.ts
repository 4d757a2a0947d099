/// <reference lib="dom" />
import { findBars } from './code-bars.ts'
import { toFence } from './code-span.ts'
import { flatten } from './flatten.ts'
import { createInert } from './inert.ts'
import { extractMainContent } from './main-content.ts'
import { toMarkdown } from './markdown.ts'
import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { withShownBody } from './reveal.ts'
import { type Content, type Selection, scrapeSelection, toHtml } from './selection.ts'
import { readXml } from './xml.ts'

/*
 * Bundled into one script by scripts/generate/scrape.ts, so it may import, unlike the functions next to this folder.
 */

/** Returns the page in which this runs as Markdown, or the main content of its HTML. */
export const scrape = (options: ScrapeOptions): ScrapeOutcome =>
  scrapeSelection(options, (selection) =>
    withShownBody(() => (options.format === 'md' ? toText(selection, options) : toArticle(selection))),
  )

const toText = (selection: Selection, options: ScrapeOptions): Content => {
  const xml = selection.isPartial ? undefined : readXml()
  return xml === undefined ? toMarkdownText(selection, options) : { text: `${toFence(xml, 'xml')}\n` }
}

const toMarkdownText = (selection: Selection, { onlyMainContent }: ScrapeOptions): Content =>
  unlessTooDeep(() => {
    const copy = copyOf(selection, onlyMainContent)
    const main = onlyMainContent ? extractMainContent(copy) : undefined
    return { text: toMarkdown(main?.content ?? copy.body), mainContent: main?.report }
  }) ?? { text: selection.elements.map(toShownText).join('\n\n') }

const copyOf = ({ elements, roots, excluded }: Selection, keepNames: boolean): Document =>
  flatten(elements, { excluded: new Set([...findBars(roots), ...excluded]), keepNames })

/** Returns the whole page if it has no main content. */
const toArticle = (selection: Selection): Content => {
  const article = unlessTooDeep(() => extractMainContent(copyOf(selection, true)))
  if (!article) return { text: toHtml(selection) }
  const copy = createInert(document.title)
  copy.documentElement.lang = unclobbered(document.documentElement).getAttribute('lang') ?? ''
  const charset = copy.createElement('meta')
  charset.setAttribute('charset', 'utf-8')
  copy.head.prepend(charset)
  copy.body.append(...article.content.childNodes)
  return { text: `<!DOCTYPE html>${copy.documentElement.outerHTML}`, mainContent: article.report }
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
