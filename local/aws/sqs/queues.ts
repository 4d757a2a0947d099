import type { Queue } from './database.ts'
import { invalidParameter, noSuchQueue, SqsError } from './errors.ts'
import { checkAttributes, defaultAttributes, numberOf, redriveOf } from './queue-attributes.ts'
import { arnOf, requireQueue, type SqsStore } from './store.ts'
import type { Parameters } from './wire.ts'

const namePattern = /^[A-Za-z0-9_-]{1,80}$|^[A-Za-z0-9_-]{1,75}\.fifo$/

/** Creating a queue that is there with the same attributes is no error. */
export const createQueue = (store: SqsStore, parameters: Parameters): Queue => {
  const { QueueName: name = '', Attributes: attributes = {}, tags = {} } = parameters
  const { database } = store
  if (!namePattern.test(name)) {
    throw invalidParameter(
      'Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length',
    )
  }
  if (name.endsWith('.fifo') !== (attributes.FifoQueue === 'true')) {
    throw invalidParameter('The name of a FIFO queue ends with .fifo, and its attribute FifoQueue is true.')
  }
  checkAttributes(attributes, name, database.findQueue)
  const existing = database.findQueue(name)
  if (existing) return assertSame(existing, attributes)
  const createdSeconds = nowSeconds(store)
  const queue = {
    name,
    attributes: { ...defaultAttributes, ...attributes },
    tags,
    createdSeconds,
    modifiedSeconds: createdSeconds,
  }
  database.insertQueue(queue)
  return queue
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

export const deleteQueue = (store: SqsStore, parameters: Parameters) => {
  const { name } = requireQueue(store, parameters.QueueUrl)
  const { database, polls } = store
  database.transaction(() => {
    database.deleteMessages(name)
    database.deleteDeduplications(name)
    database.deleteQueue(name)
  })
  polls.dismiss(name)
  return {}
}

export const findQueueByName = ({ database }: SqsStore, { QueueName: name = '' }: Parameters): Queue => {
  const queue = database.findQueue(name)
  if (!queue) throw noSuchQueue()
  return queue
}

export const listQueues = ({ database }: SqsStore, { QueueNamePrefix: prefix = '' }: Parameters) =>
  database.listQueues().filter(({ name }) => name.startsWith(prefix))

export const listDeadLetterSources = (store: SqsStore, parameters: Parameters) => {
  const { name } = requireQueue(store, parameters.QueueUrl)
  return store.database.listQueues().filter((queue) => redriveOf(queue)?.deadLetterQueue === name)
}

export const getQueueAttributes = (store: SqsStore, parameters: Parameters) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  forgetOldMessages(store, queue)
  const counts = store.database.countMessages(queue.name, store.nowMs())
  const all: Record<string, string> = {
    ...queue.attributes,
    QueueArn: arnOf(store, queue),
    CreatedTimestamp: String(queue.createdSeconds),
    LastModifiedTimestamp: String(queue.modifiedSeconds),
    ApproximateNumberOfMessages: String(counts.visible),
    ApproximateNumberOfMessagesNotVisible: String(counts.inFlight),
    ApproximateNumberOfMessagesDelayed: String(counts.delayed),
  }
  const wanted = parameters.AttributeNames ?? []
  const chosen = Object.entries(all).filter(([name]) => wanted.includes('All') || wanted.includes(name))
  return { Attributes: Object.fromEntries(chosen) }
}

export const setQueueAttributes = (store: SqsStore, parameters: Parameters) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  const { Attributes: changes = {} } = parameters
  const removed = Object.keys(changes).filter((name) => changes[name] === '')
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== ''))
  checkAttributes(set, queue.name, store.database.findQueue)
  const attributes = { ...queue.attributes, ...set }
  for (const name of removed) delete attributes[name]
  store.database.saveQueue({ ...queue, attributes, modifiedSeconds: nowSeconds(store) })
  return {}
}

export const purgeQueue = (store: SqsStore, parameters: Parameters) => {
  store.database.deleteMessages(requireQueue(store, parameters.QueueUrl).name)
  return {}
}

export const tagQueue = (store: SqsStore, parameters: Parameters) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  store.database.saveQueue({ ...queue, tags: { ...queue.tags, ...parameters.Tags } })
  return {}
}

export const untagQueue = (store: SqsStore, parameters: Parameters) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  const kept = Object.entries(queue.tags).filter(([key]) => !parameters.TagKeys?.includes(key))
  store.database.saveQueue({ ...queue, tags: Object.fromEntries(kept) })
  return {}
}

/** Messages that are older than the queue keeps them are gone for every reader. */
export const forgetOldMessages = ({ database, nowMs }: SqsStore, queue: Queue) => {
  const keptMs = numberOf(queue, 'MessageRetentionPeriod') * 1000
  database.deleteMessagesOlderThan(queue.name, nowMs() - keptMs)
}

const nowSeconds = ({ nowMs }: SqsStore) => Math.floor(nowMs() / 1000)
