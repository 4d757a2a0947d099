import '../chromium-deps.ts'
import { resolveScrape } from '../../lib/core/plan/resolve-scrape.ts'
import { renderEndpoint } from '../../lib/http/render-endpoint.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config } from '../deps.ts'
import { renderEndpointDeps } from '../work-deps.ts'

export const handler = renderEndpoint(
  operations.scrape,
  {
    resolve: (options) => resolveScrape(options, config.exits, Math.random()),
    load: async () => (await import('../render-deps.ts')).takeScrape,
  },
  renderEndpointDeps,
)
