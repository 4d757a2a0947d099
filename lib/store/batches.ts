import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import { type Batch, type NewBatch, toBatchPartition } from '../core/requests/batch.ts'
import { toIdBound } from '../core/requests/request-id.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type ListPage, listPartition, partitionPages } from './partition-pages.ts'
import { beginDelivery, openEntry, timeToLive, toRecord } from './request-items.ts'
import { createRequestTable, type RequestTableDeps } from './request-table.ts'
import { unlessRefused } from './table.ts'

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

type BatchUpdate = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>

const counting = 'counts.#outcome = if_not_exists(counts.#outcome, :none) + :one'

const termsOf = ({ lane, index, outcome }: EndedItem): BatchUpdate => ({
  ExpressionAttributeNames: { '#lane': lane, '#outcome': outcome, '#next': 'next', '#total': 'total' },
  ExpressionAttributeValues: { ':index': index, ':one': 1, ':none': 0 },
})

/** The place of the next request becomes that of the lane. */
const goOn = {
  UpdateExpression: `SET lanes.#lane = #next, #next = #next + :one, ${counting}`,
  ConditionExpression: 'lanes.#lane = :index AND #next < #total',
}

const endLane = {
  UpdateExpression: `SET ${counting} REMOVE lanes.#lane`,
  ConditionExpression: 'lanes.#lane = :index AND #next >= #total',
}

const toBatch = (item: Record<string, unknown> | undefined, nowMs: number) =>
  toRecord(item, nowMs) as unknown as Batch | undefined

const createLists = (deps: RequestTableDeps): Pick<BatchStore, 'list' | 'countRunning'> => ({
  async list(accountId, page) {
    const { items, nextId } = await listPartition(deps, toBatchPartition(accountId), page)
    return { batches: items.flatMap((item) => toBatch(item, deps.nowMs()) ?? []), nextId }
  },

  async countRunning(accountId) {
    const running = {
      condition: ' AND id >= :since',
      FilterExpression: '#status = :queued',
      ExpressionAttributeNames: { '#status': 'status' },
      values: { ':queued': 'queued', ':since': toIdBound(deps.nowMs() - runMsMax) },
      Select: 'COUNT' as const,
    }
    let count = 0
    for await (const { Count = 0 } of partitionPages(deps, toBatchPartition(accountId), running))
      count += Count
    return count
  },
})

export const createBatchStore = (deps: RequestTableDeps): BatchStore => {
  const { dynamo, tableName: TableName, nowMs } = deps
  const table = createRequestTable(deps)
  const send = async ({ accountId, id }: RequestKey, change: BatchUpdate) => {
    const command = new UpdateCommand({
      TableName,
      Key: { accountId, id },
      ...change,
      ReturnValues: 'ALL_NEW',
    })
    return toBatch((await unlessRefused(dynamo.send(command)))?.Attributes, nowMs())
  }
  return {
    ...createLists(deps),

    put: ({ webhook, ...batch }) =>
      table.putIfAbsent({
        ...batch,
        status: 'queued',
        ...(webhook && { webhook: { ...webhook, status: 'waiting', attempts: [] } }),
        ...openEntry('batch', batch, toSeconds(nowMs())),
      }),

    find: async (key) => (await table.find(key)) as unknown as Batch | undefined,

    advance: async (key, item) =>
      (await send(key, { ...goOn, ...termsOf(item) })) ?? send(key, { ...endLane, ...termsOf(item) }),

    drop: (key, code) =>
      send(key, {
        UpdateExpression: 'SET dropped = #total - #next, #next = #total, dropCode = :code',
        ConditionExpression: '#status = :queued AND attribute_not_exists(dropCode)',
        ExpressionAttributeNames: { '#next': 'next', '#total': 'total', '#status': 'status' },
        ExpressionAttributeValues: { ':code': code, ':queued': 'queued' },
      }),

    async end(batch) {
      const finished = toSeconds(nowMs())
      const ended = await table.update(batch, {
        set: { status: 'done', finished, ttl: timeToLive(finished) },
        remove: ['hasInput'],
        condition: '#status = :queued AND size(#lanes) = :none',
        values: { queued: 'queued', none: 0 },
      })
      return ended as unknown as Batch | undefined
    },

    async settle(batch) {
      const pending = batch.webhook && beginDelivery('webhook', batch, nowMs())
      const settled = await table.update(batch, {
        ...(pending ? { set: pending } : { remove: ['openShard', 'openSince'] }),
        condition: '#status = :done AND begins_with(#openShard, :batch)',
        values: { done: 'done', batch: 'batch#' },
      })
      return settled as unknown as Batch | undefined
    },
  }
}
