import type { ScrapeOptions, ScrapeOutcome } from './scrape/outcome.ts'

/** Of the script that `scripts/generate/scrape.ts` makes, which this function is called with. */
declare const stillframeScrape: { scrape(options: ScrapeOptions): ScrapeOutcome }

/** The page's content by the generated script. */
export const scrapePage = (options: ScrapeOptions): ScrapeOutcome => stillframeScrape.scrape(options)
