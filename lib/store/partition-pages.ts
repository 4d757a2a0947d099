import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb'
import type { RequestTableDeps } from './request-table.ts'

/** What of a query differs. */
interface PartitionQuery extends Partial<QueryCommandInput> {
  beforeId?: string | undefined
  condition?: string
  values?: Record<string, unknown>
}

/** Reads a partition of the table of requests, newest first. */
export async function* partitionPages(
  { dynamo, tableName: TableName }: RequestTableDeps,
  partition: string,
  { beforeId, condition = '', values, ...query }: PartitionQuery,
) {
  let start = beforeId === undefined ? undefined : { accountId: partition, id: beforeId }
  do {
    const page: QueryCommandOutput = await dynamo.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: `accountId = :partition${condition}`,
        ExpressionAttributeValues: { ':partition': partition, ...values },
        ScanIndexForward: false,
        ConsistentRead: true,
        ...query,
        ...(start && { ExclusiveStartKey: start }),
      }),
    )
    yield page
    // A page ends at 1 MB.
    start = page.LastEvaluatedKey as typeof start
  } while (start)
}

export interface ListPage {
  limit: number
  beforeId?: string | undefined
}

/** Returns the newest items of a partition. @returns `nextId` is the `beforeId` of the next page, undefined on the last one */
export const listPartition = async (
  deps: RequestTableDeps,
  partition: string,
  { limit, beforeId }: ListPage,
) => {
  const items: Record<string, unknown>[] = []
  // One more shows whether a next page exists.
  for await (const page of partitionPages(deps, partition, { Limit: limit + 1, beforeId })) {
    items.push(...(page.Items ?? []))
    if (items.length > limit) break
  }
  const nextId = items.length > limit ? (items[limit - 1]?.['id'] as string) : undefined
  return { items: items.slice(0, limit), nextId }
}
