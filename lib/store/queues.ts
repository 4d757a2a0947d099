import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import { ownerOf, toBatchPartition } from '../core/requests/batch.ts'
import { queuedWebhooks, renderMessages } from '../core/requests/queue-messages.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { Waiting } from './places.ts'

/** A queue with messages of the service's own. */
export type WorkQueueName = 'render' | 'webhook'

/** As Lambda describes it to a function: `SQSRecord`. */
export interface ReceivedMessage {
  messageId: string
  receiptHandle: string
  body: string
  attributes: { ApproximateReceiveCount: string; SentTimestamp: string }
}

export interface Queues {
  /** Queues a request to be rendered. */
  sendRender(
    request: RequestKey,
    how?: { isOfBatch?: boolean; waited?: Pick<Waiting, 'origin' | 'created'> },
  ): Promise<void>
  /** Queues the upload or webhook of a request, a batch or an event. @param delaySeconds 0 to 900 */
  sendWebhook(record: RequestKey, delaySeconds?: number): Promise<void>
  /**
   * Hides a received message for this long, counted from now.
   * @param seconds 0 to 43,200, including the time since it was received
   */
  changeVisibility(queue: WorkQueueName, receiptHandle: string, seconds: number): Promise<void>
  /** Returns a message that is visible now, if there is one. */
  receive(queue: WorkQueueName): Promise<ReceivedMessage | undefined>
  /** Deletes the received messages of a batch, at most ten. @throws Error if one of them was not deleted */
  deleteBatch(queue: WorkQueueName, receiptHandles: readonly string[]): Promise<void>
}

interface Message {
  group: string
  body: string
  delaySeconds?: number | undefined
}

interface Deps {
  sqs: Pick<SQSClient, 'send'>
  urls: Readonly<Record<WorkQueueName, string>>
}

export const createQueues = ({ sqs, urls }: Deps): Queues => {
  const send = async (queue: WorkQueueName, { group, body, delaySeconds = 0 }: Message) => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: urls[queue],
        MessageBody: body,
        // Standard queues with groups are fair: SQS delivers those of other groups first while one has a backlog.
        MessageGroupId: group,
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
      }),
    )
  }
  return {
    sendRender: ({ accountId, id }, { isOfBatch = false, waited } = {}) => {
      // Other requests of the account overtake its batches.
      const group = isOfBatch || waited?.origin === 'batch' ? toBatchPartition(accountId) : accountId
      const body = renderMessages.encode({ kind: 'request', accountId, requestId: id, waited })
      return send('render', { group, body })
    },
    sendWebhook: ({ accountId, id }, delaySeconds) => {
      const body = queuedWebhooks.encode({ accountId, requestId: id })
      return send('webhook', { group: ownerOf({ accountId }), body, delaySeconds })
    },
    async changeVisibility(queue, receiptHandle, seconds) {
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: urls[queue],
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      )
    },
    async receive(queue) {
      const command = new ReceiveMessageCommand({
        QueueUrl: urls[queue],
        MessageSystemAttributeNames: ['ApproximateReceiveCount', 'SentTimestamp'],
      })
      const [message] = (await sqs.send(command)).Messages ?? []
      return (
        message && {
          messageId: message.MessageId ?? '',
          receiptHandle: message.ReceiptHandle ?? '',
          body: message.Body ?? '',
          attributes: message.Attributes as ReceivedMessage['attributes'],
        }
      )
    },
    async deleteBatch(queue, receiptHandles) {
      if (receiptHandles.length === 0) return
      const Entries = receiptHandles.map((ReceiptHandle, index) => ({ Id: String(index), ReceiptHandle }))
      const command = new DeleteMessageBatchCommand({ QueueUrl: urls[queue], Entries })
      const { Failed = [] } = await sqs.send(command)
      if (Failed.length > 0)
        throw new Error(`SQS did not delete ${Failed.length} messages: ${Failed[0]?.Message}`)
    },
  }
}
