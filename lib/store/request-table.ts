import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { toRecord } from './request-items.ts'
import { createTable, type ItemChange, type TableDeps } from './table.ts'

export interface RequestTableDeps extends TableDeps {
  nowMs: () => number
}

export type RequestTable = ReturnType<typeof createRequestTable>

/** The calls that every state change of a request uses. */
export const createRequestTable = ({ nowMs, ...deps }: RequestTableDeps) => {
  const table = createTable<{ accountId: string; id: string }, Record<string, unknown>>(deps)
  const toKey = ({ accountId, id }: RequestKey) => ({ accountId, id })
  return {
    /** A consistent read. */
    find: async (key: RequestKey): Promise<RequestRecord | undefined> =>
      toRecord(await table.find(toKey(key)), nowMs()),
    /** Returns false, and changes nothing, if an item with that key exists. */
    putIfAbsent: (item: Record<string, unknown>) =>
      table.put(item, {
        condition: 'attribute_not_exists(#id) OR #ttl <= :now',
        values: { now: toSeconds(nowMs()) },
      }),
    /** Returns the record after the change. Undefined if the condition failed. */
    update: async (key: RequestKey, change: ItemChange): Promise<RequestRecord | undefined> =>
      toRecord(await table.update(toKey(key), change), nowMs()),
    /** Returns whether an item was deleted. */
    delete: (key: RequestKey) => table.delete(toKey(key), { condition: 'attribute_exists(#id)' }),
  }
}
