import { accountOf } from '../../lib/http/call.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonResponse } from '../../lib/http/response.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'

export const handler = endpoint(
  operations.usage_history,
  async ({ days }, { call }) => jsonResponse(await deps.usage.readHistory(accountOf(call).id, days)),
  deps,
)
