import { setTimeout as wait } from 'node:timers/promises'
import { keys, type Parameters, parse, rangeOf, run, type Store, type Table } from './dynalite.ts'

/** Creates a table and resolves when it is active. dynalite activates a table shortly after its response. */
export const createTable = async (store: Store, parameters: Parameters) => {
  const result = await run(store, 'CreateTable', parse(store, 'CreateTable', parameters))
  const isActive = async () => {
    const table = (await store.db.get(keys.table(parameters.TableName))) as Table | undefined
    return table?.TableStatus === 'ACTIVE'
  }
  while (!(await isActive())) await wait(2)
  return result
}

/** Activates tables whose creation was interrupted by a crash between dynalite's two writes. */
export const finishInterruptedCreations = async (store: Store) => {
  for await (const value of store.db.values(rangeOf(keys.table('')))) {
    const table = value as Table
    if (table.TableStatus === 'ACTIVE') continue
    for (const index of table.GlobalSecondaryIndexes ?? []) index.IndexStatus = 'ACTIVE'
    table.TableStatus = 'ACTIVE'
    await store.db.batch([{ type: 'put', key: keys.table(table.TableName), value: table }])
  }
}
