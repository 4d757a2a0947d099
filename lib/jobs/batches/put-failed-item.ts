import { type Batch, ownerOf, toItemId } from '../../core/requests/batch.ts'
import type { FailedRequest, RequestError } from '../../core/requests/request-record.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { RequestStore } from '../../store/requests.ts'

interface Deps {
  requests: Pick<RequestStore, 'putFailed'>
  nowMs: () => number
}

/** Records that a request of a batch failed before it began. Returns undefined, and changes nothing, if it has a record. */
export const putFailedItem = async (
  { requests, nowMs }: Deps,
  batch: Pick<Batch, 'accountId' | 'id' | 'operation' | 'keyId' | 'traceparent'>,
  { lane, index }: { lane: string; index: number },
  error: RequestError,
) => {
  const now = toSeconds(nowMs())
  const failed = {
    accountId: ownerOf(batch),
    id: toItemId(batch.id, index),
    operation: batch.operation,
    created: now,
    finished: now,
    keyId: batch.keyId,
    traceparent: batch.traceparent,
    batchId: batch.id,
    lane,
    index,
    counted: false,
    error,
  } satisfies FailedRequest
  return (await requests.putFailed(failed)) ? { ...failed, status: 'failed' as const } : undefined
}
