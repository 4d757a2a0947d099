import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { RequestStatus } from '../schema/requests.ts'
import { type OpenKind, openShards, toRecord } from './request-items.ts'
import type { RequestTableDeps } from './request-table.ts'

interface RequestFilter {
  status?: RequestStatus | undefined
  operation?: RenderOperationId | undefined
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
  'webhook',
  'ttl',
]

export const createRequestQueries = ({ dynamo, tableName, nowMs }: RequestTableDeps): RequestQueries => {
  const query = async (accountId: string, { status, operation, limit, beforeId }: RequestFilter) => {
    const filters = Object.entries({ status, operation }).filter(([, value]) => value !== undefined)
    const { Items = [], LastEvaluatedKey } = await dynamo.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: '#accountId = :accountId',
        ...(filters.length > 0 && {
          FilterExpression: filters.map(([name]) => `#${name} = :${name}`).join(' AND '),
        }),
        ProjectionExpression: shown.map((name) => `#${name}`).join(', '),
        ExpressionAttributeNames: Object.fromEntries(shown.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: {
          ':accountId': accountId,
          ...Object.fromEntries(filters.map(([name, value]) => [`:${name}`, value])),
        },
        ScanIndexForward: false,
        // One item more than requested shows whether a next page exists.
        Limit: filters.length > 0 ? filteredPage : limit + 1,
        ConsistentRead: true,
        ...(beforeId !== undefined && { ExclusiveStartKey: { accountId, id: beforeId } }),
      }),
    )
    const records = Items.flatMap((item) => toRecord(item, nowMs()) ?? [])
    return { records, lastId: LastEvaluatedKey?.['id'] as string | undefined }
  }

  return {
    async list(accountId, filter) {
      const records: RequestRecord[] = []
      let beforeId = filter.beforeId
      for (let queries = 0; queries < queriesMax; queries++) {
        const page = await query(accountId, { ...filter, beforeId })
        records.push(...page.records)
        if (records.length > filter.limit) {
          const cut = records.slice(0, filter.limit)
          return { records: cut, nextId: cut.at(-1)?.id }
        }
        beforeId = page.lastId
        if (beforeId === undefined) return { records }
      }
      return { records, nextId: beforeId }
    },

    async listOpen(kind, sinceMax, limit) {
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
    },
  }
}
