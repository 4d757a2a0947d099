import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonTextResponse } from '../../lib/http/response.ts'
import { createOpenApiText } from '../../lib/schema/openapi.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'
import { publicUrlOf } from '../settings.ts'

const openApiText = createOpenApiText()

/** The document names the address that the caller used, unless the operator has set a public one. */
export const handler = endpoint(
  operations.openapi,
  async (_options, { event }) => jsonTextResponse(openApiText(publicUrlOf(event))),
  deps,
)
