import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { toText, wholePage } from './page-text.ts'
import { withShownBody } from './reveal.ts'
import { scrapeSelection } from './selection.ts'

/*
 * Bundled into one script by scripts/generate/in-page.ts, as content.ts is, without the search for main content.
 */

/** Returns the page in which this runs as Markdown. */
export const scrape = (options: ScrapeOptions): ScrapeOutcome =>
  scrapeSelection(options, (selection) => withShownBody(() => toText(selection, wholePage, options)))
