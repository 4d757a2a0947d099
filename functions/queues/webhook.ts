import { createPostWebhook } from '../../lib/egress/post-webhook.ts'
import { createDeliverWebhook } from '../../lib/jobs/deliver-webhook.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { accounts, config, egressPolicy, log, metrics, nowMs, queues, requests, s3 } from '../deps.ts'

export const handler = createWebhookConsumer({
  queue: 'webhook',
  handle: createDeliverWebhook({
    requests,
    accounts,
    files: createResultStore({ s3, bucket: config.resultsBucket, log }),
    post: createPostWebhook({ policy: egressPolicy }),
    cacheUrl: config.cacheUrl,
    retrySeconds: config.webhookRetrySeconds,
    nowMs,
    random: Math.random,
    log,
  }),
  changeVisibility: (receiptHandle, seconds) => queues.changeVisibility('webhook', receiptHandle, seconds),
  log,
  metrics,
  nowMs,
})
