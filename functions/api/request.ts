import { isRequestId } from '../../lib/core/requests/request-id.ts'
import { toRequestView } from '../../lib/core/requests/request-view.ts'
import { NotFoundError } from '../../lib/errors.ts'
import { accountOf } from '../../lib/http/call.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonAnswer } from '../../lib/http/response.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps } from '../deps.ts'
import { requests } from '../request-deps.ts'

export const handler = endpoint(
  operations.get_request,
  async (_options, { call, event }) => {
    const id = event.pathParameters?.['id'] ?? ''
    const record = isRequestId(id) && (await requests.find({ accountId: accountOf(call).id, id }))
    if (!record) throw new NotFoundError('The account has no request with this id.')
    return jsonAnswer(toRequestView(record, config.cacheUrl))
  },
  deps,
)
