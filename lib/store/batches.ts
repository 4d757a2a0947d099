import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import { type Batch, type NewBatch, toBatchPartition } from '../core/requests/batch.ts'
import { toIdBound } from '../core/requests/request-id.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type ListPage, listPartition } from './list-partition.ts'
import { beginDelivery, openEntry, timeToLive, toRecord } from './request-items.ts'
import { createRequestTable, type RequestTableDeps } from './request-table.ts'

/** A request of a batch that has ended. */
export interface EndedItem {
  lane: string
  index: number
  /** `done`, or the code of its error. */
  outcome: string
}

interface BatchPage {
  batches: Batch[]
  nextId?: string | undefined
}

/** The batches of accounts, in partitions of the table of requests. Every change is one conditional write, and safe to repeat. */
export interface BatchStore {
  /** Returns false, and changes nothing, if it exists. */
  put(batch: NewBatch): Promise<boolean>
  /** A consistent read. */
  find(key: RequestKey): Promise<Batch | undefined>
  list(accountId: string, page: ListPage): Promise<BatchPage>
  /** Returns how many batches of an account run. A consistent read. */
  countRunning(accountId: string): Promise<number>
  /** Counts a request that has ended and gives its lane the next one, once. Undefined if the lane has gone on already. */
  advance(key: RequestKey, item: EndedItem): Promise<Batch | undefined>
  /** Fails all requests whose turn has not come, and those that have not begun. Undefined if it was dropped already, or has ended. */
  drop(key: RequestKey, code: string): Promise<Batch | undefined>
  /** Ends a batch without lanes, which the sweep finds until it is settled. Undefined if it has ended already. */
  end(batch: Batch): Promise<Batch | undefined>
  /** Makes the webhook of an ended batch pending, and due now. Undefined if it was settled already. */
  settle(batch: Batch): Promise<Batch | undefined>
}

/** A batch drops what waits after two days, and the requests whose turn it is end within hours. */
const runMsMax = 4 * 24 * 3_600_000

const termsOf = ({ lane, index, outcome }: EndedItem) => ({ names: { lane, outcome }, values: { index } })

/** The place of the next request becomes that of the lane. */
const goOn = {
  assign: { 'lanes.lane': '#next' },
  count: { next: 1, 'counts.outcome': 1 },
  condition: '#lanes.#lane = :index AND #next < #total',
}

const endLane = {
  count: { 'counts.outcome': 1 },
  remove: ['lanes.lane'],
  condition: '#lanes.#lane = :index AND #next >= #total',
}

const toBatch = (item: Record<string, unknown> | undefined, nowMs: number) =>
  toRecord(item, nowMs) as unknown as Batch | undefined

const createLists = (deps: RequestTableDeps): Pick<BatchStore, 'list' | 'countRunning'> => ({
  async list(accountId, page) {
    const { items, nextId } = await listPartition(deps, toBatchPartition(accountId), page)
    return { batches: items.flatMap((item) => toBatch(item, deps.nowMs()) ?? []), nextId }
  },

  async countRunning(accountId) {
    const running = paginateQuery(
      { client: deps.dynamo },
      {
        TableName: deps.tableName,
        KeyConditionExpression: 'accountId = :partition AND id >= :since',
        FilterExpression: '#status = :queued',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':partition': toBatchPartition(accountId),
          ':queued': 'queued',
          ':since': toIdBound(deps.nowMs() - runMsMax),
        },
        ConsistentRead: true,
        Select: 'COUNT',
      },
    )
    let count = 0
    for await (const { Count = 0 } of running) count += Count
    return count
  },
})

export const createBatchStore = (deps: RequestTableDeps): BatchStore => {
  const { nowMs } = deps
  const { find, update, putIfAbsent } = createRequestTable<Batch>(deps)
  return {
    ...createLists(deps),

    put: ({ webhook, ...batch }) =>
      putIfAbsent({
        ...batch,
        status: 'queued',
        ...(webhook && { webhook: { ...webhook, status: 'waiting', attempts: [] } }),
        ...openEntry('batch', batch, toSeconds(nowMs())),
      }),

    find,

    advance: async (key, item) =>
      (await update(key, { ...goOn, ...termsOf(item) })) ?? update(key, { ...endLane, ...termsOf(item) }),

    drop: (key, dropCode) =>
      update(key, {
        set: { dropCode },
        assign: { dropped: '#total - #next', next: '#total' },
        condition: '#status = :queued AND attribute_not_exists(#dropCode)',
        values: { queued: 'queued' },
      }),

    end(batch) {
      const finished = toSeconds(nowMs())
      return update(batch, {
        set: { status: 'done', finished, ttl: timeToLive(finished) },
        remove: ['hasInput'],
        condition: '#status = :queued AND size(#lanes) = :none',
        values: { queued: 'queued', none: 0 },
      })
    },

    settle(batch) {
      const pending = batch.webhook && beginDelivery('webhook', batch, nowMs())
      return update(batch, {
        ...(pending ? { set: pending } : { remove: ['openShard', 'openSince'] }),
        condition: '#status = :done AND begins_with(#openShard, :batch)',
        values: { done: 'done', batch: 'batch#' },
      })
    },
  }
}
