import { endpoint } from '../../lib/http/endpoint.ts'
import { repeatWebhook } from '../../lib/http/requests.ts'
import { createRepeatWebhook } from '../../lib/jobs/repeat-webhook.ts'
import { operations } from '../../lib/schema/operations.ts'
import { config, deps, nowMs, queues, requests } from '../deps.ts'

export const handler = endpoint(
  operations.repeat_webhook,
  repeatWebhook(createRepeatWebhook({ requests, queues, nowMs }), config.cacheUrl),
  deps,
)
