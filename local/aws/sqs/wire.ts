import { invalidParameter } from './errors.ts'

/*
 * What the JSON protocol carries of requests; binary values are base64. Other members are accepted and ignored.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_Operations.html
 */

export interface MessageAttribute {
  DataType: string
  StringValue?: string
  BinaryValue?: string
}

export type MessageAttributes = Record<string, MessageAttribute>

export interface NewMessage {
  MessageBody?: string
  DelaySeconds?: number
  MessageAttributes?: MessageAttributes
}

export interface ReceiveRequest {
  MaxNumberOfMessages?: number
  VisibilityTimeout?: number
  WaitTimeSeconds?: number
  /** The older name of the next member. */
  AttributeNames?: string[]
  MessageSystemAttributeNames?: string[]
  MessageAttributeNames?: string[]
}

export interface ReceiptRequest {
  ReceiptHandle?: string
  VisibilityTimeout?: number
}

export interface Entry extends NewMessage, ReceiptRequest {
  Id: string
}

export interface Parameters extends NewMessage, ReceiveRequest, ReceiptRequest {
  QueueName?: string
  QueueUrl?: string
  Attributes?: Record<string, string>
  Entries?: Entry[]
}

/** Refuses a number outside of `[min, max]`; numbers that are not given pass. */
export const checkNumber = (name: string, value: unknown, [min, max]: readonly [number, number]) => {
  if (value === undefined) return
  if (Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max) return
  throw invalidParameter(
    `Value ${value} for parameter ${name} is invalid. Reason: Must be between ${min} and ${max}, if provided.`,
  )
}
