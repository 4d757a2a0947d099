import * as z from 'zod'
import { withRules } from './check.ts'
import * as content from './fields/content.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape } from './render-options.ts'

/** Options of the scrape operation. */
export const ScrapeOptions = withRules(
  z.strictObject({
    url: source.pageUrl,
    format: content.format,
    only_main_content: content.only_main_content,
    include_selectors: content.include_selectors,
    exclude_selectors: content.exclude_selectors,
    ...renderShape,
    js_enabled: content.js_enabled,
  }),
  [content.oneSelection, content.nothingChanges, ...renderRules],
)

export type ScrapeOptions = z.output<typeof ScrapeOptions>
