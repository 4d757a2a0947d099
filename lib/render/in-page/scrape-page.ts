import type { ScrapeOptions, ScrapeOutcome } from './scrape/outcome.ts'

/** Defined by the script of `scripts/generate/scrape.ts`, which is sent together with this function. */
declare const stillframeScrape: { scrape(options: ScrapeOptions): ScrapeOutcome }

/** Returns the content of the page, read by the generated script. */
export const scrapePage = (options: ScrapeOptions): ScrapeOutcome => stillframeScrape.scrape(options)
