import { InvalidParameterError } from '../base/errors.ts'
import { toIdempotencyEntryKey } from '../core/requests/idempotency-key.ts'
import type { IdempotencyStore } from '../store/idempotency.ts'

/** The id and the time of a request, or of the first one with its key. */
export interface FirstRequest {
  requestId: string
  /** Unix seconds. */
  created: number
}

export interface KeyedRequest extends FirstRequest {
  account: { id: string }
  idempotencyKey?: string | undefined
}

/**
 * Returns the request that this call creates or repeats: itself, or the first with the same key.
 * @throws InvalidParameterError for a key that came with other parameters
 */
export const takeKey = async (
  idempotency: Pick<IdempotencyStore, 'take'>,
  { requestId, created, account, idempotencyKey }: KeyedRequest,
  toFingerprint: () => string,
): Promise<FirstRequest> => {
  if (idempotencyKey === undefined) return { requestId, created }
  const fingerprint = toFingerprint()
  const entryKey = toIdempotencyEntryKey(account.id, idempotencyKey)
  const first = await idempotency.take(entryKey, { fingerprint, requestId, created })
  if (first.fingerprint === fingerprint) return { requestId: first.requestId, created: first.created }
  throw new InvalidParameterError(
    'The `Idempotency-Key` header was used for a request with other parameters within the last 24 hours. Use a new key for a new request.',
  )
}

/** A repeat of a request that was not accepted is a new one. Changes nothing if the key belongs to another request. */
export const releaseKey = async (
  idempotency: Pick<IdempotencyStore, 'release'>,
  { requestId, account, idempotencyKey }: KeyedRequest,
): Promise<void> => {
  if (idempotencyKey === undefined) return
  await idempotency.release(toIdempotencyEntryKey(account.id, idempotencyKey), requestId)
}
