import { createRequire } from 'node:module'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { type TableDefinition, type TableName, tables } from '../../infra/tables.ts'
import { checkItem, checkOperands, checkProjection, checkRequest } from '../../local/aws/dynamodb/limits.ts'
import type { CallAws } from './calls.ts'
import type { Process } from './engine.ts'
import { type Item, type Parse, parseExpressions } from './expressions.ts'

type Value = Record<string, unknown>
type Parsed = Record<string, unknown> & { TableName: TableName; Key?: Item; Item?: Item }

/** What is used of dynalite: its expression parser, and its actions, over a synchronous store. */
interface DynaliteDb {
  compare(operator: string, value: Value | undefined, others: Value[]): boolean | undefined
  matchesExprFilter(item: Item, expression: unknown): boolean
  mapPaths(paths: unknown, item: Item): Item
}
type Done = (
  error: (Error & { body?: { __type: string } }) | null,
  value?: { Attributes?: Item; Item?: Item },
) => void
type Action = (store: object, parsed: object, done: Done) => void

const load = createRequire(import.meta.url)
const db = load('dynalite/db') as DynaliteDb
const operations = new Map(
  Object.entries({
    Get: 'getItem',
    Put: 'putItem',
    Update: 'updateItem',
    Delete: 'deleteItem',
    Query: 'query',
    Scan: 'scan',
  }).map(([command, name]) => [
    command,
    {
      act: load(`dynalite/actions/${name}`) as Action,
      parse: (load(`dynalite/validations/${name}`) as { custom: Parse }).custom,
    },
  ]),
)

/** Is told of each write. `before` and `after` are in the wire format. */
export type OnWrite = (table: TableName, before: Item | undefined, after: Item | undefined) => void

export type Database = ReturnType<typeof createDatabase>

/** The tables of the service in memory. Each call is atomic. An expression that dynalite does not know is an error. */
export const createDatabase = (onWrite: OnWrite) => {
  const items = new Map(Object.keys(tables).map((name) => [name, new Map<string, Item>()]))
  const itemsOf = (name: TableName) => items.get(name) as Map<string, Item>
  return {
    all: (table: TableName) => [...itemsOf(table).values()],
    /** Deletes what DynamoDB's time to live has reached. All tables name the attribute `ttl`. */
    expire(nowMs: number) {
      for (const list of items.values())
        for (const [key, { ttl }] of list) if (ttl && Number(ttl['N']) * 1000 <= nowMs) list.delete(key)
    },
    execute(name: string, input: Record<string, unknown>): Record<string, unknown> {
      const operation = operations.get(name)
      if (!operation) throw new Error(`The simulated DynamoDB does not know ${name}.`)
      const parsed = toWire(input) as Parsed
      checkRequest(parsed as never)
      const store = storeOf(itemsOf(parsed.TableName), parsed.TableName, onWrite)
      const ready = parseExpressions(operation.parse, parsed, store) as Parsed
      if (name === 'Query' || name === 'Scan') {
        checkOperands(ready as never)
        checkProjection(definitions[parsed.TableName], ready as never)
        return list(itemsOf(parsed.TableName), ready)
      }
      return act(operation.act, store, ready)
    },
  }
}

const options = { removeUndefinedValues: true }

const wired = ['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey']

const toWire = (input: Record<string, unknown>) => {
  const wire: Record<string, unknown> = { ...input }
  for (const name of wired) if (wire[name] !== undefined) wire[name] = marshall(wire[name] as object, options)
  return wire
}

const act = (action: Action, store: object, parsed: Parsed) => {
  let result: Record<string, unknown> | undefined
  let failure: unknown
  action(store, parsed, (error, value = {}) => {
    if (error) failure = error
    else
      result = {
        ...(value.Item && { Item: unmarshall(value.Item as never) }),
        ...(value.Attributes && { Attributes: unmarshall(value.Attributes as never) }),
      }
  })
  if (failure) throw toSdkError(failure, store, parsed)
  if (!result) throw new Error('dynalite did not answer at once.')
  return result
}

const toSdkError = (failure: unknown, store: object, parsed: Parsed) => {
  const type = (failure as { body?: { __type: string } }).body?.__type ?? ''
  if (!type.endsWith('ConditionalCheckFailedException')) return failure
  const current = (store as { current?: Item }).current
  return new ConditionalCheckFailedException({
    message: 'The conditional request failed',
    $metadata: {},
    ...(parsed['ReturnValuesOnConditionCheckFailure'] === 'ALL_OLD' && current && { Item: current as never }),
  })
}

const attributeTypes = { string: 'S', number: 'N' } as const

const keySchema = ({ hashKey, rangeKey }: { hashKey: string; rangeKey?: string }) => [
  { AttributeName: hashKey, KeyType: 'HASH' as const },
  ...(rangeKey === undefined ? [] : [{ AttributeName: rangeKey, KeyType: 'RANGE' as const }]),
]

/** What the checks of the embedded DynamoDB need of the tables. */
const define = (TableName: string, { primaryIndex, globalIndexes = {} }: TableDefinition) => ({
  TableName,
  TableStatus: 'ACTIVE',
  KeySchema: keySchema(primaryIndex),
  GlobalSecondaryIndexes: Object.entries(globalIndexes).map(([IndexName, index]) => ({
    IndexName,
    KeySchema: keySchema(index),
    Projection: { ProjectionType: index.projection === 'all' ? 'ALL' : 'KEYS_ONLY' },
  })),
})

const definitions = Object.fromEntries(
  Object.entries(tables).map(([name, table]) => [name, define(name, table)]),
) as Record<TableName, ReturnType<typeof define>>

