import { setTimeout as wait } from 'node:timers/promises'
import {
  type Change,
  dynalite,
  findTable,
  type Item,
  keys,
  type Parameters,
  parse,
  rangeOf,
  run,
  type Store,
  type Table,
  type TableIndex,
} from './dynalite.ts'
import { validationError } from './errors.ts'
import { timeToLiveKey } from './time-to-live.ts'

interface IndexUpdate {
  Create?: TableIndex
  Delete?: { IndexName: string }
}

const readTable = async (store: Store, name: string) =>
  (await store.db.get(keys.table(name))) as Table | undefined

/** dynalite makes a table usable a moment after it answers; this answers when the table is usable. */
export const createTable = async (store: Store, parameters: Parameters) => {
  const result = await run(store, 'CreateTable', parse(store, 'CreateTable', parameters))
  await settled(store, parameters.TableName, (table) => table?.TableStatus === 'ACTIVE')
  return result
}

/** Answers when the table, its items and its time-to-live setting are gone. */
export const deleteTable = async (store: Store, parameters: Parameters) => {
  const result = await run(store, 'DeleteTable', parse(store, 'DeleteTable', parameters))
  await settled(store, parameters.TableName, (table) => table === undefined)
  await removeRemains(store, parameters.TableName)
  return result
}

/** dynalite forgets the indexes first, so a deletion that was cut off and repeated would leave their entries. */
const removeRemains = async (store: Store, tableName: string) => {
  const changes: Change[] = [{ type: 'del', key: timeToLiveKey(tableName) }]
  const indexes = ['Global', 'Local'].map((indexType) => keys.indexes(indexType, tableName))
  for (const prefix of [keys.items(tableName), ...indexes]) {
    for await (const key of store.db.keys(rangeOf(prefix))) changes.push({ type: 'del', key })
  }
  await store.db.batch(changes)
}

export const updateTable = async (store: Store, parameters: Parameters) => {
  const updates = parameters.GlobalSecondaryIndexUpdates as IndexUpdate[] | undefined
  if (updates?.some(({ Create, Delete }) => Create || Delete))
    return updateIndexes(store, parameters, updates)
  const result = await run(store, 'UpdateTable', parse(store, 'UpdateTable', parameters))
  await settled(store, parameters.TableName, (table) => table?.TableStatus === 'ACTIVE')
  return result
}

/** A crash between dynalite's two writes leaves a table half made or half deleted: finishes what was begun. */
export const finishInterruptedTableChanges = async (store: Store) => {
  for await (const value of store.db.values(rangeOf(keys.table('')))) {
    const table = value as Table
    if (table.TableStatus === 'ACTIVE') continue
    const wasDeleting = table.TableStatus === 'DELETING'
    for (const index of table.GlobalSecondaryIndexes ?? []) index.IndexStatus = 'ACTIVE'
    table.TableStatus = 'ACTIVE'
    await store.db.batch([{ type: 'put', key: keys.table(table.TableName), value: table }])
    if (wasDeleting) await deleteTable(store, { TableName: table.TableName })
  }
}

const settled = async (store: Store, name: string, isSettled: (table: Table | undefined) => boolean) => {
  while (!isSettled(await readTable(store, name))) await wait(2)
}

/** dynalite accepts the creation and deletion of indexes and ignores it. */
const updateIndexes = async (store: Store, parameters: Parameters, updates: IndexUpdate[]) => {
  const table = await findTable(store, parameters.TableName)
  addDefinitions(table, (parameters.AttributeDefinitions ?? []) as Table['AttributeDefinitions'])
  const changes: Change[] = []
  for (const { Create, Delete } of updates) {
    if (Create) changes.push(...(await createIndex(store, table, Create)))
    if (Delete) changes.push(...(await deleteIndex(store, table, Delete.IndexName)))
  }
  if (table.GlobalSecondaryIndexes?.length === 0) delete table.GlobalSecondaryIndexes
  changes.push({ type: 'put', key: keys.table(table.TableName), value: table })
  await store.db.batch(changes)
  return { TableDescription: table }
}

const addDefinitions = (table: Table, definitions: Table['AttributeDefinitions']) => {
  const known = new Set(table.AttributeDefinitions.map(({ AttributeName }) => AttributeName))
  table.AttributeDefinitions.push(...definitions.filter(({ AttributeName }) => !known.has(AttributeName)))
}

/** Adds the index to `table` and returns the entries of the items that are already there. */
const createIndex = async (store: Store, table: Table, wanted: TableIndex) => {
  const indexes = table.GlobalSecondaryIndexes ?? []
  if (indexes.some(({ IndexName }) => IndexName === wanted.IndexName)) {
    throw validationError(`Attempting to create an index which already exists: ${wanted.IndexName}`)
  }
  const index: TableIndex = {
    ...wanted,
    IndexArn: `${table.TableArn}/index/${wanted.IndexName}`,
    IndexSizeBytes: 0,
    ItemCount: 0,
    IndexStatus: 'ACTIVE',
    ProvisionedThroughput: { ReadCapacityUnits: 0, WriteCapacityUnits: 0, NumberOfDecreasesToday: 0 },
  }
  table.GlobalSecondaryIndexes = [...indexes, index]
  const prefix = keys.index('Global', table.TableName, index.IndexName)
  const changes: Change[] = []
  for await (const item of store.db.values(rangeOf(keys.items(table.TableName)))) {
    const { puts } = dynalite.getIndexActions([index], null, item as Item, table)
    changes.push(...puts.map((put): Change => ({ type: 'put', key: prefix + put.key, value: put.item })))
  }
  return changes
}

const deleteIndex = async (store: Store, table: Table, indexName: string) => {
  const indexes = table.GlobalSecondaryIndexes ?? []
  if (!indexes.some(({ IndexName }) => IndexName === indexName)) {
    throw validationError(`Requested resource not found: index ${indexName} of ${table.TableName}`)
  }
  table.GlobalSecondaryIndexes = indexes.filter(({ IndexName }) => IndexName !== indexName)
  const changes: Change[] = []
  for await (const key of store.db.keys(rangeOf(keys.index('Global', table.TableName, indexName)))) {
    changes.push({ type: 'del', key })
  }
  return changes
}
