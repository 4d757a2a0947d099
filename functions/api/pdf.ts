import '../chromium-deps.ts'
import { resolvePdf } from '../../lib/core/plan/resolve-pdf.ts'
import { renderEndpoint } from '../../lib/http/render-endpoint.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config } from '../deps.ts'
import { renderEndpointDeps } from '../work-deps.ts'

export const handler = renderEndpoint(
  operations.pdf,
  {
    resolve: (options) => resolvePdf(options, config.exits, Math.random()),
    load: async () => (await import('../render-deps.ts')).takePdf,
  },
  renderEndpointDeps,
)
