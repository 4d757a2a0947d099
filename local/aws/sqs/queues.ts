import type { Queue } from './database.ts'
import { invalidParameter, SqsError } from './errors.ts'
import { checkAttributes, defaultAttributes, numberOf } from './queue-attributes.ts'
import { arnOf, requireQueue, type SqsStore } from './store.ts'
import type { Parameters } from './wire.ts'

const namePattern = /^[A-Za-z0-9_-]{1,80}$/

/** Creates a queue, or returns the existing one if it has the same attributes. */
export const createQueue = (store: SqsStore, parameters: Parameters): Queue => {
  const { QueueName: name = '', Attributes: attributes = {} } = parameters
  const { database } = store
  if (!namePattern.test(name)) {
    throw invalidParameter(
      'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
    )
  }
  checkAttributes(attributes, name, database.findQueue)
  const existing = database.findQueue(name)
  if (existing) return assertSame(existing, attributes)
  const queue = { name, attributes: { ...defaultAttributes, ...attributes } }
  database.insertQueue(queue)
  return queue
}

/** Changes attributes of a queue. Its messages keep their times. */
export const setQueueAttributes = (
  { database }: SqsStore,
  { name, attributes }: Queue,
  parameters: Parameters,
) => {
  const { Attributes: changes = {} } = parameters
  checkAttributes(changes, name, database.findQueue)
  database.updateQueue({ name, attributes: { ...attributes, ...changes } })
  return {}
}

const assertSame = (queue: Queue, attributes: Record<string, string>) => {
  const different = Object.keys(attributes).find((name) => queue.attributes[name] !== attributes[name])
  if (different === undefined) return queue
  throw new SqsError(
    'QueueNameExists',
    `A queue already exists with the same name and a different value for attribute ${different}`,
    'QueueAlreadyExists',
  )
}

export const getQueueAttributes = (store: SqsStore, parameters: Parameters) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  forgetOldMessages(store, queue)
  const counts = store.database.countMessages(queue.name, store.nowMs())
  const all: Record<string, string> = {
    ...queue.attributes,
    QueueArn: arnOf(store, queue),
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
  }
  const wanted = parameters.AttributeNames ?? []
  const chosen = Object.entries(all).filter(([name]) => wanted.includes('All') || wanted.includes(name))
  return { Attributes: Object.fromEntries(chosen) }
}

/** Deletes messages older than the retention period. Must be called before every read. */
export const forgetOldMessages = ({ database, nowMs }: SqsStore, queue: Queue) => {
  const keptMs = numberOf(queue, 'MessageRetentionPeriod') * 1000
  database.deleteMessagesOlderThan(queue.name, nowMs() - keptMs)
}
