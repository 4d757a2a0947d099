import { randomUUID } from 'node:crypto'
import type { Queue } from './database.ts'
import { md5, md5OfAttributes } from './message-digest.ts'
import type { MessageRow } from './message-queries.ts'
import { numberOf, redriveOf, visibilityBounds, waitBounds } from './queue-attributes.ts'
import { forgetOldMessages } from './queues.ts'
import { arnOf, type SqsStore } from './store.ts'
import { checkNumber, type MessageAttributes, type ReceiveRequest } from './wire.ts'

const messagesMax = 10

export const checkReceive = (request: ReceiveRequest) => {
  checkNumber('MaxNumberOfMessages', request.MaxNumberOfMessages, [1, messagesMax])
  checkNumber('VisibilityTimeout', request.VisibilityTimeout, visibilityBounds)
  checkNumber('WaitTimeSeconds', request.WaitTimeSeconds, waitBounds)
}

/** Puts what can be received now in flight. Wakes the dead-letter queue when something went there instead. */
export const takeMessages = (store: SqsStore, queue: Queue, request: ReceiveRequest): MessageRow[] => {
  let hasBuried = false
  const messages = store.database.transaction(() => {
    forgetOldMessages(store, queue)
    for (;;) {
      const { messages, buried } = takeOnce(store, queue, request)
      hasBuried ||= buried
      // Exhausted messages take up places of the batch: a round may bury some and find none.
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
  )) {
    if (hasDeadLetters && receives >= redrive.maxReceives) {
      database.moveToDeadLetters(position, redrive.deadLetterQueue, arnOf(store, queue), now)
      buried = true
    } else {
      messages.push(database.receiveMessage(position, randomUUID(), now, visibleMs))
    }
  }
  return { messages, buried }
}

/** A received message as the caller asked to see it. */
export const describeMessage = (message: MessageRow, request: ReceiveRequest, accountId: string) => {
  const attributes = chooseSystemAttributes(message, request, accountId)
  const messageAttributes = chooseAttributes(message, request.MessageAttributeNames ?? [])
  const hasAttributes = Object.keys(messageAttributes).length > 0
  return {
    MessageId: message.id,
    ReceiptHandle: message.receipt,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(Object.keys(attributes).length > 0 ? { Attributes: attributes } : {}),
    ...(hasAttributes ? { MessageAttributes: messageAttributes } : {}),
    ...(hasAttributes ? { MD5OfMessageAttributes: md5OfAttributes(messageAttributes) } : {}),
  }
}

const chooseSystemAttributes = (message: MessageRow, request: ReceiveRequest, accountId: string) => {
  const wanted = [...(request.AttributeNames ?? []), ...(request.MessageSystemAttributeNames ?? [])]
  const all: Record<string, string | null | undefined> = {
    SenderId: accountId,
    SentTimestamp: String(message.sentMs),
    ApproximateReceiveCount: String(message.receives),
    ApproximateFirstReceiveTimestamp: String(message.firstReceivedMs),
    DeadLetterQueueSourceArn: message.sourceArn,
  }
  const chosen = Object.entries(all).filter(
    ([name, value]) => value != null && (wanted.includes('All') || wanted.includes(name)),
  )
  return Object.fromEntries(chosen)
}

/** `All`, `.*`, a name, or the beginning of names: `prefix.*`. */
const chooseAttributes = (message: MessageRow, wanted: string[]): MessageAttributes => {
  const isWanted = (name: string) =>
    wanted.some((pattern) => {
      if (pattern === 'All' || pattern === name) return true
      return pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -2))
    })
  return Object.fromEntries(Object.entries(parse(message.attributes)).filter(([name]) => isWanted(name)))
}

const parse = (json: string | null) => JSON.parse(json ?? '{}') as MessageAttributes
