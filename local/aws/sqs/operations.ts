import { performBatch } from './batch.ts'
import type { Queue } from './database.ts'
import { prefixedError } from './errors.ts'
import { changeVisibility, deleteMessage } from './in-flight.ts'
import { messageBytes } from './message-digest.ts'
import { createMoveTasks } from './move-tasks.ts'
import { numberOf } from './queue-attributes.ts'
import {
  createQueue,
  deleteQueue,
  findQueueByName,
  getQueueAttributes,
  listDeadLetterSources,
  listQueues,
  purgeQueue,
  setQueueAttributes,
  tagQueue,
  untagQueue,
} from './queues.ts'
import { checkReceive, describeMessage, takeMessages } from './receive.ts'
import { sendMessage } from './send.ts'
import { requireQueue, type SqsStore } from './store.ts'
import type { Entry, Parameters } from './wire.ts'

export interface Call {
  parameters: Parameters
  /** `http://127.0.0.1:<port>`: SDK clients send to the address in the queue's URL. */
  baseUrl: string
  /** Aborted when the caller has gone. */
  signal: AbortSignal
}

export type Operation = (call: Call) => object | Promise<object>

const batchBytesMax = 1024 * 1024

export const createOperations = (store: SqsStore): Record<string, Operation> => ({
  ...queueOperations(store),
  ...messageOperations(store),
})

const queueOperations = (store: SqsStore): Record<string, Operation> => {
  const moveTasks = createMoveTasks(store)
  const urlOf = ({ baseUrl }: Call, { name }: Queue) => `${baseUrl}/${store.accountId}/${name}`
  return {
    CreateQueue: (call) => ({ QueueUrl: urlOf(call, createQueue(store, call.parameters)) }),
    DeleteQueue: ({ parameters }) => deleteQueue(store, parameters),
    GetQueueUrl: (call) => ({ QueueUrl: urlOf(call, findQueueByName(store, call.parameters)) }),
    ListQueues: (call) => ({
      QueueUrls: listQueues(store, call.parameters).map((queue) => urlOf(call, queue)),
    }),
    ListDeadLetterSourceQueues: (call) => ({
      queueUrls: listDeadLetterSources(store, call.parameters).map((queue) => urlOf(call, queue)),
    }),
    GetQueueAttributes: ({ parameters }) => getQueueAttributes(store, parameters),
    SetQueueAttributes: ({ parameters }) => setQueueAttributes(store, parameters),
    PurgeQueue: ({ parameters }) => purgeQueue(store, parameters),
    TagQueue: ({ parameters }) => tagQueue(store, parameters),
    UntagQueue: ({ parameters }) => untagQueue(store, parameters),
    ListQueueTags: ({ parameters }) => ({ Tags: requireQueue(store, parameters.QueueUrl).tags }),
    StartMessageMoveTask: ({ parameters }) => moveTasks.start(parameters),
    ListMessageMoveTasks: ({ parameters }) => moveTasks.list(parameters),
    CancelMessageMoveTask: () => moveTasks.cancel(),
  }
}

const messageOperations = (store: SqsStore): Record<string, Operation> => {
  /** Long polls wake after a deletion too: the next message of its group may come now. */
  const change = (call: Call, work: (queue: Queue) => object | undefined) => {
    const queue = requireQueue(store, call.parameters.QueueUrl)
    const result = store.database.transaction(() => work(queue))
    store.polls.wake(queue.name)
    return result ?? {}
  }
  const changeEach = (
    call: Call,
    perform: (store: SqsStore, queue: Queue, entry: Entry) => object | undefined,
  ) => change(call, (queue) => performBatch(call.parameters.Entries, (entry) => perform(store, queue, entry)))
  return {
    ReceiveMessage: (call) => receiveMessage(store, call),
    SendMessage: (call) => change(call, (queue) => sendMessage(store, queue, call.parameters)),
    DeleteMessage: (call) => change(call, (queue) => deleteMessage(store, queue, call.parameters)),
    ChangeMessageVisibility: (call) =>
      change(call, (queue) => changeVisibility(store, queue, call.parameters)),
    SendMessageBatch: (call) => {
      checkBatchBytes(call.parameters)
      return changeEach(call, sendMessage)
    },
    DeleteMessageBatch: (call) => changeEach(call, deleteMessage),
    ChangeMessageVisibilityBatch: (call) => changeEach(call, changeVisibility),
  }
}

const checkBatchBytes = ({ Entries = [] }: Parameters) => {
  let bytes = 0
  for (const { MessageBody = '', MessageAttributes } of Entries) {
    bytes += messageBytes(MessageBody, MessageAttributes)
  }
  if (bytes <= batchBytesMax) return
  throw prefixedError(
    'BatchRequestTooLong',
    `Batch requests cannot be longer than ${batchBytesMax} bytes. You have sent ${bytes} bytes.`,
  )
}

const receiveMessage = async (store: SqsStore, { parameters, signal }: Call) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  checkReceive(parameters)
  const { polls } = store
  const waitSeconds = parameters.WaitTimeSeconds ?? numberOf(queue, 'ReceiveMessageWaitTimeSeconds')
  const take = () => (polls.hasWaiting(queue.name) ? [] : takeMessages(store, queue, parameters))
  const messages =
    waitSeconds > 0 ? await polls.wait(queue.name, parameters, waitSeconds * 1000, signal) : take()
  if (messages.length === 0) return {}
  return { Messages: messages.map((message) => describeMessage(message, parameters, store.accountId)) }
}
