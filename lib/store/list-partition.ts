import { paginateQuery } from '@aws-sdk/lib-dynamodb'
import type { RequestTableDeps } from './request-table.ts'

export interface ListPage {
  limit: number
  beforeId?: string | undefined
}

/** Returns the newest items of a partition of the table of requests. @returns `nextId` is the `beforeId` of the next page, undefined on the last one */
export const listPartition = async (
  { dynamo, tableName }: RequestTableDeps,
  partition: string,
  { limit, beforeId }: ListPage,
) => {
  const items: Record<string, unknown>[] = []
  const pages = paginateQuery(
    {
      client: dynamo,
      // One more shows whether a next page exists.
      pageSize: limit + 1,
      startingToken: beforeId && { accountId: partition, id: beforeId },
    },
    {
      TableName: tableName,
      KeyConditionExpression: 'accountId = :partition',
      ExpressionAttributeValues: { ':partition': partition },
      ScanIndexForward: false,
      ConsistentRead: true,
    },
  )
  for await (const { Items = [] } of pages) {
    items.push(...Items)
    if (items.length > limit) break
  }
  const nextId = items.length > limit ? (items[limit - 1]?.['id'] as string) : undefined
  return { items: items.slice(0, limit), nextId }
}
