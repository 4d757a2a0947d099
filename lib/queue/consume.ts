import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import { until } from '../base/timers.ts'
import { outageWaitSeconds } from '../core/requests/outage.ts'
import { messagePoints } from '../core/telemetry/metric-points.ts'
import type { MetricPoint } from '../core/telemetry/metrics.ts'
import type { Metrics } from '../core/telemetry/metrics-publisher.ts'
import { traceIdOf } from '../core/telemetry/trace-context.ts'
import type { MessageResult, Receipt } from '../jobs/message.ts'
import type { ReceivedMessage } from '../store/queues.ts'

/** The outcome of a message with the metrics of its queue. */
export interface Handled extends MessageResult {
  /** Returns metrics in addition to the ones of every message. `totalMs` is the processing time. */
  metrics?: (totalMs: number) => readonly MetricPoint[]
}

export interface ConsumerOptions<Message> {
  /** Name of the queue in the log lines. */
  queue: string
  /** Returns undefined if the body is invalid. The message is then discarded, because a retry cannot succeed. */
  decode(body: string): Message | undefined
  handle(message: Message, receipt: Receipt): Promise<Handled>
  /** Which message a log line is about. */
  describe(message: Message): Readonly<Record<string, unknown>>
  /** Hides a message for this long, counted from now. */
  changeVisibility(receiptHandle: string, seconds: number): Promise<void>
  /** The longest wait of a message whose handler threw. By default that of `outageWaitSeconds`. */
  outageWaitMaxSeconds?: number
  log: Logger
  metrics: Metrics
  nowMs: () => number
  /**
   * Is awaited before the invocation ends, where Lambda stops the environment. `done` are the receipt handles of the messages that
   * Lambda deletes after this. If the process ends here, it must delete them first. `startedMs` is the begin of the invocation.
   */
  settled?: (done: readonly string[], startedMs: number) => Promise<void>
  /** Whether the messages of a batch are handled at the same time. By default one after another. */
  isParallel?: boolean
  /** What an invocation receives into its free places while messages of a parallel batch are still being handled. */
  more?: MoreMessages
}

/** Messages that an invocation receives itself. Lambda neither deletes them nor knows that they failed. */
export interface MoreMessages {
  receive(): Promise<ReceivedMessage | undefined>
  remove(receiptHandle: string): Promise<void>
  /** How many messages are handled at the same time. */
  places: number
  /** What the longest message takes. None is received when less time is left. */
  neededMs: number
}

type InvocationContext = Pick<Context, 'awsRequestId' | 'getRemainingTimeInMillis'>

/** The options that every queue of this service sets itself. */
export type QueueOptions = Omit<
  ConsumerOptions<unknown>,
  'decode' | 'handle' | 'describe' | 'isParallel' | 'outageWaitMaxSeconds'
>

/**
 * Returns the handler of a queue's function. Each message is handled separately and writes one log line. Each batch writes metrics.
 * Messages that must stay in the queue are reported as failed and are delivered again after their delay.
 *
 * We considered `@aws-lambda-powertools/batch` 2.x. It cannot extend the visibility of a message while a render runs.
 */
export const createConsumer = <Message>(options: ConsumerOptions<Message>) => {
  let coldEnvironment = true
  return async ({ Records }: SQSEvent, context: InvocationContext) => {
    const startedMs = options.nowMs()
    const done: string[] = []
    const failed: SQSBatchResponse['batchItemFailures'] = []
    const points: MetricPoint[] = []
    const handleOne = async (record: ReceivedMessage) => {
      const isCold = coldEnvironment
      coldEnvironment = false
      const consumed = await consume(options, record, { context, isCold })
      points.push(...consumed.points)
      return consumed.isOver
    }
    const take = async (record: SQSRecord) => {
      const isOver = await handleOne(record)
      if (isOver) done.push(record.receiptHandle)
      else failed.push({ itemIdentifier: record.messageId })
      return isOver
    }
    if (options.isParallel) await takeAll(options, Records, { take, handleOne, context })
    else for (const record of Records) await take(record)
    options.metrics.publish(points)
    await options.settled?.(done, startedMs)
    return { batchItemFailures: failed } satisfies SQSBatchResponse
  }
}

interface Work {
  /** Handles a message of the batch. Returns whether it can be deleted. */
  take(record: SQSRecord): Promise<boolean>
  handleOne(record: ReceivedMessage): Promise<boolean>
  context: Pick<Context, 'getRemainingTimeInMillis'>
}

