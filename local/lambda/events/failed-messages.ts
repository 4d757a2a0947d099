import type { SQSBatchResponse } from 'aws-lambda'
import type { QueueMessage } from './queue-port.ts'

/**
 * The messages that must stay in the queue after the function has answered with `payload`. An answer that names no failures means
 * that all is done; one that cannot be right means that nothing is.
 * Rules: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const decideFailed = (
  messages: readonly QueueMessage[],
  payload: string,
  isFifo: boolean,
): readonly QueueMessage[] => {
  const failedIds = readFailedIds(payload)
  const known = new Set(messages.map(({ messageId }) => messageId))
  if (failedIds === 'malformed' || failedIds.some((id) => !known.has(id))) return messages
  const failed = new Set(failedIds)
  if (!isFifo) return messages.filter(({ messageId }) => failed.has(messageId))
  // To keep the order, what follows a failure in a FIFO queue counts as failed too.
  const first = messages.findIndex(({ messageId }) => failed.has(messageId))
  return first < 0 ? [] : messages.slice(first)
}

const readFailedIds = (payload: string): string[] | 'malformed' => {
  const answer = JSON.parse(payload) as Partial<SQSBatchResponse> | null
  const failures = answer?.batchItemFailures ?? []
  if (!Array.isArray(failures)) return 'malformed'
  const ids = failures.map((failure) => failure?.itemIdentifier)
  return ids.every((id) => typeof id === 'string' && id !== '') ? ids : 'malformed'
}
