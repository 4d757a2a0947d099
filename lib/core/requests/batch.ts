import { createHash } from 'node:crypto'
import type { RenderOperationId } from '../../schema/operations.ts'
import { createRequestId, idTimeMs } from './request-id.ts'
import type { RequestKey, RequestRecord, WebhookState } from './request-record.ts'

/**
 * A batch. Its requests get records only when their turn comes, so it costs the same to accept ten or ten thousand. It has a few lanes, as
 * many as may be rendered at the same time. Each lane has one request at a time. When that one has ended, a single conditional write
 * counts it and gives the lane the next request of the list.
 */
export interface Batch extends RequestKey {
  /** In the partition of the account's batches. {@link ownerOf} returns the account. */
  accountId: string
  operation: RenderOperationId
  /** `queued` until every request has ended. */
  status: 'queued' | 'done'
  /** Unix seconds. */
  created: number
  finished?: number
  /** Random. Calls with one Idempotency-Key may each store a list, and the record names the one that counts. */
  listId: string
  /** The parameters that all requests share are not in each object of the list, but in a separate one. */
  hasInput?: boolean
  total: number
  /** The place in the list of the request whose turn is next. */
  next: number
  /** The places of the requests whose turn it is, by lane. */
  lanes: Readonly<Record<string, number>>
  /** The number of requests that have ended, as `done` or by the code of their error. */
  counts: Readonly<Record<string, number>>
  /** Requests whose turn will not come, and the code of the reason. */
  dropped?: number
  dropCode?: string
  maxConcurrency: number
  sitemap?: string
  keyId?: string
  /** That of the request which created it. Its requests are part of the trace. */
  traceparent?: string
  webhook?: WebhookState
}

export type NewBatch = Omit<Batch, 'status' | 'finished' | 'webhook' | 'dropped' | 'dropCode'> & {
  webhook?: Pick<WebhookState, 'url' | 'signed'> | undefined
}

/** Returns the partition of an account's batches. Ids of accounts have no `#`. */
export const toBatchPartition = (accountId: string): string => `${accountId}#batches`

/** Returns a batch, which is stored like a request, as such. Undefined for a request. */
export const asBatch = (record: RequestRecord): Batch | undefined =>
  'lanes' in record ? (record as unknown as Batch) : undefined

/** Returns the account of a record, a batch, or an entry of the log. */
export const ownerOf = ({ accountId }: Pick<RequestKey, 'accountId'>): string =>
  accountId.split('#', 1)[0] ?? ''

/** The number of requests in one object of the bucket. A worker reads one of them to begin a request. */
export const chunkLength = 100

/** A part of the list, with the parameters that all requests share unless these are large. */
export interface BatchChunk {
  items: readonly Readonly<Record<string, unknown>>[]
  options?: Readonly<Record<string, unknown>>
}

type ListKey = Pick<Batch, 'accountId' | 'id' | 'listId'>

/** Returns under which key the bucket has the part of the list with this place. */
export const toChunkKey = (batch: ListKey, index: number): RequestKey => ({
  accountId: ownerOf(batch),
  id: `${batch.id}-${batch.listId}-${Math.floor(index / chunkLength)}`,
})

/** Returns under which key the bucket has large parameters that all requests share. */
export const toSharedKey = (batch: ListKey): RequestKey => ({
  accountId: ownerOf(batch),
  id: `${batch.id}-${batch.listId}`,
})

/** Returns the keys of everything that the bucket has of a batch. */
export const inputKeysOf = (batch: ListKey & Pick<Batch, 'total' | 'hasInput'>): RequestKey[] => [
  ...Array.from({ length: Math.ceil(batch.total / chunkLength) }, (_, chunk) =>
    toChunkKey(batch, chunk * chunkLength),
  ),
  ...(batch.hasInput ? [toSharedKey(batch)] : []),
]

/**
 * Returns the id of a request of a batch. It has the time of the batch and the place in its list, so the requests of a batch are next to
 * each other, in order.
 */
export const toItemId = (batchId: string, index: number): string => {
  const bytes = createHash('sha256').update(batchId).digest().subarray(0, 10)
  // The version and the variant of the UUID replace the other bits of the first and the third byte.
  bytes[0] = index >> 14
  bytes[1] = (index >> 6) & 0xff
  bytes[2] = index & 0x3f
  return createRequestId(idTimeMs(batchId), bytes)
}
