import { repeatBatchWebhook } from '../../lib/http/batches.ts'
import { endpoint } from '../../lib/http/endpoint.ts'
import { batchNotFound } from '../../lib/jobs/batches/cancel-batch.ts'
import { createRepeatWebhook } from '../../lib/jobs/repeat-webhook.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps, nowMs, queues, requests } from '../deps.ts'

export const handler = endpoint(
  operations.repeat_batch_webhook,
  repeatBatchWebhook(createRepeatWebhook({ requests, queues, nowMs }, batchNotFound), nowMs),
  deps,
)
