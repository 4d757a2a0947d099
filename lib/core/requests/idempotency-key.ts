import { createHash } from 'node:crypto'
import { toOwnKey } from '../access/own-key.ts'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Returns the id under which the first request with a caller's key is stored. The key cannot be recovered from it. */
export const toIdempotencyEntryKey = (accountId: string, idempotencyKey: string): string =>
  toOwnKey(accountId, `idempotency#${sha256([accountId, idempotencyKey])}`)

/** Two requests are equal if their operation and validated options are. Validation normalizes the order of the options. */
export const toFingerprint = (operation: string, options: Readonly<Record<string, unknown>>): string =>
  sha256([operation, options])
