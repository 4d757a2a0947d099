import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { crc32 } from 'node:zlib'
import type { AwsService, AwsServiceContext } from '../service.ts'
import { closeStore, findTable, openStore, type Parameters, parse, run, type Store } from './dynalite.ts'
import { isDynamoDbError, serializationError, unknownOperationError } from './errors.ts'
import { checkProjection } from './limits.ts'
import { createTable, finishInterruptedCreations } from './tables.ts'
import { describeTimeToLive, sweepExpired, updateTimeToLive } from './time-to-live.ts'
import { createExclusive, writeItems } from './writes.ts'

const sweepMs = 30_000

interface DynamoDb extends AwsService {
  /** Deletes items whose time to live has passed and returns their number. A timer also calls it every 30 s. */
  sweepExpired(): Promise<number>
}

/**
 * DynamoDB with dynalite and LevelDB. In addition to dynalite it changes an item and its index entries in one write, supports time to live
 * and `ReturnValuesOnConditionCheckFailure`, and refuses what only DynamoDB refuses. Data survives kill -9. LevelDB does not fsync, so a power failure may lose the
 * last writes.
 */
export const createDynamoDb = async (context: AwsServiceContext): Promise<DynamoDb> => {
  const { nowMs, reportFault } = context
  const store = await openStore(context.dataDir, context.region, context.accountId)
  await finishInterruptedCreations(store)
  const exclusive = createExclusive()
  const operations = createOperations(store, exclusive)
  const sweep = () => sweepExpired(store, exclusive, nowMs())
  let background: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    background = background.then(sweep).catch(reportFault)
  }, sweepMs)
  timer.unref()
  return {
    sweepExpired: sweep,
    handle: async (request, response, body) => {
      const { status, result } = await perform(operations, operationName(request), body).catch(toErrorResult)
      send(response, status, result)
    },
    close: async () => {
      clearInterval(timer)
      await background
      await closeStore(store)
    },
  }
}

type Operation = (parameters: Parameters) => Promise<object>

/** Returns the supported operations. Any other is refused. */
const createOperations = (store: Store, exclusive: ReturnType<typeof createExclusive>) => {
  const write =
    (name: string): Operation =>
    async (parameters) =>
      writeItems(store, exclusive, name, parameters)
  const read =
    (name: string): Operation =>
    async (parameters) => {
      const parsed = parse(store, name, parameters)
      if (parsed.IndexName !== undefined) checkProjection(await findTable(store, parsed.TableName), parsed)
      return run(store, name, parsed)
    }
  const operations = new Map<string, Operation>([
    ['CreateTable', (parameters) => exclusive(() => createTable(store, parameters))],
    ['UpdateTimeToLive', (parameters) => exclusive(() => updateTimeToLive(store, parameters))],
    ['DescribeTimeToLive', (parameters) => describeTimeToLive(store, parameters)],
    ...['PutItem', 'UpdateItem', 'DeleteItem'].map((name) => [name, write(name)] as const),
    ...['GetItem', 'Query', 'Scan'].map((name) => [name, read(name)] as const),
  ])
  return (name: string): Operation => {
    const operation = operations.get(name)
    if (!operation) throw unknownOperationError(name)
    return operation
  }
}

/** `x-amz-target: DynamoDB_20120810.GetItem` */
const operationName = (request: IncomingMessage) =>
  request.headers['x-amz-target']?.toString().split('.')[1] ?? 'A request without x-amz-target'

const perform = async (operationOf: (name: string) => Operation, name: string, body: Buffer) => ({
  status: 200,
  result: await operationOf(name)(readParameters(body)),
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

const toErrorResult = (error: unknown) => {
  if (!isDynamoDbError(error)) throw error
  return { status: error.statusCode, result: error.body }
}

const send = (response: ServerResponse, status: number, result: object) => {
  const body = Buffer.from(JSON.stringify(result))
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.0',
    'content-length': body.length,
    'x-amzn-requestid': randomUUID(),
    'x-amz-crc32': crc32(body),
  })
  response.end(body)
}
