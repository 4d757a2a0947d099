import { accountOf } from '../../lib/http/call.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonResponse } from '../../lib/http/response.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps, openHits, readPlaces } from '../deps.ts'

export const handler = endpoint(
  operations.usage,
  async (_options, { call }) => {
    const account = accountOf(call)
    await openHits.closeOverdue(account.id)
    return jsonResponse({ ...(await deps.usage.read(account)), renders: await readPlaces(account) })
  },
  deps,
)
