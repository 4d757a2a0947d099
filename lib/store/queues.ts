import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs'

/** What the render worker is told; everything else is in the tables, so that no secret and no page goes through a queue. */
export type RenderMessage =
  | { kind: 'request'; accountId: string; requestId: string }
  /** Sent by the schedule of a task; `scheduledTime` is ISO 8601 in UTC. */
  | { kind: 'task'; accountId: string; taskId: number; scheduledTime: string }

export interface WebhookMessage {
  accountId: string
  requestId: string
}

export type QueueName = 'render' | 'webhook'

export interface Queues {
  sendRender(message: RenderMessage): Promise<void>
  /** @param delaySeconds 0 to 900 */
  sendWebhook(message: WebhookMessage, delaySeconds?: number): Promise<void>
  /**
   * Hides a received message for this long, counted from now.
   * @param seconds 0 to 43,200, including the time since it was received
   */
  changeVisibility(queue: QueueName, receiptHandle: string, seconds: number): Promise<void>
}

interface Deps {
  sqs: Pick<SQSClient, 'send'>
  urls: Readonly<Record<QueueName, string>>
}

export const createQueues = ({ sqs, urls }: Deps): Queues => {
  const send = async (queue: QueueName, message: RenderMessage | WebhookMessage, delaySeconds = 0) => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: urls[queue],
        MessageBody: JSON.stringify(message),
        ...(delaySeconds > 0 && { DelaySeconds: delaySeconds }),
      }),
    )
  }
  return {
    sendRender: (message) => send('render', message),
    sendWebhook: (message, delaySeconds) => send('webhook', message, delaySeconds),
    async changeVisibility(queue, receiptHandle, seconds) {
      await sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: urls[queue],
          ReceiptHandle: receiptHandle,
          VisibilityTimeout: seconds,
        }),
      )
    },
  }
}
