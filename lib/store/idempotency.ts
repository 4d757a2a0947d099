import { toSeconds } from '../core/to-seconds.ts'
import { createTable, type TableDeps } from './table.ts'

/** The first request with an Idempotency-Key. */
interface IdempotencyEntry {
  /** SHA-256 of the operation and its options. The same key with other parameters is an error. */
  fingerprint: string
  requestId: string
  /** Unix seconds. */
  created: number
}

export interface IdempotencyStore {
  /** Stores the entry unless an unexpired one exists, and returns the valid entry. It lives for 24 hours by default. */
  take(key: string, entry: IdempotencyEntry, livesSeconds?: number): Promise<IdempotencyEntry>
  /** Deletes the entry of a failed request, if it still belongs to it. */
  release(key: string, requestId: string): Promise<void>
}

/** `tableName` is the cache's table. */
interface Deps extends TableDeps {
  nowMs: () => number
}

const daySeconds = 24 * 3600

/** If an entry expires between the rejected write and the read, the next try writes it. */
const tries = 3

/**
 * Entries share the table of the cache under their own prefix.
 *
 * We considered `@aws-lambda-powertools/idempotency` 2.x. It stores a lock and the whole response in a separate table. One
 * conditional write is enough here, because the request's record has the result.
 * @see IdempotencyStore
 */
export const createIdempotencyStore = ({ nowMs, ...deps }: Deps): IdempotencyStore => {
  const table = createTable<{ key: string }, IdempotencyEntry & { ttl: number }>(deps)
  return {
    async take(key, entry, livesSeconds = daySeconds) {
      for (let count = 0; count < tries; count++) {
        const now = toSeconds(nowMs())
        const isNew = await table.put(
          { key, ...entry, ttl: now + livesSeconds },
          { condition: 'attribute_not_exists(#key) OR #ttl <= :now', values: { now } },
        )
        if (isNew) return entry
        const found = await table.find({ key })
        if (found && found.ttl > now) {
          const { fingerprint, requestId, created } = found
          return { fingerprint, requestId, created }
        }
      }
      throw new Error('An idempotency entry could be neither written nor read.')
    },

    async release(key, requestId) {
      await table.delete({ key }, { condition: '#requestId = :requestId', values: { requestId } })
    },
  }
}
