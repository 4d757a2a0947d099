import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AwsService, AwsServiceContext } from '../service.ts'
import { openDatabase } from './database.ts'
import { noSuchQueue, SqsError } from './errors.ts'
import { createLongPolls } from './long-polls.ts'
import { createOperations, type Operation } from './operations.ts'
import { nameInArn } from './queue-attributes.ts'
import { takeMessages } from './receive.ts'
import { sendMessage } from './send.ts'
import type { SqsStore } from './store.ts'
import type { NewMessage, Parameters } from './wire.ts'

export interface Sqs extends AwsService {
  /** Sends from within this process. Throws `SqsError`. */
  send(queueArn: string, message: NewMessage): void
  /**
   * Makes messages in flight receivable immediately and returns how many there were. Their receive counts stay.
   * For a start whose consumers all lived in the process that died.
   */
  releaseInFlight(): number
}

/**
 * Standard queues in SQLite, with the JSON protocol of SDK v3. Only the newest receipt handle of a message is valid.
 * Survives kill -9.
 */
export const createSqs = (context: AwsServiceContext): Sqs => {
  const store = openStore(context)
  const { database, polls, nowMs } = store
  const operations = createOperations(store)
  let baseUrl = ''
  return {
    listening: (url) => {
      baseUrl = url
    },
    send: (queueArn, message) => {
      const queue = database.findQueue(nameInArn(queueArn))
      if (!queue) throw noSuchQueue()
      database.transaction(() => sendMessage(store, queue, message))
      polls.wake(queue.name)
    },
    releaseInFlight: () => database.releaseInFlight(nowMs()),
    handle: async (request, response, body) => {
      const signal = signalOf(response)
      const perform = async () => findOperation(operations, request)({ ...readBody(body), baseUrl, signal })
      const { status, answer, headers } = await perform().then(toAnswer, toRefusal)
      if (!response.destroyed) send(response, status, answer, headers)
    },
    close: async () => {
      polls.close()
      database.close()
    },
  }
}

const openStore = ({ dataDir, region, accountId, nowMs, reportFault }: AwsServiceContext): SqsStore => {
  const database = openDatabase(join(dataDir, 'sqs.db'))
  const polls = createLongPolls({
    take: (name, request) => {
      try {
        const queue = database.findQueue(name)
        return queue ? takeMessages(store, queue, request) : []
      } catch (fault) {
        // Polls also wake in timers, where no caller would receive the error. The callers keep waiting.
        reportFault(fault)
        return []
      }
    },
    nextVisibleMs: database.nextVisibleMs,
    nowMs,
  })
  const store: SqsStore = { database, polls, region, accountId, nowMs }
  return store
}

/** A caller that hangs up must not get the next message. */
const signalOf = (response: ServerResponse) => {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  response.once('close', () => gone.abort())
  return gone.signal
}

/** `x-amz-target: AmazonSQS.SendMessage` */
const findOperation = (operations: Record<string, Operation>, request: IncomingMessage): Operation => {
  const name = request.headers['x-amz-target']?.toString().split('.')[1] ?? 'A request without x-amz-target'
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation)
    throw new SqsError('UnsupportedOperation', `${name} is not emulated: the service does not use it.`)
  return operation
}

const readBody = (body: Buffer): { parameters: Parameters } => {
  try {
    const parameters = JSON.parse(body.toString() || '{}')
    if (typeof parameters === 'object' && parameters !== null) return { parameters }
  } catch {
    // Answered below, like every other body that is not an object.
  }
  throw new SqsError('SerializationException', 'The request body is not a JSON object.')
}

const toAnswer = (answer: object) => ({ status: 200, answer, headers: {} })

/** Anything unexpected is the front's to report. */
const toRefusal = (error: unknown) => {
  if (!(error instanceof SqsError)) throw error
  return {
    status: 400,
    answer: { __type: `com.amazonaws.sqs#${error.code}`, message: error.message },
    headers: { 'x-amzn-query-error': `${error.queryCode};Sender` },
  }
}

const send = (response: ServerResponse, status: number, answer: object, headers: Record<string, string>) => {
  const body = Buffer.from(JSON.stringify(answer))
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length,
    'x-amzn-requestid': randomUUID(),
    ...headers,
  })
  response.end(body)
}
