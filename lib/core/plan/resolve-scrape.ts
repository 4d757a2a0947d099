import type { ScrapeOptions } from '../../schema/scrape.ts'
import type { ExitProxies } from '../network/exit-proxies.ts'
import type { ScrapePlan } from './render-plan.ts'
import { resolveRender } from './resolve-render.ts'

/**
 * Returns the plan of a scrape.
 * @param random from 0 up to, not including, 1: picks among several exits
 * @throws InvalidParameterError for an `ip_location` without an exit
 */
export const resolveScrape = (options: ScrapeOptions, exits: ExitProxies, random: number): ScrapePlan => ({
  ...resolveRender(options, exits, random),
  format: options.format,
  scriptsDisabled: !options.js_enabled,
  onlyMainContent: options.only_main_content,
  markdown: { links: options.md_links, images: options.md_images, frontMatter: options.md_front_matter },
  includeSelectors: [...options.include_selectors],
  excludeSelectors: [...options.exclude_selectors],
  captureBeyondViewport: options.capture_beyond_viewport,
})
