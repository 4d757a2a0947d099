import * as z from 'zod'
import { withRules } from './check.ts'
import * as content from './fields/content.ts'
import * as source from './fields/source.ts'
import { renderRules, renderShape } from './render-options.ts'

/** Options of the scrape operation. */
export const ScrapeOptions = withRules(
  z.strictObject({
    url: source.url,
    html: source.html,
    ...content.contentShape,
    ...content.markdownShape,
    ...renderShape,
    js_enabled: content.js_enabled,
  }),
  [source.oneSource, content.oneSelection, content.markdownOnly, content.nothingChanges, ...renderRules],
)

export type ScrapeOptions = z.output<typeof ScrapeOptions>
