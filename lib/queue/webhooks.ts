import { queuedWebhooks } from '../core/requests/queue-messages.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { deliveryPoints } from '../core/telemetry/metric-points.ts'
import type { MessageResult, Receipt } from '../jobs/message.ts'
import { createConsumer, type QueueOptions } from './consume.ts'

interface Options extends QueueOptions {
  handle(key: RequestKey, receipt: Receipt): Promise<MessageResult>
}

/** Returns the handler of a queue of webhook messages. Messages run in parallel, so one slow receiver does not delay the rest of its batch. */
export const createWebhookConsumer = ({ handle, ...options }: Options) =>
  createConsumer({
    ...options,
    decode: queuedWebhooks.decode,
    handle: async ({ accountId, requestId }, receipt) => {
      const result = await handle({ accountId, id: requestId }, receipt)
      return {
        ...result,
        metrics: () => deliveryPoints(result.outcome, result.fields?.['delivery'] === 'upload'),
      }
    },
    describe: ({ accountId, requestId }) => ({ account: accountId, requestId }),
    isParallel: true,
  })
