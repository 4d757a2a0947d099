import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  paginateScan,
} from '@aws-sdk/lib-dynamodb'
import { type HitDays, monthsOf, sumOperations } from '../core/access/hit-days.ts'
import { toOwnKey } from '../core/access/own-key.ts'
import { placesPartition } from '../core/access/places.ts'
import { toEventPartition } from '../core/events/event.ts'
import { ownerOf, toBatchPartition } from '../core/requests/batch.ts'
import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import { historyDaysMax } from '../schema/usage.ts'
import { logPartitions, toRecord } from './request-items.ts'
import { toArchiveId, type UsageItem } from './usage-item.ts'

/** An entry of the cache, or of an Idempotency-Key, which has no result. */
export interface CacheEntry {
  key: string
  result?: StoredResult
}

/** The hits of an account in a month. */
export interface MonthlyHits {
  id: string
  hits: number
  operations: Record<RenderOperationId, number>
}

interface StoredUsage extends UsageItem {
  id: string
}

/**
 * What the tables have of an account, besides its item and its tasks. For the operator's commands: cache entries are found by reading the
 * whole table.
 */
export interface AccountData {
  /** Records, and the log with the `accountId` of its partition. */
  requests(accountId: string): AsyncIterable<RequestRecord>
  deleteRequest(key: RequestKey): Promise<void>
  cacheEntries(accountId: string): AsyncIterable<CacheEntry>
  deleteCacheEntry(key: string): Promise<void>
  /** Returns the hits of all accounts in a month, as numbered by `toMonth`. Reads the whole table once. */
  monthlyHits(month: number): Promise<MonthlyHits[]>
  /** The counters, and the archives of past months. */
  usage(accountId: string): Promise<StoredUsage[]>
  deleteUsage(id: string): Promise<void>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  tables: Readonly<Record<'requests' | 'cache' | 'usage', string>>
  nowMs: () => number
}

const partitionsOf = (accountId: string) => [
  accountId,
  toBatchPartition(accountId),
  toEventPartition(accountId),
  placesPartition(accountId),
  ...logPartitions(accountId),
]

/** DynamoDB deletes an archive days after the history has no day of it. */
const archivedDays = 2 * historyDaysMax

const toMonthlyHits = (id: string, hitDays: HitDays = {}): MonthlyHits => {
  const operations = sumOperations(hitDays)
  const hits = Object.values(operations).reduce((sum, count) => sum + count, 0)
  return { id, hits, operations }
}

export const createAccountData = ({ dynamo, tables, nowMs }: Deps): AccountData => {
  const remove = async (TableName: string, Key: Record<string, string>) => {
    await dynamo.send(new DeleteCommand({ TableName, Key }))
  }
  return {
    async *requests(accountId) {
      for (const partition of partitionsOf(accountId)) {
        const pages = paginateQuery(
          { client: dynamo },
          {
            TableName: tables.requests,
            KeyConditionExpression: 'accountId = :partition',
            ExpressionAttributeValues: { ':partition': partition },
            ConsistentRead: true,
          },
        )
        // Includes what has expired and is still there.
        for await (const { Items = [] } of pages) yield* Items.flatMap((item) => toRecord(item, 0) ?? [])
      }
    },
    deleteRequest: ({ accountId, id }) => remove(tables.requests, { accountId, id }),

    async *cacheEntries(accountId) {
      const pages = paginateScan(
        { client: dynamo },
        {
          TableName: tables.cache,
          FilterExpression: 'begins_with(#key, :own)',
          ExpressionAttributeNames: { '#key': 'key' },
          ExpressionAttributeValues: { ':own': toOwnKey(accountId, '') },
          ConsistentRead: true,
        },
      )
      for await (const { Items = [] } of pages) yield* Items as CacheEntry[]
    },
    deleteCacheEntry: (key) => remove(tables.cache, { key }),

    async monthlyHits(month) {
      const pages = paginateScan(
        { client: dynamo },
        {
          TableName: tables.usage,
          ProjectionExpression: '#id, #hitMonth, #hitDays',
          FilterExpression: 'attribute_exists(#hitDays)',
          ExpressionAttributeNames: { '#id': 'id', '#hitMonth': 'hitMonth', '#hitDays': 'hitDays' },
          ConsistentRead: true,
        },
      )
      const found = new Map<string, MonthlyHits>()
      for await (const { Items = [] } of pages)
        for (const { id: itemId, hitMonth, hitDays } of Items as StoredUsage[]) {
          const id = ownerOf({ accountId: itemId })
          const isCurrent = itemId === id && hitMonth === month
          // An archive is written before its account's item has the next month. Until then both have this one.
          if (!isCurrent && (itemId !== toArchiveId(id, month) || found.has(id))) continue
          found.set(id, toMonthlyHits(id, hitDays))
        }
      return [...found.values()].sort((first, second) => second.hits - first.hits)
    },

    async usage(accountId) {
      const months = monthsOf(nowMs(), archivedDays)
      const ids = [accountId, ...months.map((month) => toArchiveId(accountId, month))]
      const found = await Promise.all(
        ids.map((id) =>
          dynamo.send(new GetCommand({ TableName: tables.usage, Key: { id }, ConsistentRead: true })),
        ),
      )
      return found.flatMap(({ Item }) => (Item ? [Item as StoredUsage] : []))
    },
    deleteUsage: (id) => remove(tables.usage, { id }),
  }
}
