import { isRequestId } from '../../lib/core/requests/request-id.ts'
import { toRequestView } from '../../lib/core/requests/request-view.ts'
import { NotFoundError } from '../../lib/errors.ts'
import { accountOf } from '../../lib/http/call.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { jsonAnswer } from '../../lib/http/response.ts'
import { createRepeatWebhook } from '../../lib/jobs/repeat-webhook.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, nowMs } from '../deps.ts'
import { queues } from '../queue-deps.ts'
import { requests } from '../request-deps.ts'

const repeatWebhook = createRepeatWebhook({ requests, queues, nowMs })

export const handler = endpoint(
  operations.repeat_webhook,
  async (_options, { call, event }) => {
    const id = event.pathParameters?.['id'] ?? ''
    const record = isRequestId(id) ? await repeatWebhook({ accountId: accountOf(call).id, id }) : undefined
    if (!record) throw new NotFoundError('The account has no request with this id.')
    return jsonAnswer(toRequestView(record, config.cacheUrl), 202)
  },
  deps,
)
