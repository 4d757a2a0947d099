import { resolveScrape } from '../../lib/core/resolve-scrape.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { scrapeAnswer } from '../../lib/http/scrape-answer.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps } from '../deps.ts'
import { takeScrape } from '../render-deps.ts'

export const handler = endpoint(
  operations.scrape,
  async (options, { call, signal }) => {
    const plan = resolveScrape(options, config.exits)
    const artifact = await takeScrape(plan, { signal, report: call.report })
    return scrapeAnswer(artifact, options.attachment_name)
  },
  deps,
)
