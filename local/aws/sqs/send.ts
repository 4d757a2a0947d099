import { randomUUID } from 'node:crypto'
import type { Queue } from './database.ts'
import { invalidParameter, missingParameter, SqsError } from './errors.ts'
import { md5 } from './receive.ts'
import type { SqsStore } from './store.ts'
import { checkNumber, type NewMessage } from './wire.ts'

const bodyBytesMax = 1024 * 1024
export const delaySecondsMax = 900

/** The characters of XML 1.0, including those beyond the basic plane. */
const allowedCharacters = /^[\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u

/**
 * Stores one message inside the caller's transaction. The caller wakes the long polls.
 * @param traceHeader the request's `X-Amzn-Trace-Id`, which the receiver gets as `AWSTraceHeader`
 */
export const sendMessage = (store: SqsStore, queue: Queue, request: NewMessage, traceHeader?: string) => {
  const { MessageBody, DelaySeconds = 0, MessageGroupId: groupId } = request
  const body = checkBody(MessageBody)
  checkGroup(groupId)
  checkNumber('DelaySeconds', DelaySeconds, [0, delaySecondsMax])
  const id = randomUUID()
  const sentMs = store.nowMs()
  const visibleMs = sentMs + DelaySeconds * 1000
  store.database.insertMessage({
    ...{ queue: queue.name, id, body, sentMs, visibleMs },
    ...{ groupId: groupId ?? null, traceHeader: traceHeader ?? null },
  })
  return { MessageId: id, MD5OfMessageBody: md5(body) }
}

const checkGroup = (groupId: string | undefined) => {
  if (groupId === undefined || /^[!-~]{1,128}$/.test(groupId)) return
  throw invalidParameter(
    `Value ${groupId} for parameter MessageGroupId is invalid. Reason: MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
  )
}

const checkBody = (body: string | undefined): string => {
  if (!body) throw missingParameter('MessageBody')
  if (!allowedCharacters.test(body)) {
    throw new SqsError(
      'InvalidMessageContents',
      'Invalid binary character was found in the message body, the set of allowed characters is #x9 | #xA | #xD | #x20 to #xD7FF | #xE000 to #xFFFD | #x10000 to #x10FFFF',
    )
  }
  if (Buffer.byteLength(body) > bodyBytesMax)
    throw invalidParameter(
      `One or more parameters are invalid. Reason: Message must be shorter than ${bodyBytesMax} bytes.`,
    )
  return body
}
