import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { toIdBound } from '../core/requests/request-id.ts'
import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { RequestStatus } from '../schema/requests.ts'
import { type LogKind, type OpenKind, openShards, toLogPartition, toRecord } from './request-items.ts'
import type { RequestTableDeps } from './request-table.ts'

interface RequestFilter {
  status?: RequestStatus | undefined
  operation?: RenderOperationId | undefined
  taskId?: number | undefined
  batchId?: string | undefined
  /** The id of the access key. */
  keyId?: string | undefined
  /** Unix seconds; `to` is exclusive. The time is the one in the id. */
  from?: number | undefined
  to?: number | undefined
  /** A part of the URL or the external id in any case, or the start of the id. */
  search?: string | undefined
  /** Only requests that have a record. */
  stored?: boolean
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
  /** Lists records and the log. Returns at most `limit` requests, or fewer if a filter matches rarely and the search was cut; `nextId` continues from there. */
  list(accountId: string, filter: RequestFilter): Promise<RequestPage>
  /** Returns keys of records that have waited since `sinceMax` (Unix seconds) or longer, oldest first; about `limit` at most. */
  listOpen(kind: OpenKind, sinceMax: number, limit: number): Promise<RequestKey[]>
}

/** Items that one query reads when a filter discards some of them. */
const filteredPage = 500

/** How often each partition is read for one page of the list, at most. */
const roundsMax = 10

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
  'batchId',
  'externalId',
  'counted',
  'hit',
  'summary',
  'keyId',
  'sent',
  'durationMs',
  'change',
  'upload',
  'webhook',
  'ttl',
]

/** A part of a partition, as DynamoDB reads it: newest first. */
interface Range {
  condition: string
  values: Record<string, string>
  /** The page continues after this id. */
  startId?: string | undefined
}

interface Search extends RequestFilter {
  /** Only the request with this id. */
  id?: string
}

/** Returns undefined if nothing is in the range. DynamoDB refuses a start key outside of it. */
const toRange = ({ from, to, beforeId, id }: Search): Range | undefined => {
  const lower = from === undefined ? undefined : toIdBound(from * 1000)
  const upper = to === undefined ? undefined : toIdBound(to * 1000)
  const isBelow = (other: string | undefined) => other !== undefined && lower !== undefined && other <= lower
  if (isBelow(beforeId) || isBelow(upper) || isBelow(id)) return undefined
  const isInside = (other: string) => upper === undefined || other < upper
  if (id !== undefined)
    return isInside(id) ? { condition: ' AND #id = :id', values: { ':id': id } } : undefined
  return {
    condition: toIdCondition(lower, upper),
    values: {
      ...(lower !== undefined && { ':lower': lower }),
      ...(upper !== undefined && { ':upper': upper }),
    },
    startId: beforeId !== undefined && isInside(beforeId) ? beforeId : undefined,
  }
}

/** No id equals a bound, which is shorter. */
const toIdCondition = (lower: string | undefined, upper: string | undefined): string => {
  if (lower !== undefined && upper !== undefined) return ' AND #id BETWEEN :lower AND :upper'
  if (lower !== undefined) return ' AND #id >= :lower'
  return upper === undefined ? '' : ' AND #id < :upper'
}

interface Partition {
  accountId: string
  /** The state of everything in it. */
  status?: LogKind
}

/** Returns the partitions that can have what the filter selects: the records, and the log, which has neither runs of tasks nor requests of batches. */
const partitionsOf = (accountId: string, { status, taskId, batchId, stored }: RequestFilter): Partition[] => [
  { accountId },
  ...(['done', 'failed'] as const)
    .filter(
      (kind) =>
        !stored && taskId === undefined && batchId === undefined && (status === undefined || status === kind),
    )
    .map((kind) => ({ accountId: toLogPartition(accountId, kind), status: kind })),
]

interface PartitionPage {
  records: RequestRecord[]
  /** The id that was read last, if the partition has more. */
  lastId: string | undefined
}

const createQuery =
  ({ dynamo, tableName, nowMs }: RequestTableDeps) =>
  async (range: Range, partition: Partition, wanted: Search): Promise<PartitionPage> => {
    const { operation, taskId, batchId, keyId, limit, search } = wanted
    const status = partition.status ? undefined : wanted.status
    const filters = Object.entries({ status, operation, taskId, batchId, keyId }).filter(
      ([, value]) => value !== undefined,
    )
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: `#accountId = :accountId${range.condition}`,
        ...(filters.length > 0 && {
          FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(' AND '),
        }),
        ProjectionExpression: shown.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(shown.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':accountId': partition.accountId,
          ...range.values,
          ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
        },
        ScanIndexForward: false,
        // One item more than requested shows whether a next page exists.
        Limit: filters.length > 0 || search !== undefined ? filteredPage : limit + 1,
        ConsistentRead: true,
        ...(range.startId !== undefined && {
          ExclusiveStartKey: { accountId: partition.accountId, id: range.startId },
        }),
      }),
    )
    const records = Items.flatMap((item) => toRecord(item, nowMs()) ?? [])
    return {
      records: search === undefined ? records : records.filter((record) => isFound(record, search)),
      lastId: LastEvaluatedKey?.['id'] as string | undefined,
    }
  }

const isFound = ({ id, summary, externalId }: RequestRecord, search: string): boolean =>
  id.startsWith(search) || [summary?.url, externalId].some((text) => text?.toLowerCase().includes(search))

/** Returns the records of all pages down to `endId`, newest first. A request that has a record and is in the log appears once. */
const merge = (pages: readonly PartitionPage[], endId: string | undefined): RequestRecord[] => {
  const records = new Map<string, RequestRecord>()
  for (const record of pages.flatMap((page) => page.records))
    if ((endId === undefined || record.id >= endId) && !records.has(record.id)) records.set(record.id, record)
  return [...records.values()].sort((first, second) => (first.id < second.id ? 1 : -1))
}

/** The format of `createRequestId`. */
const requestId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const createRequestQueries = (deps: RequestTableDeps): RequestQueries => {
  const query = createQuery(deps)
  const list = async (accountId: string, wanted: Search): Promise<RequestPage> => {
    const records: RequestRecord[] = []
    let { beforeId } = wanted
    for (let rounds = 0; rounds < roundsMax; rounds++) {
      const range = toRange({ ...wanted, beforeId })
      if (!range) return { records }
      const pages = await Promise.all(
        partitionsOf(accountId, wanted).map((partition) => query(range, partition, wanted)),
      )
      // Below the newest end of a page, its partition may have requests between those of the others. The next round reads them.
      beforeId = pages
        .flatMap(({ lastId }) => lastId ?? [])
        .sort()
        .at(-1)
      records.push(...merge(pages, beforeId))
      if (records.length > wanted.limit) {
        const cut = records.slice(0, wanted.limit)
        return { records: cut, nextId: cut.at(-1)?.id }
      }
      if (beforeId === undefined) return { records }
    }
    return { records, nextId: beforeId }
  }
  return {
    async list(accountId, filter) {
      const { search: text, beforeId, ...others } = filter
      const search = text?.trim().toLowerCase()
      if (search !== undefined && requestId.test(search) && beforeId === undefined) {
        const found = await list(accountId, { ...others, id: search })
        if (found.records.length > 0) return found
      }
      return list(accountId, { ...filter, search })
    },
    listOpen: createListOpen(deps),
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
