import { endpoint } from '../../lib/http/endpoint.ts'
import { eventNotFound, repeatEventWebhook } from '../../lib/http/events.ts'
import { createRepeatWebhook } from '../../lib/jobs/repeat-webhook.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps, nowMs, queues, requests } from '../deps.ts'

export const handler = endpoint(
  operations.repeat_event_webhook,
  repeatEventWebhook(createRepeatWebhook({ requests, queues, nowMs }, eventNotFound)),
  deps,
)
