import type { SQSBatchResponse } from 'aws-lambda'
import type { QueueMessage } from './queue-port.ts'

/**
 * Returns the messages that must stay in the queue after the function has returned `payload`. If it names no failures, every message
 * succeeded. If it is malformed or names an unknown message, every message failed.
 * Rules: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
export const findFailed = (messages: readonly QueueMessage[], payload: string): readonly QueueMessage[] => {
  const failedIds = readFailedIds(payload)
  const known = new Set(messages.map(({ messageId }) => messageId))
  if (failedIds === 'malformed' || failedIds.some((id) => !known.has(id))) return messages
  const failed = new Set(failedIds)
  return messages.filter(({ messageId }) => failed.has(messageId))
}

const readFailedIds = (payload: string): string[] | 'malformed' => {
  const result = JSON.parse(payload) as Partial<SQSBatchResponse> | null
  const failures = result?.batchItemFailures ?? []
  if (!Array.isArray(failures)) return 'malformed'
  const ids = failures.map((failure) => failure?.itemIdentifier)
  return ids.every((id) => typeof id === 'string' && id !== '') ? ids : 'malformed'
}
