import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import type { AwsService, AwsServiceContext } from '../service.ts'
import {
  closeStore,
  isDynaliteOperation,
  openStore,
  type Parameters,
  parse,
  run,
  type Store,
} from './dynalite.ts'
import { isDynamoDbError, serializationError, unknownOperationError } from './errors.ts'
import { createTable, deleteTable, finishInterruptedTableChanges, updateTable } from './tables.ts'
import { describeTimeToLive, sweepExpired, updateTimeToLive } from './time-to-live.ts'
import { forgetOldTokens, transactGet, transactWrite } from './transactions.ts'
import { createExclusive, writeItems } from './writes.ts'

const sweepMs = 30_000

export interface DynamoDb extends AwsService {
  /** Deletes items whose time to live is over and returns how many. Also runs by itself every 30 s. */
  sweepExpired(): Promise<number>
}

/**
 * DynamoDB on dynalite and LevelDB. Beyond dynalite: atomic writes, transactions, time to live, indexes added to or
 * removed from a table, `ReturnValuesOnConditionCheckFailure`. Not there: streams, PartiQL, backups, throttling.
 * Survives kill -9; LevelDB does not fsync, so a power cut may lose the last writes.
 */
export const createDynamoDb = async (context: AwsServiceContext): Promise<DynamoDb> => {
  const { nowMs, reportFault } = context
  const store = await openStore(context.dataDir, context.region, context.accountId)
  await finishInterruptedTableChanges(store)
  const exclusive = createExclusive()
  const operations = createOperations(store, exclusive, nowMs)
  const sweep = async () => {
    await forgetOldTokens({ store, nowMs })
    return sweepExpired(store, exclusive, nowMs())
  }
  let background: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    background = background.then(sweep).catch(reportFault)
  }, sweepMs)
  timer.unref()
  return {
    sweepExpired: sweep,
    handle: async (request, response, body) => {
      const { status, answer } = await perform(operations, operationName(request), body).catch(toAnswer)
      send(response, status, answer)
    },
    close: async () => {
      clearInterval(timer)
      await background
      await closeStore(store)
    },
  }
}

type Operation = (parameters: Parameters) => Promise<object>

const createOperations = (
  store: Store,
  exclusive: ReturnType<typeof createExclusive>,
  nowMs: () => number,
) => {
  const transactionDeps = { store, exclusive, nowMs }
  const own: Record<string, Operation> = {
    CreateTable: (parameters) => exclusive(() => createTable(store, parameters)),
    DeleteTable: (parameters) => exclusive(() => deleteTable(store, parameters)),
    UpdateTable: (parameters) => exclusive(() => updateTable(store, parameters)),
    UpdateTimeToLive: (parameters) => exclusive(() => updateTimeToLive(store, parameters)),
    DescribeTimeToLive: (parameters) => describeTimeToLive(store, parameters),
    TransactWriteItems: (parameters) => transactWrite(transactionDeps, parameters),
    TransactGetItems: (parameters) => transactGet(transactionDeps, parameters),
  }
  for (const name of ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']) {
    own[name] = async (parameters) => writeItems(store, exclusive, name, parameters)
  }
  return (name: string): Operation => {
    const operation = Object.hasOwn(own, name) ? own[name] : undefined
    if (operation) return operation
    if (!isDynaliteOperation(name)) throw unknownOperationError(name)
    return async (parameters) => run(store, name, parse(store, name, parameters))
  }
}

/** `x-amz-target: DynamoDB_20120810.GetItem` */
const operationName = (request: IncomingMessage) =>
  request.headers['x-amz-target']?.toString().split('.')[1] ?? 'A request without x-amz-target'

const perform = async (operationOf: (name: string) => Operation, name: string, body: Buffer) => ({
  status: 200,
  answer: await operationOf(name)(readParameters(body)),
})

const readParameters = (body: Buffer): Parameters => {
  let parameters: unknown
  try {
    parameters = JSON.parse(body.toString())
  } catch {
    throw serializationError()
  }
  if (typeof parameters !== 'object' || parameters === null) throw serializationError()
  return parameters as Parameters
}

const toAnswer = (error: unknown) => {
  if (!isDynamoDbError(error)) throw error
  return { status: error.statusCode, answer: error.body }
}

const send = (response: ServerResponse, status: number, answer: object) => {
  const body = Buffer.from(JSON.stringify(answer))
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length,
    'x-amzn-requestid': randomUUID(),
    'x-amz-crc32': crc32(body),
  })
  response.end(body)
}