/** How soon an invocation that waits asks for more messages again. The queue may have been empty. */
const receiveAgainMs = 1_000

/**
 * Handles the messages of a batch in parallel. A batch lasts as long as its slowest message, however few it has. Until then, free places
 * receive other messages, and delete what they are done with.
 */
const takeAll = async <Message>(
  { more, log, queue }: ConsumerOptions<Message>,
  records: readonly SQSRecord[],
  { take, handleOne, context }: Work,
) => {
  const attempt = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      log.warn({ queue, cause: describeCause(error) }, 'queue not reached')
      return undefined
    }
  }
  const running = new Set<Promise<void>>()
  const start = (record: ReceivedMessage, handling: Promise<boolean>) => {
    const run = async () => {
      if ((await handling) && more) await attempt(more.remove(record.receiptHandle))
      running.delete(work)
    }
    const work = run()
    running.add(work)
  }
  const hasTime = () => more !== undefined && context.getRemainingTimeInMillis() >= more.neededMs
  for (const record of records) start(record, take(record))
  while (running.size > 0) {
    const next = Promise.race(running)
    await (hasTime() ? until(next, receiveAgainMs) : next)
    while (more && running.size > 0 && running.size < more.places && hasTime()) {
      const record = await attempt(more.receive())
      if (!record) break
      start(record, handleOne(record))
    }
  }
}

interface Consumed {
  /** The message can be deleted. */
  isOver: boolean
  points: readonly MetricPoint[]
}

const consume = async <Message>(
  options: ConsumerOptions<Message>,
  record: ReceivedMessage,
  { context, isCold }: { context: InvocationContext; isCold: boolean },
): Promise<Consumed> => {
  const { queue, log, nowMs } = options
  const startedMs = nowMs()
  const receiveCount = Number(record.attributes.ApproximateReceiveCount)
  const message = options.decode(record.body)
  const common = { queue, messageId: record.messageId, receiveCount }
  const waitedMs = startedMs - Number(record.attributes.SentTimestamp)
  const toPoints = (outcome: string) =>
    messagePoints({ queue, outcome, receiveCount, waitedMs, coldEnvironment: isCold })
  if (message === undefined) {
    log.error({ ...common, outcome: 'malformed' }, 'message')
    return { isOver: true, points: toPoints('malformed') }
  }
  let traceId: string | undefined
  const result = await handle(options, message, {
    receiveCount,
    invocationId: context.awsRequestId,
    remainingMs: () => context.getRemainingTimeInMillis(),
    extendVisibility: (seconds) => options.changeVisibility(record.receiptHandle, seconds),
    follow({ traceparent }) {
      traceId = traceparent && traceIdOf(traceparent)
    },
  })
  const { outcome, retrySeconds, cause, fields } = result
  if (retrySeconds !== undefined) await delayRetry(options, record, retrySeconds)
  const line = {
    ...common,
    ...options.describe(message),
    ...(traceId && { traceId }),
    ...fields,
    outcome,
    ...(retrySeconds !== undefined && { retrySeconds }),
    waitedMs,
    totalMs: nowMs() - startedMs,
  }
  if (cause === undefined) log.info(line, 'message')
  else log.error({ ...line, cause: describeCause(cause) }, 'message')
  return {
    isOver: retrySeconds === undefined,
    points: [...toPoints(outcome), ...(result.metrics?.(line.totalMs) ?? [])],
  }
}

const handle = async <Message>(
  options: ConsumerOptions<Message>,
  message: Message,
  receipt: Receipt,
): Promise<Handled> => {
  try {
    return await options.handle(message, receipt)
  } catch (cause) {
    return {
      outcome: 'error',
      retrySeconds: outageWaitSeconds(receipt.receiveCount, options.outageWaitMaxSeconds),
      cause,
    }
  }
}

/** If this fails, the message is still delivered again, after its current visibility timeout. */
const delayRetry = async <Message>(
  { changeVisibility, log, queue }: ConsumerOptions<Message>,
  record: ReceivedMessage,
  seconds: number,
) => {
  try {
    await changeVisibility(record.receiptHandle, seconds)
  } catch (error) {
    log.warn({ queue, messageId: record.messageId, cause: describeCause(error) }, 'visibility not changed')
  }
}
