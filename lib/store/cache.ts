import { PutCommand } from '@aws-sdk/lib-dynamodb'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { clockSkewMs } from './request-items.ts'
import { createTable, type TableDeps } from './table.ts'

/** The stored result of each cache key. */
export interface CacheStore {
  /** A consistent read, so a result is found as soon as it is stored. Returns undefined for an expired one. */
  find(key: string): Promise<StoredResult | undefined>
  /**
   * Stores the result of the key, and replaces an existing one.
   * @param expires Unix seconds, at most the expiry of the result
   */
  put(key: string, result: StoredResult, expires: number): Promise<void>
  /** Removes the result of the key if it has this name. */
  remove(key: string, name: string): Promise<void>
}

interface Deps extends TableDeps {
  nowMs: () => number
}

interface Item {
  key: string
  result: StoredResult
  /** Unix seconds. DynamoDB can take days to remove the item. */
  ttl: number
}

export const createCacheStore = ({ dynamo, tableName, nowMs }: Deps): CacheStore => {
  const table = createTable<{ key: string }, Item>({ dynamo, tableName })
  return {
    async find(key) {
      const item = await table.find({ key })
      return item && isCurrent(item, nowMs()) ? item.result : undefined
    },

    async put(key, result, expires) {
      const item: Item = { key, result, ttl: expires }
      await dynamo.send(new PutCommand({ TableName: tableName, Item: item }))
    },

    async remove(key, name) {
      await table.delete({ key }, { condition: '#result.#name = :name', values: { name } })
    },
  }
}

/** A result of the future was stored before the clock was set back. Its age is not known. */
const isCurrent = ({ ttl, result }: Item, nowMs: number) =>
  Math.min(ttl, result.expires) * 1000 > nowMs && result.created * 1000 <= nowMs + clockSkewMs
