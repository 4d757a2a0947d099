import { createHash } from 'node:crypto'
import type { MessageAttribute, MessageAttributes } from './wire.ts'

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/**
 * The digest of message attributes, which the SDK compares with its own.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-message-metadata.html#sqs-attributes-md5-message-digest-calculation
 */
export const md5OfAttributes = (attributes: MessageAttributes = {}): string | undefined => {
  const names = Object.keys(attributes).sort()
  if (names.length === 0) return undefined
  const hash = createHash('md5')
  const add = (bytes: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    hash.update(length).update(bytes)
  }
  for (const name of names) {
    const attribute = attributes[name] as MessageAttribute
    add(Buffer.from(name))
    add(Buffer.from(attribute.DataType))
    hash.update(Buffer.from([attribute.BinaryValue === undefined ? textMark : binaryMark]))
    add(valueBytes(attribute))
  }
  return hash.digest('hex')
}

const textMark = 1
const binaryMark = 2

/** Body and attributes in bytes, as SQS counts them against the limit. */
export const messageBytes = (body: string, attributes: MessageAttributes = {}) => {
  let bytes = Buffer.byteLength(body)
  for (const [name, attribute] of Object.entries(attributes)) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueBytes(attribute).length
  }
  return bytes
}

const valueBytes = ({ StringValue = '', BinaryValue }: MessageAttribute) =>
  BinaryValue === undefined ? Buffer.from(StringValue) : Buffer.from(BinaryValue, 'base64')
