import { performBatch } from './batch.ts'
import type { Queue } from './database.ts'
import { changeVisibility, deleteMessage } from './in-flight.ts'
import { createQueue, getQueueAttributes, setQueueAttributes } from './queues.ts'
import { checkReceive, describeMessage, takeMessages } from './receive.ts'
import { sendMessage } from './send.ts'
import { requireQueue, type SqsStore } from './store.ts'
import type { Parameters } from './wire.ts'

interface Call {
  parameters: Parameters
  /** `http://127.0.0.1:<port>`. SDK clients send requests to the origin of the queue's URL. */
  baseUrl: string
  /** `X-Amzn-Trace-Id`. */
  traceHeader: string | undefined
}

export type Operation = (call: Call) => object | Promise<object>

export const createOperations = (store: SqsStore): Record<string, Operation> => ({
  ...queueOperations(store),
  ...messageOperations(store),
})

const queueOperations = (store: SqsStore): Record<string, Operation> => ({
  CreateQueue: ({ parameters, baseUrl }) => ({
    QueueUrl: `${baseUrl}/${store.accountId}/${createQueue(store, parameters).name}`,
  }),
  GetQueueAttributes: ({ parameters }) => getQueueAttributes(store, parameters),
  SetQueueAttributes: ({ parameters }) =>
    setQueueAttributes(store, requireQueue(store, parameters.QueueUrl), parameters),
})

const messageOperations = (store: SqsStore): Record<string, Operation> => {
  const change = (call: Call, work: (queue: Queue) => object | undefined) => {
    const queue = requireQueue(store, call.parameters.QueueUrl)
    const result = store.database.transaction(() => work(queue))
    store.polls.wake(queue.name)
    return result ?? {}
  }
  return {
    ReceiveMessage: (call) => receiveMessage(store, call),
    SendMessage: (call) =>
      change(call, (queue) => sendMessage(store, queue, call.parameters, call.traceHeader)),
    ChangeMessageVisibility: (call) =>
      change(call, (queue) => changeVisibility(store, queue, call.parameters)),
    DeleteMessageBatch: (call) =>
      change(call, (queue) =>
        performBatch(call.parameters.Entries, (entry) => deleteMessage(store, queue, entry)),
      ),
  }
}

const receiveMessage = async (store: SqsStore, { parameters }: Call) => {
  const queue = requireQueue(store, parameters.QueueUrl)
  checkReceive(parameters)
  const { polls } = store
  const { WaitTimeSeconds: waitSeconds = 0 } = parameters
  const take = () => (polls.hasWaiting(queue.name) ? [] : takeMessages(store, queue, parameters))
  const messages = waitSeconds > 0 ? await polls.wait(queue.name, parameters, waitSeconds * 1000) : take()
  return messages.length === 0 ? {} : { Messages: messages.map(describeMessage) }
}
