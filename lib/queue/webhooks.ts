import { z } from 'zod'
import type { RequestKey } from '../core/requests/request-record.ts'
import { webhookPoints } from '../core/telemetry/metric-points.ts'
import type { Logger } from '../logger.ts'
import type { Metrics } from '../metrics.ts'
import { createConsumer } from './consume.ts'
import type { MessageResult } from './delivery.ts'

const WebhookMessage = z.object({ accountId: z.string().min(1), requestId: z.string().min(1) })

interface Options {
  /** Name of the queue in the log lines. */
  queue: string
  handle(key: RequestKey): Promise<MessageResult>
  /** Hides a message for this long, counted from now. */
  hide(receiptHandle: string, seconds: number): Promise<void>
  log: Logger
  metrics: Metrics
  nowMs: () => number
}

/** Returns the handler of a queue of webhook messages. Messages run in parallel, so one slow receiver does not delay the rest of its batch. */
export const createWebhookConsumer = ({ handle, ...options }: Options) =>
  createConsumer({
    ...options,
    parse: (body) => WebhookMessage.safeParse(body).data,
    handle: async ({ accountId, requestId }) => {
      const result = await handle({ accountId, id: requestId })
      return { ...result, metrics: () => webhookPoints(result.outcome) }
    },
    describe: ({ accountId, requestId }) => ({ account: accountId, requestId }),
    isParallel: true,
  })
