import { deliveriesMax } from '../../lib/core/requests/delivery-schedule.ts'
import { createSendEmail, withEmail } from '../../lib/egress/send-email.ts'
import { createDeliver, neededMs } from '../../lib/jobs/deliver.ts'
import { createFindStorageKey } from '../../lib/jobs/put-object.ts'
import { createWebhookConsumer } from '../../lib/queue/webhooks.ts'
import { createResultStore } from '../../lib/store/results.ts'
import { accounts, config, log, metrics, nowMs, queues, requests, s3 } from '../deps.ts'
import { announcer } from '../events.ts'
import { assumeRole, credentials, post, secrets } from '../storage.ts'

const { alertEmail, emailEndpoint, region } = config

export const handler = createWebhookConsumer({
  queue: 'webhook',
  handle: createDeliver({
    requests,
    accounts,
    files: createResultStore({ s3, bucket: config.resultsBucket, log }),
    post: withEmail(post, createSendEmail({ endpoint: emailEndpoint, region, credentials, alertEmail, log })),
    findKey: createFindStorageKey({ secrets, assumeRole, nowMs }),
    cacheUrl: config.cacheUrl,
    publicUrl: config.publicUrl,
    announcer,
    retrySeconds: config.webhookRetrySeconds,
    nowMs,
    random: Math.random,
    log,
  }),
  changeVisibility: (receiptHandle, seconds) => queues.changeVisibility('webhook', receiptHandle, seconds),
  more: {
    receive: () => queues.receive('webhook'),
    remove: (receiptHandle) => queues.deleteBatch('webhook', [receiptHandle]),
    places: deliveriesMax,
    neededMs,
  },
  log,
  metrics,
  nowMs,
})
