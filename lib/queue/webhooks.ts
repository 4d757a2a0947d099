import { z } from 'zod'
import type { RequestKey } from '../core/request-record.ts'
import type { Logger } from '../logger.ts'
import { createConsumer } from './consume.ts'
import type { MessageResult } from './delivery.ts'

const WebhookMessage = z.object({ accountId: z.string().min(1), requestId: z.string().min(1) })

interface Options {
  /** Name of the queue in the log lines. */
  queue: string
  handle(key: RequestKey): Promise<MessageResult>
  /** Hides a message from now on for so long. */
  hide(receiptHandle: string, seconds: number): Promise<void>
  log: Logger
  nowMs: () => number
}

/** The handler of a queue of webhook messages. One slow receiver does not hold up the others of its batch. */
export const createWebhookConsumer = ({ queue, handle, hide, log, nowMs }: Options) =>
  createConsumer({
    queue,
    parse: (body) => WebhookMessage.safeParse(body).data,
    handle: ({ accountId, requestId }) => handle({ accountId, id: requestId }),
    describe: ({ accountId, requestId }) => ({ account: accountId, requestId }),
    hide,
    log,
    nowMs,
    isParallel: true,
  })
