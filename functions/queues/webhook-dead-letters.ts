import { createGiveUpWebhook } from '../../lib/jobs/give-up-webhook.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import { log, metrics, nowMs, requests } from '../deps.ts'

export const handler = createWebhookConsumer({
  queue: 'webhook-dead-letters',
  handle: createGiveUpWebhook({ requests, nowMs }),
  // What stays comes again after the queue's own visibility timeout.
  hide: async () => {},
  log,
  metrics,
  nowMs,
})
