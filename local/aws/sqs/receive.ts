import { createHash } from 'node:crypto'
import type { Queue } from './database.ts'
import type { MessageRow } from './message-queries.ts'
import { numberOf, redriveOf, visibilityBounds } from './queue-attributes.ts'
import { forgetOldMessages } from './queues.ts'
import { createReceipt } from './receipts.ts'
import { arnOf, type SqsStore } from './store.ts'
import { checkNumber, type ReceiveRequest } from './wire.ts'

const messagesMax = 10
const waitSecondsMax = 20

export const checkReceive = (request: ReceiveRequest) => {
  checkNumber('MaxNumberOfMessages', request.MaxNumberOfMessages, [1, messagesMax])
  checkNumber('VisibilityTimeout', request.VisibilityTimeout, visibilityBounds)
  checkNumber('WaitTimeSeconds', request.WaitTimeSeconds, [0, waitSecondsMax])
}

/** Puts the visible messages in flight and returns them. Wakes the dead-letter queue if a message moved there. */
export const takeMessages = (store: SqsStore, queue: Queue, request: ReceiveRequest): MessageRow[] => {
  let hasBuried = false
  const messages = store.database.transaction(() => {
    forgetOldMessages(store, queue)
    for (;;) {
      const { messages, buried } = takeOnce(store, queue, request)
      hasBuried ||= buried
      // Exhausted messages count toward the batch size, so a round may move some and return none.
      if (messages.length > 0 || !buried) return messages
    }
  })
  const redrive = redriveOf(queue)
  if (hasBuried && redrive) queueMicrotask(() => store.polls.wake(redrive.deadLetterQueue))
  return messages
}

const takeOnce = (store: SqsStore, queue: Queue, request: ReceiveRequest) => {
  const { database } = store
  const now = store.nowMs()
  const visibleMs = now + (request.VisibilityTimeout ?? numberOf(queue, 'VisibilityTimeout')) * 1000
  const redrive = redriveOf(queue)
  const hasDeadLetters = redrive !== undefined && database.findQueue(redrive.deadLetterQueue) !== undefined
  const messages: MessageRow[] = []
  let buried = false
  for (const { position, receives } of database.listVisible(
    queue.name,
    now,
    request.MaxNumberOfMessages ?? 1,
    store.fairness.rank(queue.name),
  )) {
    if (hasDeadLetters && receives >= redrive.maxReceives) {
      database.moveToDeadLetters(position, redrive.deadLetterQueue, arnOf(store, queue), now)
      buried = true
    } else {
      messages.push(database.receiveMessage(position, createReceipt(queue.name), now, visibleMs))
    }
  }
  return { messages, buried }
}

/** Returns a received message in the wire format. The system attributes are always complete, requested or not. */
export const describeMessage = (message: MessageRow) => ({
  MessageId: message.id,
  ReceiptHandle: message.receipt,
  Body: message.body,
  MD5OfBody: md5(message.body),
  Attributes: {
    SentTimestamp: String(message.sentMs),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedMs),
    ...(message.sourceArn !== null && { DeadLetterQueueSourceArn: message.sourceArn }),
    ...(message.groupId !== null && { MessageGroupId: message.groupId }),
    ...(message.traceHeader !== null && { AWSTraceHeader: message.traceHeader }),
  },
})

export const md5 = (text: string) => createHash('md5').update(text).digest('hex')
