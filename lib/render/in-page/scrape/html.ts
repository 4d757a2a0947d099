import type { ScrapeOptions, ScrapeOutcome } from './outcome.ts'
import { scrapeSelection, toHtml } from './selection.ts'

/*
 * Bundled into one script by scripts/generate/in-page.ts, as content.ts is. Most requests for HTML need no more than this, which
 * is 30 times smaller.
 */

/** Returns the HTML of the page in which this runs. */
export const scrape = (options: ScrapeOptions): ScrapeOutcome =>
  scrapeSelection(options, (selection) => ({ text: toHtml(selection) }))
