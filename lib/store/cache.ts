import { type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import type { StoredResult } from '../core/requests/stored-result.ts'

/** Which result answers which key. */
export interface CacheStore {
  /** A consistent read, so that a result is found as soon as it is stored; nothing that has ended. */
  find(key: string): Promise<StoredResult | undefined>
  /**
   * Answers the key from now on; what was there is replaced.
   * @param expires Unix seconds; the result's own end or before
   */
  put(key: string, result: StoredResult, expires: number): Promise<void>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  tableName: string
  nowMs: () => number
}

interface Item {
  key: string
  result: StoredResult
  /** Unix seconds; DynamoDB removes the item up to days later. */
  ttl: number
}

export const createCacheStore = ({ dynamo, tableName, nowMs }: Deps): CacheStore => ({
  async find(key) {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: tableName, Key: { key }, ConsistentRead: true }),
    )
    const item = Item as Item | undefined
    return item && Math.min(item.ttl, item.result.expires) * 1000 > nowMs() ? item.result : undefined
  },

  async put(key, result, expires) {
    const item: Item = { key, result, ttl: expires }
    await dynamo.send(new PutCommand({ TableName: tableName, Item: item }))
  },
})
