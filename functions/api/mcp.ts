import { createHandler } from '../../lib/http/endpoint.ts'
import { toApiResponse, toWebRequest } from '../../lib/http/web-request.ts'
import { serveMcp } from '../../lib/mcp/serve-mcp.ts'
import { config, log, metrics, nowMs, publicUrlOf } from '../settings.ts'

export const handler = createHandler(
  'mcp',
  { log, metrics, nowMs },
  async (event, { traceparent }, signal) => {
    const baseUrl = publicUrlOf(event)
    const request = toWebRequest(event, `${baseUrl}/mcp`, signal)
    const settings = { baseUrl, cacheUrl: config.cacheUrl, traceparent, log }
    return toApiResponse(await serveMcp(request, settings))
  },
)
