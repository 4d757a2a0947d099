import { createRequire } from 'node:module'
import { matches, type Operator } from './expressions.ts'
import { checkOperands, checkRequest, type Parsed } from './limits.ts'

/*
 * Typed access to dynalite 4.0.0 (Apache-2.0). Its store, validators, expression parsers and actions are used through deep paths, so its
 * version is pinned exactly. They are unchanged, except for the check of conditions. Its HTTP server is not used.
 */

export type AttributeValue = Record<string, unknown>
export type Item = Record<string, AttributeValue>
/** A request as received, or as parsed by dynalite. */
export type Parameters = Record<string, unknown> & Parsed & { TableName: string }

interface KeyElement {
  AttributeName: string
  KeyType: 'HASH' | 'RANGE'
}

interface TableIndex {
  IndexName: string
  KeySchema: KeyElement[]
  Projection: { ProjectionType: string }
  [detail: string]: unknown
}

export interface Table {
  TableName: string
  TableStatus: string
  KeySchema: KeyElement[]
  GlobalSecondaryIndexes?: TableIndex[]
}

export type Callback<T> = (error: Error | null, value?: T) => void

/** A range of keys with a common prefix. */
export interface SubStore {
  lock(key: string, run: (release: (done: Callback<unknown>) => Callback<unknown>) => void): void
  get(key: string, done: Callback<Item>): void
  put(key: string, item: Item, done: Callback<void>): void
  del(key: string, done: Callback<void>): void
}

export type Change = { type: 'put'; key: string; value: unknown } | { type: 'del'; key: string }
type Range = { gte: string; lt: string }

interface Level {
  open(): Promise<void>
  close(done: Callback<void>): void
  get(key: string): Promise<unknown>
  get(key: string, done: Callback<Item>): void
  batch(changes: Change[]): Promise<void>
  values(range: Range): AsyncIterable<unknown>
  iterator(range: Range): AsyncIterable<[string, unknown]>
}

/** The part of a store that the item actions use. */
export interface ItemStore {
  options: object
  tableDb: object
  getTable(name: string, checkStatus: boolean | Callback<Table>, done?: Callback<Table>): void
  getItemDb(tableName: string): SubStore
  getIndexDb(indexType: string, tableName: string, indexName: string): SubStore
}

export interface Store extends ItemStore {
  db: Level
  tableDb: { awsAccountId: string; awsRegion: string }
}

interface Conditions {
  _condition?: { expression: Operator }
}

export interface DynaliteDb {
  create(options: object): Store
  mapPath(path: string[], item: Item): AttributeValue | undefined
  matchesExprFilter(item: Item, expression: object): boolean
  /** Returns an error if the condition of a write is not fulfilled. The actions call it as a member of the module. */
  checkConditional(data: Conditions, existing: Item | undefined): Error | null | undefined
}

interface DynaliteValidations {
  toLowerFirst(name: string): string
  checkTypes(parameters: unknown, types: object): Parameters
  checkValidations(parameters: Parameters, types: object, custom: unknown, store: Store): void
}

type Action = (store: ItemStore, parsed: Parameters, done: Callback<object>) => void

const load = createRequire(import.meta.url)

const dynalite = load('dynalite/db') as DynaliteDb
const { checkConditional } = dynalite
const neverMet: Operator = { type: '=', args: [{ BOOL: true }, { BOOL: false }] }
dynalite.checkConditional = (data, existing) => {
  const { _condition: condition } = data
  if (!condition) return checkConditional(data, existing)
  const isMet = matches(dynalite, existing ?? {}, condition.expression)
  return isMet ? undefined : checkConditional({ _condition: { expression: neverMet } }, existing)
}
const validations = load('dynalite/validations') as DynaliteValidations

const operationNames = ['CreateTable', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem']

const operations = new Map(
  operationNames.map((name) => {
    const fileName = validations.toLowerFirst(name)
    const action = load(`dynalite/actions/${fileName}`) as Action
    const rules = load(`dynalite/validations/${fileName}`) as { types: object; custom: unknown }
    return [name, { action, rules }]
  }),
)

const operationOf = (name: string) => {
  const operation = operations.get(name)
  if (!operation) throw new Error(`dynalite does not support the operation ${name}.`)
  return operation
}

/** Validates a request and parses its expressions. Throws a `DynamoDbError`. */
export const parse = (store: Store, operation: string, parameters: object): Parameters => {
  const { rules } = operationOf(operation)
  checkRequest(parameters as Parameters)
  const parsed = validations.checkTypes(structuredClone(parameters), rules.types)
  validations.checkValidations(parsed, rules.types, rules.custom, store)
  checkOperands(parsed)
  return parsed
}

/** Runs one operation on a parsed request. Rejects with a `DynamoDbError`. */
export const run = (store: ItemStore, operation: string, parsed: Parameters): Promise<object> =>
  toPromise((done) => operationOf(operation).action(store, parsed, done))

/** Returns a table. Rejects with `ResourceNotFoundException`, also while the table is being created. */
export const findTable = (store: ItemStore, name: string): Promise<Table> =>
  toPromise((done) => store.getTable(name, true, done))

export const openStore = async (path: string, region: string, accountId: string): Promise<Store> => {
  const store = dynalite.create({ path, createTableMs: 0 })
  store.tableDb.awsRegion = region
  store.tableDb.awsAccountId = accountId
  await store.db.open()
  return store
}

export const closeStore = (store: Store) => toPromise<void>((done) => store.db.close(done))

/** Prefixes of dynalite's keys. Table and index names cannot contain `~`. */
export const keys = {
  table: (tableName: string) => `table~${tableName}`,
  items: (tableName: string) => `item-${tableName}~`,
  index: (indexType: string, tableName: string, indexName: string) =>
    `index-${indexType.toLowerCase()}~${tableName}~${indexName}~`,
}

/** Returns the range of all keys with a prefix. The rest of a key is always ASCII. */
export const rangeOf = (prefix: string): Range => ({ gte: prefix, lt: `${prefix}\xFF` })

const toPromise = <T>(call: (done: Callback<T>) => void): Promise<T> =>
  new Promise((resolve, reject) => {
    call((error, value) => (error ? reject(error) : resolve(value as T)))
  })
