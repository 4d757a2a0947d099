import { DeleteCommand, type DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { toSeconds } from '../core/to-seconds.ts'
import { unlessRefused } from './conditional-update.ts'

/** The first request with an Idempotency-Key. */
interface IdempotencyEntry {
  /** SHA-256 of the operation and its options. The same key with other parameters is an error. */
  fingerprint: string
  requestId: string
  /** Unix seconds. */
  created: number
}

export interface IdempotencyStore {
  /** Stores the entry unless an unexpired one exists, and returns the valid entry. */
  take(key: string, entry: IdempotencyEntry): Promise<IdempotencyEntry>
  /** Deletes the entry of a failed request, if it still belongs to it. */
  release(key: string, requestId: string): Promise<void>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  /** The cache's table. */
  tableName: string
  nowMs: () => number
}

const livesSeconds = 24 * 3600

/** If an entry expires between the rejected write and the read, the next try writes it. */
const tries = 3

/**
 * Entries share the table of the cache under their own prefix and live for 24 hours.
 *
 * We considered `@aws-lambda-powertools/idempotency` 2.x. It stores a lock and the whole response in a separate table. One
 * conditional write is enough here, because the request's record has the result.
 * @see IdempotencyStore
 */
export const createIdempotencyStore = ({ dynamo, tableName, nowMs }: Deps): IdempotencyStore => {
  const put = (key: string, entry: IdempotencyEntry, now: number) =>
    unlessRefused(
      dynamo.send(
        new PutCommand({
          TableName: tableName,
          Item: { key, ...entry, ttl: now + livesSeconds },
          ConditionExpression: 'attribute_not_exists(#key) OR #ttl <= :now',
          ExpressionAttributeNames: { '#key': 'key', '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':now': now },
        }),
      ),
    )

  return {
    async take(key, entry) {
      for (let count = 0; count < tries; count++) {
        const now = toSeconds(nowMs())
        if (await put(key, entry, now)) return entry
        const { Item } = await dynamo.send(
          new GetCommand({ TableName: tableName, Key: { key }, ConsistentRead: true }),
        )
        if (Item && Item['ttl'] > now)
          return {
            fingerprint: Item['fingerprint'],
            requestId: Item['requestId'],
            created: Item['created'],
          }
      }
      throw new Error('An idempotency entry could be neither written nor read.')
    },

    async release(key, requestId) {
      await unlessRefused(
        dynamo.send(
          new DeleteCommand({
            TableName: tableName,
            Key: { key },
            ConditionExpression: 'requestId = :requestId',
            ExpressionAttributeValues: { ':requestId': requestId },
          }),
        ),
      )
    },
  }
}
