import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSRecord } from 'aws-lambda'

/** A message as a function receives it, without the fields that the event source adds. */
export type QueueMessage = Omit<SQSRecord, 'eventSource' | 'eventSourceARN' | 'awsRegion'>

/** The calls that an event source makes to a queue. */
export interface QueuePort {
  /** Waits up to `waitSeconds` for the first message, and returns at most ten. */
  receive(request: { maxMessages: number; waitSeconds: number }): Promise<QueueMessage[]>
  /** Deletes at most ten messages. Rejects if one of them could not be deleted. */
  deleteBatch(receiptHandles: readonly string[]): Promise<void>
  /** Hides a message for this long, counted from now. */
  hide(receiptHandle: string, seconds: number): Promise<void>
}

/** Until the response of a poll arrives after its wait. */
const responseSeconds = 5

export const sqsQueue = (client: SQSClient, queueUrl: string): QueuePort => ({
  async receive({ maxMessages, waitSeconds }) {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: maxMessages,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
    })
    const requestTimeout = (waitSeconds + responseSeconds) * 1000
    const { Messages = [] } = await client.send(command, { requestTimeout })
    return Messages.map(toQueueMessage)
  },

  async hide(receiptHandle, seconds) {
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    )
  },

  async deleteBatch(receiptHandles) {
    const entries = receiptHandles.map((handle, index) => ({ Id: String(index), ReceiptHandle: handle }))
    const { Failed = [] } = await client.send(
      new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    )
    if (Failed.length > 0) {
      throw new Error(
        `${Failed.length} messages could not be deleted: ${Failed[0]?.Message ?? Failed[0]?.Code}`,
      )
    }
  },
})

const toQueueMessage = (message: Message): QueueMessage => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: (message.Attributes ?? {}) as unknown as QueueMessage['attributes'],
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? '',
})
