import { unclobbered } from '../dom.ts'
import { createInert } from './inert.ts'
import { extractMainContent } from './main-content.ts'
import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { copyOf, toText, unlessTooDeep, wholePage } from './page-text.ts'
import { withShownBody } from './reveal.ts'
import { type Content, type Selection, scrapeSelection, toHtml } from './selection.ts'

/*
 * Bundled into one script by scripts/generate/in-page.ts, with the search for main content.
 */

/** Returns the main content of the page in which this runs. */
export const scrape = (options: ScrapeOptions): ScrapeOutcome =>
  scrapeSelection(options, (selection) =>
    withShownBody(() =>
      options.format === 'md' ? toText(selection, mainContent, options) : toArticle(selection),
    ),
  )

const mainContent = (copy: Document) => extractMainContent(copy) ?? wholePage(copy)

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
