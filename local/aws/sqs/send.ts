import { createHash, randomUUID } from 'node:crypto'
import type { Queue } from './database.ts'
import { invalidParameter, missingParameter, SqsError } from './errors.ts'
import { md5, md5OfAttributes, messageBytes } from './message-digest.ts'
import { delayBounds, isFifo, numberOf } from './queue-attributes.ts'
import type { SqsStore } from './store.ts'
import { checkNumber, type NewMessage } from './wire.ts'

/** How long SQS recognises a message that is sent again. */
const deduplicationMs = 5 * 60_000
const sequenceDigits = 20

/** What XML 1.0 allows, the characters beyond the basic plane included. */
const allowedCharacters = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

/** Stores one message, inside of the caller's transaction. Long polls are the caller's to wake. */
export const sendMessage = (store: SqsStore, queue: Queue, message: NewMessage) => {
  const { MessageBody: body } = message
  if (!body) throw missingParameter('MessageBody')
  checkMessage(queue, message, body)
  const digests = {
    MD5OfMessageBody: md5(body),
    MD5OfMessageAttributes: md5OfAttributes(message.MessageAttributes),
    MD5OfMessageSystemAttributes: md5OfAttributes(message.MessageSystemAttributes),
  }
  const id = randomUUID()
  if (!isFifo(queue)) {
    insert(store, queue, message, { id, body })
    return { MessageId: id, ...digests }
  }
  const deduplicationId = deduplicationIdOf(queue, message, body)
  const earlier = store.database.findDeduplication(queue.name, deduplicationId, store.nowMs())
  if (earlier) return { MessageId: earlier.messageId, SequenceNumber: earlier.sequenceNumber, ...digests }
  const sequenceNumber = String(store.database.nextSequence(queue.name)).padStart(sequenceDigits, '0')
  store.database.saveDeduplication(queue.name, deduplicationId, store.nowMs() + deduplicationMs, {
    id,
    sequenceNumber,
  })
  insert(store, queue, message, { id, body, deduplicationId, sequenceNumber })
  return { MessageId: id, SequenceNumber: sequenceNumber, ...digests }
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
  if (!isFifo(queue)) return
  if (!message.MessageGroupId) throw missingParameter('MessageGroupId')
  if (message.DelaySeconds) {
    throw invalidParameter(
      `Value ${message.DelaySeconds} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type`,
    )
  }
}

const deduplicationIdOf = ({ attributes }: Queue, message: NewMessage, body: string) => {
  if (message.MessageDeduplicationId) return message.MessageDeduplicationId
  if (attributes.ContentBasedDeduplication === 'true') return createHash('sha256').update(body).digest('hex')
  throw invalidParameter(
    'The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly',
  )
}

interface Identity {
  id: string
  body: string
  deduplicationId?: string
  sequenceNumber?: string
}

const insert = (store: SqsStore, queue: Queue, message: NewMessage, identity: Identity) => {
  const { id, body, deduplicationId = null, sequenceNumber = null } = identity
  const sentMs = store.nowMs()
  const delaySeconds = message.DelaySeconds ?? numberOf(queue, 'DelaySeconds')
  store.database.insertMessage({
    queue: queue.name,
    id,
    body,
    attributes: toJson(message.MessageAttributes),
    systemAttributes: toJson(message.MessageSystemAttributes),
    sentMs,
    visibleMs: sentMs + delaySeconds * 1000,
    groupId: message.MessageGroupId ?? null,
    deduplicationId,
    sequenceNumber,
  })
}

const toJson = (value: object | undefined) => (value ? JSON.stringify(value) : null)
