import { setTimeout as wait } from 'node:timers/promises'
import type { SQSEvent } from 'aws-lambda'
import type { Lambda } from '../create-lambda.ts'
import { findFailed } from './failed-messages.ts'
import type { QueueMessage, QueuePort } from './queue-port.ts'

interface SqsEventSourceOptions {
  lambda: Pick<Lambda, 'invoke'>
  functionName: string
  queue: QueuePort
  queueArn: string
  region: string
  /** Messages in one event, at most 10. Default: 10. */
  batchSize?: number
  /** Concurrent events. Default: 2, the minimum that AWS allows. */
  maxConcurrency?: number
  /** Length of one long poll. Default: 20. */
  waitSeconds?: number
  /** Until a batch whose function failed is delivered again. Default: 5. */
  retrySeconds?: number
  /** Receives the messages of an event that did not end because the host stops. They are then made visible again. */
  abandon?(messages: readonly QueueMessage[]): Promise<void>
  /** Receives a sentence for every failed poll or batch. */
  log(line: string): void
}

export interface SqsEventSource extends AsyncDisposable {
  /**
   * Stops polling and resolves when the last polls and the running events have ended. SQS gives messages to a poll even after its caller
   * has disconnected, and hides them for the visibility timeout. So no poll is aborted, and messages that it receives are returned to the queue.
   */
  drain(): Promise<void>
  /** Stops polling and waits up to a second for polls and running events. */
  close(): Promise<void>
}

const closeMs = 1_000
const retryMs = 1_000

/**
 * Polls a queue and invokes a function with batches of its messages. Messages that the function reports as failed stay in the queue and
 * become visible again after the visibility timeout. So does the whole batch if the function throws, but after a few seconds: processes on
 * a laptop are killed more often than on Lambda, and no one waits for minutes. The queue's redrive policy counts the attempts.
 */
export const startSqsEventSource = (options: SqsEventSourceOptions): SqsEventSource => {
  const source = { batchSize: 10, waitSeconds: 20, retrySeconds: 5, maxConcurrency: 2, ...options }
  const stopping = new AbortController()
  const loops = Array.from({ length: source.maxConcurrency }, () => pollUntilStopped(source, stopping.signal))
  const drain = async () => {
    stopping.abort()
    await Promise.all(loops)
  }
  const close = async () => {
    const expired = new AbortController()
    await Promise.race([drain(), wait(closeMs, undefined, { signal: expired.signal })])
    expired.abort()
  }
  return { drain, close, [Symbol.asyncDispose]: close }
}

type Source = SqsEventSourceOptions & { batchSize: number; waitSeconds: number; retrySeconds: number }

const pollUntilStopped = async (source: Source, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      const { batchSize: maxMessages, waitSeconds } = source
      const messages = await source.queue.receive({ maxMessages, waitSeconds })
      if (signal.aborted) await hide(source, messages, 0)
      else if (messages.length > 0) await deliver(source, messages, signal)
    } catch (error) {
      source.log(`${source.queueArn}: ${error}`)
      await wait(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}

const deliver = async (source: Source, messages: QueueMessage[], signal: AbortSignal): Promise<void> => {
  const failed = new Set(await invoke(source, messages, signal))
  const handles = messages.filter((message) => !failed.has(message)).map(({ receiptHandle }) => receiptHandle)
  if (handles.length > 0) await source.queue.deleteBatch(handles)
}

/** Returns the messages that failed. */
const invoke = async (
  source: Source,
  messages: QueueMessage[],
  signal: AbortSignal,
): Promise<readonly QueueMessage[]> => {
  const { lambda, functionName, queueArn, region, retrySeconds, abandon, log } = source
  const added = { eventSource: 'aws:sqs', eventSourceARN: queueArn, awsRegion: region }
  const event: SQSEvent = { Records: messages.map((message) => ({ ...message, ...added })) }
  try {
    const traceHeaders = messages.flatMap(({ attributes }) => attributes.AWSTraceHeader ?? [])
    const result = await lambda.invoke(functionName, event, { traceHeaders })
    if (result.kind === 'buffered') return findFailed(messages, result.payload.toString())
    result.body.resume()
    throw new Error('The function streamed its response.')
  } catch (error) {
    log(`${queueArn}: ${messages.length} messages failed: ${error}`)
    if (signal.aborted) await abandon?.(messages).catch((cause: unknown) => log(`${queueArn}: ${cause}`))
    // The function's own lease on what a message names excludes a second worker.
    await hide(source, messages, retrySeconds)
    return messages
  }
}

/** A message for which this fails becomes visible after the visibility timeout. */
const hide = ({ queue, queueArn, log }: Source, messages: QueueMessage[], seconds: number) =>
  Promise.all(
    messages.map(({ receiptHandle }) =>
      queue.hide(receiptHandle, seconds).catch((error: unknown) => log(`${queueArn}: ${error}`)),
    ),
  )
