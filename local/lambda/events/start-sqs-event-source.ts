import { setTimeout as wait } from 'node:timers/promises'
import type { SQSEvent } from 'aws-lambda'
import type { Lambda } from '../create-lambda.ts'
import { decideFailed } from './failed-messages.ts'
import type { QueueMessage, QueuePort } from './queue-port.ts'

export interface SqsEventSourceOptions {
  lambda: Pick<Lambda, 'invoke'>
  functionName: string
  queue: QueuePort
  queueArn: string
  region: string
  /** Messages an event; 10 unless given. */
  batchSize?: number
  /** How long to collect for a full batch after the first message; 0 unless given. */
  windowMs?: number
  /** Concurrent events. Default: 2, the minimum that AWS allows. */
  maxConcurrency?: number
  /** Length of one long poll; 20 unless given. */
  waitSeconds?: number
  /** A failed poll or batch, in a sentence. */
  log(line: string): void
}

export interface SqsEventSource extends AsyncDisposable {
  /** Stops polling and waits up to a second for running events; their messages come back after the visibility timeout. */
  close(): Promise<void>
}

const closeMs = 1_000
const retryMs = 1_000
const deleteBatchMax = 10

/**
 * Polls a queue and hands its messages to a function in batches. What the function reports as failed, and the whole batch if it
 * throws, stays in the queue until its visibility timeout; the queue's redrive policy counts the attempts.
 */
export const startSqsEventSource = (options: SqsEventSourceOptions): SqsEventSource => {
  const source = { batchSize: 10, windowMs: 0, waitSeconds: 20, maxConcurrency: 2, ...options }
  const stopping = new AbortController()
  const loops = Array.from({ length: source.maxConcurrency }, () => pollUntilStopped(source, stopping.signal))
  const close = async () => {
    stopping.abort()
    const expired = new AbortController()
    await Promise.race([Promise.all(loops), wait(closeMs, undefined, { signal: expired.signal })])
    expired.abort()
  }
  return { close, [Symbol.asyncDispose]: close }
}

type Source = SqsEventSourceOptions & { batchSize: number; windowMs: number; waitSeconds: number }

const pollUntilStopped = async (source: Source, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      const messages = await collectBatch(source, signal)
      if (messages.length > 0) await deliver(source, messages)
    } catch (error) {
      if (signal.aborted) return
      source.log(`${source.queueArn}: ${error}`)
      await wait(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}

const collectBatch = async (source: Source, signal: AbortSignal): Promise<QueueMessage[]> => {
  const { queue, batchSize, windowMs } = source
  const messages: QueueMessage[] = []
  let waitSeconds = source.waitSeconds
  let closesAtMs = Number.POSITIVE_INFINITY
  do {
    const maxMessages = Math.min(10, batchSize - messages.length)
    const received = await queue.receive({ maxMessages, waitSeconds, signal })
    if (received.length === 0 && messages.length === 0) return messages
    if (messages.length === 0) closesAtMs = Date.now() + windowMs
    messages.push(...received)
    waitSeconds = Math.min(source.waitSeconds, Math.ceil((closesAtMs - Date.now()) / 1000))
  } while (messages.length < batchSize && Date.now() < closesAtMs && !signal.aborted)
  return messages
}

const deliver = async (source: Source, messages: QueueMessage[]): Promise<void> => {
  const failed = new Set(await invoke(source, messages))
  const handles = messages.filter((message) => !failed.has(message)).map(({ receiptHandle }) => receiptHandle)
  for (let start = 0; start < handles.length; start += deleteBatchMax) {
    await source.queue.deleteBatch(handles.slice(start, start + deleteBatchMax))
  }
}

/** The messages that failed. */
const invoke = async (source: Source, messages: QueueMessage[]): Promise<readonly QueueMessage[]> => {
  const { lambda, functionName, queueArn, region, log } = source
  const added = { eventSource: 'aws:sqs', eventSourceARN: queueArn, awsRegion: region }
  const event: SQSEvent = { Records: messages.map((message) => ({ ...message, ...added })) }
  try {
    const result = await lambda.invoke(functionName, event)
    if (result.kind === 'buffered')
      return decideFailed(messages, result.payload.toString(), queueArn.endsWith('.fifo'))
    result.body.resume()
    throw new Error('The function streams its answer.')
  } catch (error) {
    log(`${queueArn}: ${messages.length} messages failed: ${error}`)
    return messages
  }
}
