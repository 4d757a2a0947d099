import { randomUUID } from 'node:crypto'
import type { Queue } from './database.ts'
import { invalidParameter, missingParameter, SqsError } from './errors.ts'
import { md5, md5OfAttributes, messageBytes } from './message-digest.ts'
import { delayBounds, numberOf } from './queue-attributes.ts'
import type { SqsStore } from './store.ts'
import { checkNumber, type NewMessage } from './wire.ts'

/** What XML 1.0 allows, the characters beyond the basic plane included. */
const allowedCharacters = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

/** Stores one message inside the caller's transaction. The caller wakes the long polls. */
export const sendMessage = (store: SqsStore, queue: Queue, message: NewMessage) => {
  const { MessageBody: body } = message
  if (!body) throw missingParameter('MessageBody')
  checkMessage(queue, message, body)
  const id = randomUUID()
  const sentMs = store.nowMs()
  const delaySeconds = message.DelaySeconds ?? numberOf(queue, 'DelaySeconds')
  const { MessageAttributes: attributes } = message
  store.database.insertMessage({
    queue: queue.name,
    id,
    body,
    attributes: attributes ? JSON.stringify(attributes) : null,
    sentMs,
    visibleMs: sentMs + delaySeconds * 1000,
  })
  return { MessageId: id, MD5OfMessageBody: md5(body), MD5OfMessageAttributes: md5OfAttributes(attributes) }
}

const checkMessage = (queue: Queue, message: NewMessage, body: string) => {
  if (!allowedCharacters.test(body)) {
    throw new SqsError(
      'InvalidMessageContents',
      'Invalid binary character was found in the message body, the set of allowed characters is #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    )
  }
  const bytesMax = numberOf(queue, 'MaximumMessageSize')
  if (messageBytes(body, message.MessageAttributes) > bytesMax) {
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${bytesMax} bytes.`,
    )
  }
  checkNumber('DelaySeconds', message.DelaySeconds, delayBounds)
}
