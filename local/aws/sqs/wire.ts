import { invalidParameter } from './errors.ts'

/*
 * The requests of the JSON protocol.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */

export interface NewMessage {
  MessageBody?: string
  DelaySeconds?: number
  MessageGroupId?: string
}

export interface ReceiveRequest {
  MaxNumberOfMessages?: number
  VisibilityTimeout?: number
  WaitTimeSeconds?: number
}

export interface ReceiptRequest {
  ReceiptHandle?: string
  VisibilityTimeout?: number
}

export interface Entry extends ReceiptRequest {
  Id: string
}

export interface Parameters extends NewMessage, ReceiveRequest, ReceiptRequest {
  QueueName?: string
  QueueUrl?: string
  Attributes?: Record<string, string>
  AttributeNames?: string[]
  MessageSystemAttributeNames?: string[]
  Entries?: Entry[]
}

/** The supported parameters of all operations. Any other would be ignored, so it is refused. */
export const parameterNames: ReadonlySet<string> = new Set<keyof Parameters>([
  ...([
    'QueueName',
    'QueueUrl',
    'Attributes',
    'AttributeNames',
    'MessageSystemAttributeNames',
    'Entries',
  ] as const),
  ...(['MessageBody', 'DelaySeconds', 'MessageGroupId', 'ReceiptHandle', 'VisibilityTimeout'] as const),
  ...(['MaxNumberOfMessages', 'WaitTimeSeconds'] as const),
])

/** Throws if a number is outside of `[min, max]`. Accepts undefined. */
export const checkNumber = (name: string, value: unknown, [min, max]: readonly [number, number]) => {
  if (value === undefined) return
  if (Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max) return
  throw invalidParameter(
    `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${min} and ${max}, if provided.`,
  )
}
