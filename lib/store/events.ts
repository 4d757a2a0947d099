import { type StoredEvent, toEventPartition } from '../core/events/event.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type ListPage, listPartition } from './list-partition.ts'
import { openEntry, timeToLive, toRecord } from './request-items.ts'
import { createRequestTable, type RequestTableDeps } from './request-table.ts'

/** The events of accounts, in partitions of the table of requests. */
export interface EventStore {
  /** Puts an event whose webhook is due now. Returns false, and changes nothing, if it exists. */
  put(event: Omit<StoredEvent, 'webhook'>): Promise<boolean>
  /** A consistent read. */
  find(key: RequestKey): Promise<StoredEvent | undefined>
  list(accountId: string, page: ListPage): Promise<{ events: StoredEvent[]; nextId?: string | undefined }>
}

export const createEventStore = (deps: RequestTableDeps): EventStore => {
  const { nowMs } = deps
  const table = createRequestTable<StoredEvent>(deps)
  return {
    put({ event, ...key }) {
      const now = toSeconds(nowMs())
      return table.putIfAbsent({
        ...key,
        event: JSON.stringify(event),
        status: 'done',
        finished: now,
        ttl: timeToLive(now),
        webhook: { url: '', signed: true, status: 'pending', attempts: [], nextAttemptMs: nowMs() },
        ...openEntry('webhook', key, now),
      })
    },
    find: table.find,
    async list(accountId, page) {
      const { items, nextId } = await listPartition(deps, toEventPartition(accountId), page)
      const events = items.flatMap((item) => toRecord(item, nowMs()) ?? [])
      return { events: events as unknown as StoredEvent[], nextId }
    },
  }
}
