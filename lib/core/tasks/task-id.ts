import { createHash } from 'node:crypto'
import { createRequestId } from '../requests/request-id.ts'

/** 1 January 2025: 41 bits of milliseconds from then last until 2094. */
const epochMs = Date.UTC(2025, 0, 1)

const randomBits = 12

/**
 * A positive integer below 2^53 that grows with time.
 * @param random 2 random bytes, because two tasks may be created in the same millisecond. The store refuses an id that exists
 */
export const createTaskId = (nowMs: number, random: Uint8Array): number =>
  (nowMs - epochMs) * 2 ** randomBits + ((((random[0] ?? 0) << 8) | (random[1] ?? 0)) % 2 ** randomBits)

/** Returns the id of a task with an Idempotency-Key. It is always the same, so a repeated request finds its task. */
export const derivedTaskId = (accountId: string, idempotencyKey: string): number => {
  const hash = createHash('sha256')
    .update(JSON.stringify([accountId, idempotencyKey]))
    .digest()
  return Number(hash.readBigUInt64BE() >> 11n) || 1
}

/** Parses the id in a path. Returns undefined for anything else. */
export const parseTaskId = (text: string): number | undefined => {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? id : undefined
}

/** Returns the request id of a task's run. It is the same for the same minute, so a duplicate message finds the record of the first. */
export const createRunId = (taskId: number, minuteMs: number): string =>
  createRequestId(minuteMs, createHash('sha256').update(`${taskId}:${minuteMs}`).digest())
