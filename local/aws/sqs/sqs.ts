import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { AwsService, AwsServiceContext } from '../service.ts'
import { openDatabase } from './database.ts'
import { noSuchQueue, notImplemented, SqsError } from './errors.ts'
import { createFairness } from './fairness.ts'
import { createLongPolls } from './long-polls.ts'
import { createOperations, type Operation } from './operations.ts'
import { nameInArn } from './queue-attributes.ts'
import { takeMessages } from './receive.ts'
import { delaySecondsMax, sendMessage } from './send.ts'
import type { SqsStore } from './store.ts'
import { type NewMessage, type Parameters, parameterNames } from './wire.ts'

export interface Sqs extends AwsService {
  /** Sends a message from within this process. Throws `SqsError`. */
  send(queueArn: string, message: NewMessage): void
  /**
   * Makes messages in flight visible immediately and returns their number. Keeps their receive counts. For a start after a crash
   * that ended all consumers. The clock may have been set back meanwhile, so impossible delays end as well.
   */
  releaseInFlight(): number
  /** Ends all long polls. Later ones do not wait. */
  endWaits(): void
}

/**
 * Standard queues in SQLite, with the JSON protocol of SDK v3. Only the newest receipt handle of a message is valid. Data survives
 * kill -9.
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
    releaseInFlight: () => database.release(nowMs(), nowMs() + delaySecondsMax * 1000),
    handle: async (request, response, body) => {
      const name = operationName(request)
      const traceHeader = request.headers['x-amzn-trace-id']?.toString()
      const perform = async () =>
        findOperation(operations, name)({ parameters: readParameters(name, body), baseUrl, traceHeader })
      const { status, result, headers } = await perform().then(toResult, toRefusal)
      if (!response.destroyed) send(response, status, result, headers)
    },
    endWaits: polls.close,
    close: async () => {
      polls.close()
      database.close()
    },
  }
}

const openStore = ({
  dataDir,
  region,
  accountId,
  nowMs: clockMs,
  reportFault,
}: AwsServiceContext): SqsStore => {
  const database = openDatabase(join(dataDir, 'sqs.db'))
  const nowMs = followClock(clockMs, database.moveBack)
  const polls = createLongPolls({
    take: (name, request) => {
      try {
        const queue = database.findQueue(name)
        return queue ? takeMessages(store, queue, request) : []
      } catch (fault) {
        // Polls also wake in timers, where no caller would receive the error. The callers continue to wait.
        reportFault(fault)
        return []
      }
    },
    nextVisibleMs: database.nextVisibleMs,
    nowMs,
  })
  const fairness = createFairness({ countInFlight: database.countInFlight, nowMs })
  const store: SqsStore = { database, polls, fairness, region, accountId, nowMs }
  return store
}

/** The clock is also adjusted in small steps, which no message notices. */
const clockStepMsMin = 1_000

/**
 * Returns the clock, and calls `onSetBack` when it was set back since the last reading. Messages would otherwise stay hidden until it has
 * caught up. Consumers poll every 20 s, so the clock is read often.
 */
const followClock = (clockMs: () => number, onSetBack: (byMs: number) => void) => {
  let latestMs = clockMs()
  return () => {
    const readMs = clockMs()
    if (readMs < latestMs - clockStepMsMin) onSetBack(latestMs - readMs)
    latestMs = readMs
    return readMs
  }
}

/** `x-amz-target: AmazonSQS.SendMessage` */
const operationName = ({ headers }: IncomingMessage): string =>
  headers['x-amz-target']?.toString().split('.')[1] ?? 'A request without x-amz-target'

const findOperation = (operations: Record<string, Operation>, name: string): Operation => {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined
  if (!operation) throw notImplemented(name)
  return operation
}

const readParameters = (operation: string, body: Buffer): Parameters => {
  const parameters = parseObject(body)
  const unknown = Object.keys(parameters).find((name) => !parameterNames.has(name))
  if (unknown !== undefined) throw notImplemented(`${unknown} in ${operation}`)
  return parameters
}

const parseObject = (body: Buffer): object => {
  try {
    const parsed = JSON.parse(body.toString() || '{}')
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Refused below, like every other body that is not an object.
  }
  throw new SqsError('SerializationException', 'The request body is not a JSON object.')
}

const toResult = (result: object) => ({ status: 200, result, headers: {} })

/** Rethrows unexpected errors, which the server reports. */
const toRefusal = (error: unknown) => {
  if (!(error instanceof SqsError)) throw error
  return {
    status: 400,
    result: { __type: `com.amazonaws.sqs#${error.code}`, message: error.message },
    headers: { 'x-amzn-query-error': `${error.queryCode};Sender` },
  }
}

const send = (response: ServerResponse, status: number, result: object, headers: Record<string, string>) => {
  const body = Buffer.from(JSON.stringify(result))
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length,
    'x-amzn-requestid': randomUUID(),
    ...headers,
  })
  response.end(body)
}
