import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs'
import type { SQSMessageAttributes, SQSRecord } from 'aws-lambda'

/** A message as a function sees it, without what the event source adds. */
export type QueueMessage = Omit<SQSRecord, 'eventSource' | 'eventSourceARN' | 'awsRegion'>

/** What an event source needs of a queue. */
export interface QueuePort {
  /** Waits up to `waitSeconds` for the first message. At most ten. */
  receive(request: { maxMessages: number; waitSeconds: number; signal: AbortSignal }): Promise<QueueMessage[]>
  /** At most ten. Rejects if one of them could not be deleted. */
  deleteBatch(receiptHandles: readonly string[]): Promise<void>
}

export const sqsQueue = (client: SQSClient, queueUrl: string): QueuePort => ({
  async receive({ maxMessages, waitSeconds, signal }) {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: maxMessages,
      WaitTimeSeconds: waitSeconds,
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    })
    const { Messages = [] } = await client.send(command, { abortSignal: signal })
    return Messages.map(toQueueMessage)
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
  messageAttributes: toMessageAttributes(message),
  md5OfBody: message.MD5OfBody ?? '',
})

const toMessageAttributes = ({ MessageAttributes = {} }: Message): SQSMessageAttributes =>
  Object.fromEntries(
    Object.entries(MessageAttributes).map(([name, { StringValue, BinaryValue, DataType }]) => [
      name,
      {
        stringValue: StringValue,
        binaryValue: BinaryValue && Buffer.from(BinaryValue).toString('base64'),
        stringListValues: [],
        binaryListValues: [],
        dataType: DataType ?? 'String',
      },
    ]),
  )
