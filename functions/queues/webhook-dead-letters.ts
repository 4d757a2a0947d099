import { createGiveUp } from '../../lib/jobs/give-up.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import { log, metrics, nowMs, queues, requests } from '../deps.ts'
import { announcer } from '../events.ts'

export const handler = createWebhookConsumer({
  queue: 'webhook-dead-letters',
  handle: createGiveUp({ requests, queues, announcer, nowMs }),
  // A message that stays is delivered again after the visibility timeout of the queue.
  changeVisibility: async () => {},
  log,
  metrics,
  nowMs,
})
