import { createPostWebhook } from '../../lib/egress/post-webhook.ts'
import { createDeliverWebhook } from '../../lib/jobs/deliver-webhook.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import { accounts, config, log, nowMs } from '../deps.ts'
import { queues } from '../queue-deps.ts'
import { requests } from '../request-deps.ts'

export const handler = createWebhookConsumer({
  queue: 'webhook',
  handle: createDeliverWebhook({
    requests,
    accounts,
    post: createPostWebhook({
      policy: { allow: config.egressAllow, serviceHosts: config.serviceHosts },
    }),
    cacheUrl: config.cacheUrl,
    retrySeconds: config.webhookRetrySeconds,
    nowMs,
    random: Math.random,
  }),
  hide: (receiptHandle, seconds) => queues.changeVisibility('webhook', receiptHandle, seconds),
  log,
  nowMs,
})
