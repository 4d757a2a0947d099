import * as errors from '../base/errors.ts'
import { BatchList, BatchOptions, BatchView, ListBatchesOptions } from './batches.ts'
import { json, noContent, noOptions, signed } from './operation-rows.ts'

const pathParameter = {
  description: 'The `id` of the batch.',
  example: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
}

/** The rows of batches in the operations table. */
export const batchOperations = {
  create_batch: {
    functionName: 'batches',
    methods: ['POST'],
    path: '/v1/batches',
    summary: 'Create a batch',
    description:
      'Renders up to 1,000 requests, or up to 10,000 pages of a sitemap, in the background. Each is a request with `batch_id` whose turn comes in order: then it gets its record and its hit, and a request without a hit left fails with `quota_exceeded`. Other requests of the account go first. At most 10 batches of an account run at the same time. With the header `Idempotency-Key`, a repeated request returns the batch that the first one created.',
    input: BatchOptions,
    ...json(BatchView, 202),
    ...signed(
      errors.PlanRequiredError,
      errors.QuotaExceededError,
      errors.HostNotFoundError,
      errors.ConcurrencyLimitedError,
      errors.ConnectionFailedError,
      errors.AddressBlockedError,
    ),
  },
  list_batches: {
    functionName: 'batches',
    methods: ['GET'],
    path: '/v1/batches',
    summary: 'List batches',
    description:
      'Returns the batches of the account, newest first, until 30 days after their end. Does not count against the quota.',
    input: ListBatchesOptions,
    ...json(BatchList),
    ...signed(),
  },
  get_batch: {
    functionName: 'batch',
    methods: ['GET'],
    path: '/v1/batches/{id}',
    pathParameter,
    summary: 'Get a batch',
    description:
      'Returns how many requests of the batch have ended and how, and when the rest will probably have. `GET /v1/requests?batch_id=<id>` lists the requests whose turn has come. Does not count against the quota.',
    input: noOptions,
    ...json(BatchView),
    ...signed(errors.NotFoundError),
  },
  cancel_batch: {
    functionName: 'batch',
    methods: ['DELETE'],
    path: '/v1/batches/{id}',
    pathParameter,
    summary: 'Cancel a batch',
    description:
      'Fails the requests of the batch that wait with `canceled` and refunds their hits. Those that are being rendered end as usual. The batch ends with them, and its webhook is sent. Changes nothing if it has ended. Does not count against the quota.',
    input: noOptions,
    ...noContent,
    ...signed(errors.NotFoundError),
  },
  repeat_batch_webhook: {
    functionName: 'batch-webhook',
    methods: ['POST'],
    path: '/v1/batches/{id}/webhook',
    pathParameter: {
      ...pathParameter,
      description: 'The `id` of a batch that has ended and had a `webhook_url`.',
    },
    summary: "Redeliver a batch's webhook",
    description:
      'Sends the webhook of a batch again, whether it was delivered or all attempts failed. The first attempt is made immediately. If it fails, the full retry schedule follows. Returns the batch. Does not count against the quota.',
    input: noOptions,
    ...json(BatchView, 202),
    ...signed(errors.NotFoundError),
  },
} as const
