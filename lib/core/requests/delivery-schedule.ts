import { parseHttpDate } from '../http-date.ts'
import { isAcknowledged, isFinal, type ReceiverKind, type ReceiverResponse } from './receiver-response.ts'

/** The result of an attempt. `nextAttemptMs` is in Unix milliseconds. */
export type DeliveryDecision =
  | { status: 'delivered' | 'failed' }
  | { status: 'pending'; nextAttemptMs: number }

interface Attempt {
  kind?: ReceiverKind
  response: ReceiverResponse
  /** Attempts of this series so far, including this one. */
  attempts: number
  /** Seconds to wait after each attempt of a series. After the last wait, one final attempt follows. */
  retrySeconds: readonly number[]
  /** When the attempt ended. */
  nowMs: number
  /** From 0 to 1. */
  random: number
}

/** How many webhooks and uploads one worker delivers at the same time. They mostly wait for their receivers. */
export const deliveriesMax = 10

/** The waits in seconds between the eight attempts of a webhook unless set otherwise, 27 h 35 min in all: long enough for a receiver to recover from an outage of a day. */
export const webhookRetrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]

/** Reads `WEBHOOK_RETRY_SECONDS`. @throws Error with one sentence */
export const parseWaits = (text: string): readonly number[] => {
  if (text === '') return webhookRetrySeconds
  const waits = text
    .split(',')
    .filter((wait) => wait.trim() !== '')
    .map(Number)
  if (waits.every((wait) => Number.isInteger(wait) && wait >= 0 && wait <= 36_000)) return waits
  throw new Error('The waits must be integers from 0 to 36000 (seconds), separated by commas.')
}

/**
 * How many of the waits are used for an upload: 7 h 35 min in all. The webhook follows with its whole series. With the longest `Retry-After` and
 * the longest jitter, both take 44 h, and an announced file is kept for 48 h.
 */
const uploadWaits = 5

/** Seconds from the first to the last attempt of an upload that always fails, without its jitter. */
export const toUploadSeconds = (retrySeconds: readonly number[]): number =>
  retrySeconds.slice(0, uploadWaits).reduce((sum, wait) => sum + wait, 0)

/** Each wait varies by up to a tenth, so webhooks that failed together are not retried together. */
const jitterShare = 0.1

/** The longest `Retry-After` that is honored. */
const retryAfterMsMax = 3_600_000

/** A receiver can delay its next attempt, but not bring it forward. */
export const decideAfterAttempt = (attempt: Attempt): DeliveryDecision => {
  const { kind = 'webhook', response, attempts, retrySeconds, nowMs, random } = attempt
  if (isAcknowledged(response)) return { status: 'delivered' }
  const waits = kind === 'webhook' ? retrySeconds : retrySeconds.slice(0, uploadWaits)
  const waitSeconds = waits[attempts - 1]
  if (isFinal(response, kind) || waitSeconds === undefined) return { status: 'failed' }
  const scheduledMs = Math.round(waitSeconds * 1000 * (1 + jitterShare * (2 * random - 1)))
  const retryAfterMs = response.status === undefined ? 0 : parseRetryAfter(response.retryAfter, nowMs)
  return {
    status: 'pending',
    nextAttemptMs: nowMs + Math.max(scheduledMs, Math.min(retryAfterMs, retryAfterMsMax)),
  }
}

/** Milliseconds from now, 0 if the header is missing or malformed. RFC 9110, 10.2.3: seconds or a date. */
const parseRetryAfter = (text: string | undefined, nowMs: number): number => {
  if (text === undefined) return 0
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  return Math.max(0, (parseHttpDate(text) ?? nowMs) - nowMs)
}

/** SQS hides a message for 12 hours at most, counted from when it was received; a little less leaves time for the attempt. */
const hiddenSecondsMax = 43_000

/** Returns how long to hide a message that is due at `dueMs`. If it is due later, it is redelivered and hidden again. */
export const hiddenSeconds = (dueMs: number, nowMs: number): number =>
  Math.min(hiddenSecondsMax, Math.max(0, Math.ceil((dueMs - nowMs) / 1000)))
