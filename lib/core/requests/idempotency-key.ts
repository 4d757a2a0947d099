import { createHash } from 'node:crypto'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Where the first request of a caller's key is noted; nothing of the key can be read back from it. */
export const toIdempotencyEntryKey = (accountId: string, idempotencyKey: string): string =>
  `idempotency#${sha256([accountId, idempotencyKey])}`

/** Two requests are the same where operation and validated options are; validation puts options into one order. */
export const toFingerprint = (operation: string, options: Readonly<Record<string, unknown>>): string =>
  sha256([operation, options])
