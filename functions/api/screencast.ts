import '../chromium-deps.ts'
import { resolveScreencast } from '../../lib/core/plan/resolve-screencast.ts'
import { renderEndpoint } from '../../lib/http/render-endpoint.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config } from '../deps.ts'
import { renderEndpointDeps } from '../work-deps.ts'

export const handler = renderEndpoint(
  operations.screencast,
  {
    resolve: (options) => resolveScreencast(options, config.exits, Math.random()),
    load: async () => (await import('../render-deps.ts')).takeScreencast,
  },
  renderEndpointDeps,
)
