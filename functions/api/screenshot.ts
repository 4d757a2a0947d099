import '../chromium-deps.ts'
import { resolveScreenshot } from '../../lib/core/plan/resolve-screenshot.ts'
import { renderEndpoint } from '../../lib/http/render-endpoint.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config } from '../deps.ts'
import { renderEndpointDeps } from '../work-deps.ts'

export const handler = renderEndpoint(
  operations.screenshot,
  {
    resolve: (options) => resolveScreenshot(options, config.exits, Math.random()),
    load: async () => (await import('../render-deps.ts')).takeScreenshot,
  },
  renderEndpointDeps,
)