const keyNames = (table: TableName): string[] =>
  definitions[table].KeySchema.map(({ AttributeName }) => AttributeName)

/** The store that dynalite's actions write to. Indexes are computed when they are read. */
const storeOf = (items: Map<string, Item>, table: TableName, onWrite: OnWrite) => {
  const definition = {
    KeySchema: keyNames(table).map((AttributeName) => ({ AttributeName })),
    AttributeDefinitions: Object.entries(tables[table].fields).map(([AttributeName, type]) => ({
      AttributeName,
      AttributeType: attributeTypes[type],
    })),
  }
  const store = {
    current: undefined as Item | undefined,
    options: { maxItemSize: 409_600 },
    tableDb: {},
    getTable: (_name: string, check: unknown, done?: unknown) =>
      ((done ?? check) as (error: null, table: object) => void)(null, definition),
    getItemDb: () => ({
      lock: (_key: string, run: (release: <T>(done: T) => T) => void) => run((done) => done),
      get(key: string, done: Done) {
        store.current = items.get(key)
        if (store.current) done(null, store.current as never)
        else done(Object.assign(new Error('NotFound'), { name: 'NotFoundError' }))
      },
      put(key: string, item: Item, done: Done) {
        checkItem(definitions[table], item)
        onWrite(table, items.get(key), item)
        items.set(key, item)
        done(null)
      },
      del(key: string, done: Done) {
        onWrite(table, items.get(key), undefined)
        items.delete(key)
        done(null)
      },
    }),
  }
  return store
}

interface ListRequest extends Parsed {
  IndexName?: string
  KeyConditions?: Record<string, { ComparisonOperator: string; AttributeValueList: Value[] }>
  ExclusiveStartKey?: Item
  ScanIndexForward?: boolean
  Limit?: number
  Select?: string
  _filter?: { expression: unknown }
  _projection?: { paths: unknown }
}

const list = (items: Map<string, Item>, parsed: Parsed) => {
  const request = parsed as ListRequest
  const { KeyConditions = {}, _filter, _projection, Limit = Number.POSITIVE_INFINITY } = request
  const order = orderOf(request)
  const isKept = (item: Item) =>
    order.every((name) => item[name] !== undefined) &&
    Object.entries(KeyConditions).every(([name, { ComparisonOperator, AttributeValueList }]) =>
      db.compare(ComparisonOperator, item[name], AttributeValueList),
    )
  const direction = request.ScanIndexForward === false ? -1 : 1
  const sorted = [...items.values()].filter(isKept).sort((a, b) => direction * compareBy(order, a, b))
  const { ExclusiveStartKey: start } = request
  const rest = start ? sorted.filter((item) => direction * compareBy(order, item, start) > 0) : sorted
  const read = rest.slice(0, Limit)
  const found = read.filter((item) => !_filter || db.matchesExprFilter(item, _filter.expression))
  const paths = _projection?.paths ?? projectedBy(request)
  const shown = found.map((item) => (paths ? db.mapPaths(paths, item) : item))
  const last = rest.length > read.length ? read.at(-1) : undefined
  return {
    Count: found.length,
    ...(request.Select !== 'COUNT' && { Items: shown.map((item) => unmarshall(item as never)) }),
    ...(last && {
      LastEvaluatedKey: unmarshall(Object.fromEntries(order.map((name) => [name, last[name]])) as never),
    }),
  }
}

const indexOf = ({ TableName, IndexName }: ListRequest) => {
  if (IndexName === undefined) return undefined
  const index = definitions[TableName].GlobalSecondaryIndexes.find((one) => one.IndexName === IndexName)
  if (!index) throw new Error(`The table ${TableName} has no index ${IndexName}.`)
  return index
}

/** Returns the attributes that order the items: those of the index, then those of the table. */
const orderOf = (request: ListRequest): string[] => {
  const keys = indexOf(request)?.KeySchema.map(({ AttributeName }) => AttributeName) ?? []
  return [...new Set([...keys, ...keyNames(request.TableName)])]
}

/** Returns the attributes that an index stores, if it does not store all. */
const projectedBy = (request: ListRequest): string[] | undefined =>
  indexOf(request)?.Projection.ProjectionType === 'KEYS_ONLY' ? orderOf(request) : undefined

const compareBy = (names: string[], a: Item, b: Item): number => {
  for (const name of names) {
    const difference = compareValues(a[name] ?? {}, b[name] ?? {})
    if (difference !== 0) return difference
  }
  return 0
}

const compareValues = (a: Value, b: Value): number => {
  if ('N' in a) return Number(a['N']) - Number(b['N'])
  const [first, second] = [String(a['S']), String(b['S'])]
  if (first === second) return 0
  return first < second ? -1 : 1
}

/** Returns a client of the database. The SDK's paginators accept only instances of its class. */
export const createDocuments = (database: Database, callAws: CallAws, process: Process) =>
  Object.assign(Object.create(DynamoDBDocumentClient.prototype) as DynamoDBDocumentClient, {
    send(command: { constructor: { name: string }; input: Record<string, unknown> }) {
      const name = command.constructor.name.replace('Command', '')
      const { input } = command
      const target = `${input['TableName']} ${targetOf(input)}`
      return callAws(process, { service: 'dynamodb', name, target }, () => database.execute(name, input))
    },
  })

/** Returns the key or the values that a call looks for. */
const targetOf = (input: Record<string, unknown>): string => {
  const { TableName, Item, Key, ExpressionAttributeValues: values = {} } = input
  const item = Item as Record<string, unknown> | undefined
  const key = item
    ? keyNames(TableName as TableName).map((name) => item[name])
    : Object.values((Key ?? values) as object)
  return key.join('/')
}
