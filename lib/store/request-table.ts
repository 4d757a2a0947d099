import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { toRecord } from './request-items.ts'
import { createTable, type ItemChange, type TableDeps } from './table.ts'

export interface RequestTableDeps extends TableDeps {
  nowMs: () => number
}

export type RequestTable = ReturnType<typeof createRequestTable<RequestRecord>>

/** The calls that every state change of a request uses, or of a batch or an event in the same table. */
export const createRequestTable = <Stored = RequestRecord>({ nowMs, ...deps }: RequestTableDeps) => {
  const table = createTable<{ accountId: string; id: string }, Record<string, unknown>>(deps)
  const toStored = (item: Record<string, unknown> | undefined) =>
    toRecord(item, nowMs()) as Stored | undefined
  const toKey = ({ accountId, id }: RequestKey) => ({ accountId, id })
  return {
    /** A consistent read. */
    find: async (key: RequestKey): Promise<Stored | undefined> => toStored(await table.find(toKey(key))),
    /** Returns false, and changes nothing, if an item with that key exists. */
    putIfAbsent: (item: Record<string, unknown>) =>
      table.put(item, {
        condition: 'attribute_not_exists(#id) OR #ttl <= :now',
        values: { now: toSeconds(nowMs()) },
      }),
    /** Returns the record after the change. Undefined if the condition failed. */
    update: async (key: RequestKey, change: ItemChange): Promise<Stored | undefined> =>
      toStored(await table.update(toKey(key), change)),
    /** Returns whether an item was deleted. */
    delete: (key: RequestKey) => table.delete(toKey(key), { condition: 'attribute_exists(#id)' }),
  }
}
