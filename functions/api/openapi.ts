import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonResponse } from '../../lib/http/response.ts'
import { buildOpenApi } from '../../lib/schema/openapi.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps } from '../deps.ts'

/** The document names the address that the caller used, unless the operator has set a public one. */
export const handler = endpoint(
  operations.openapi,
  async (_options, { event }) =>
    jsonResponse(buildOpenApi(config.publicUrl ?? `https://${event.requestContext.domainName}`)),
  deps,
)
