import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { toIdBound } from '../core/requests/request-id.ts'
import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { RequestStatus } from '../schema/requests.ts'
import { type OpenKind, openShards, toRecord } from './request-items.ts'
import type { RequestTableDeps } from './request-table.ts'

interface RequestFilter {
  status?: RequestStatus | undefined
  operation?: RenderOperationId | undefined
  taskId?: number | undefined
  /** Unix seconds; `to` is exclusive. The time is the one in the id. */
  from?: number | undefined
  to?: number | undefined
  limit: number
  /** Returns only requests older than the one with this id. */
  beforeId?: string | undefined
}

interface RequestPage {
  /** Newest first, without their options. */
  records: RequestRecord[]
  /** `beforeId` of the next page. Undefined on the last page. */
  nextId?: string | undefined
}

export interface RequestQueries {
  /** Returns at most `limit` requests, or fewer if a filter matches rarely and the search was cut; `nextId` continues from there. */
  list(accountId: string, filter: RequestFilter): Promise<RequestPage>
  /** Returns keys of records that have waited since `sinceMax` (Unix seconds) or longer, oldest first; about `limit` at most. */
  listOpen(kind: OpenKind, sinceMax: number, limit: number): Promise<RequestKey[]>
}

/** Items that one query reads when a filter discards some of them. */
const filteredPage = 500

/** Queries that one page of the list may take. */
const queriesMax = 10

const shown = [
  'accountId',
  'id',
  'operation',
  'status',
  'created',
  'finished',
  'attempts',
  'result',
  'error',
  'taskId',
  'externalId',
  'counted',
  'hit',
  'summary',
  'durationMs',
  'change',
  'webhook',
  'ttl',
]

/** The part of an account's requests that a page searches, as DynamoDB reads it: newest first. */
interface Range {
  condition: string
  values: Record<string, unknown>
  /** The page continues after this id. */
  startId: string | undefined
}

/** Returns undefined if nothing is in the range. DynamoDB refuses a start key outside of it. */
const toRange = (accountId: string, { from, to, beforeId }: RequestFilter): Range | undefined => {
  const lower = from === undefined ? undefined : toIdBound(from * 1000)
  const upper = to === undefined ? undefined : toIdBound(to * 1000)
  if (lower !== undefined && beforeId !== undefined && beforeId <= lower) return undefined
  if (lower !== undefined && upper !== undefined && upper <= lower) return undefined
  const isInside = beforeId !== undefined && (upper === undefined || beforeId < upper)
  return {
    condition: `#accountId = :accountId${toIdCondition(lower, upper)}`,
    values: {
      ':accountId': accountId,
      ...(lower !== undefined && { ':lower': lower }),
      ...(upper !== undefined && { ':upper': upper }),
    },
    startId: isInside ? beforeId : undefined,
  }
}

/** No id equals a bound, which is shorter. */
const toIdCondition = (lower: string | undefined, upper: string | undefined): string => {
  if (lower !== undefined && upper !== undefined) return ' AND #id BETWEEN :lower AND :upper'
  if (lower !== undefined) return ' AND #id >= :lower'
  return upper === undefined ? '' : ' AND #id < :upper'
}

export const createRequestQueries = ({ dynamo, tableName, nowMs }: RequestTableDeps): RequestQueries => {
  const query = async (range: Range, { status, operation, taskId, limit }: RequestFilter) => {
    const filters = Object.entries({ status, operation, taskId }).filter(([, value]) => value !== undefined)
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: range.condition,
        ...(filters.length > 0 && {
          FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(' AND '),
        }),
        ProjectionExpression: shown.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(shown.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ...range.values,
          ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
        },
        ScanIndexForward: false,
        // One item more than requested shows whether a next page exists.
        Limit: filters.length > 0 ? filteredPage : limit + 1,
        ConsistentRead: true,
        ...(range.startId !== undefined && {
          ExclusiveStartKey: { accountId: range.values[':accountId'], id: range.startId },
        }),
      }),
    )
    const records = Items.flatMap((item) => toRecord(item, nowMs()) ?? [])
    return { records, lastId: LastEvaluatedKey?.['id'] as string | undefined }
  }

  return {
    async list(accountId, filter) {
      const range = toRange(accountId, filter)
      if (!range) return { records: [] }
      const records: RequestRecord[] = []
      let { startId } = range
      for (let queries = 0; queries < queriesMax; queries++) {
        const page = await query({ ...range, startId }, filter)
        records.push(...page.records)
        if (records.length > filter.limit) {
          const cut = records.slice(0, filter.limit)
          return { records: cut, nextId: cut.at(-1)?.id }
        }
        startId = page.lastId
        if (startId === undefined) return { records }
      }
      return { records, nextId: startId }
    },

    listOpen: createListOpen({ dynamo, tableName }),
  }
}

const createListOpen =
  ({ dynamo, tableName }: Pick<RequestTableDeps, 'dynamo' | 'tableName'>): RequestQueries['listOpen'] =>
  async (kind, sinceMax, limit) => {
    const found = await Promise.all(
      openShards(kind).map((shard) =>
        dynamo.send(
          new QueryCommand({
            TableName: tableName,
            IndexName: 'open',
            KeyConditionExpression: 'openShard = :shard AND openSince <= :sinceMax',
            ExpressionAttributeValues: { ':shard': shard, ':sinceMax': sinceMax },
            Limit: Math.ceil(limit / openShards(kind).length),
          }),
        ),
      ),
    )
    return found.flatMap(({ Items = [] }) =>
      Items.map(({ accountId, id }) => ({ accountId, id }) as RequestKey),
    )
  }
