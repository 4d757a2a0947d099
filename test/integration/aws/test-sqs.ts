import {
  ChangeMessageVisibilityCommand,
  CreateQueueCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageCommand,
  type SendMessageCommandInput,
  type SQSClient,
} from '@aws-sdk/client-sqs'

export const clientSettings = (url: string) => ({
  endpoint: url,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  // A retry would hide a wrong response.
  maxAttempts: 1,
})

/** Returns the calls that nearly every test makes. */
export const sqsCalls = (client: SQSClient) => ({
  createQueue: async (QueueName: string, Attributes: Record<string, string> = {}) => {
    const { QueueUrl = '' } = await client.send(new CreateQueueCommand({ QueueName, Attributes }))
    return QueueUrl
  },
  send: (QueueUrl: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
    client.send(new SendMessageCommand({ QueueUrl, MessageBody, ...more })),
  /** Receives up to ten messages with their system attributes. */
  receive: async (
    QueueUrl: string,
    more: Partial<ReceiveMessageCommandInput> = {},
    options: { abortSignal?: AbortSignal } = {},
  ): Promise<Message[]> => {
    const command = new ReceiveMessageCommand({
      QueueUrl,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['All'],
      ...more,
    })
    return (await client.send(command, options)).Messages ?? []
  },
  remove: (QueueUrl: string, { ReceiptHandle }: Message = {}) =>
    client.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [{ Id: 'one', ReceiptHandle: ReceiptHandle ?? '' }],
      }),
    ),
  hide: (QueueUrl: string, { ReceiptHandle }: Message = {}, VisibilityTimeout = 0) =>
    client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout })),
  counts: async (QueueUrl: string) => {
    const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['All'] })
    const { Attributes = {} } = await client.send(command)
    return {
      visible: Number(Attributes.ApproximateNumberOfMessages),
      inFlight: Number(Attributes.ApproximateNumberOfMessagesNotVisible),
      delayed: Number(Attributes.ApproximateNumberOfMessagesDelayed),
    }
  },
})

export const bodiesOf = (messages: Message[]) => messages.map(({ Body }) => Body)
