import type { RequestView } from '../../../lib/schema/requests.ts'

/** The rate limit as the latest response stated it. */
export interface RateState {
  limit: number
  remaining: number
  /** When the count resets, in local Unix milliseconds. */
  resetMs: number
}

/** The share of a minute's requests that polling leaves to the user. */
const reserve = 0.3

const intervalsMs = [2000, 3000, 5000, 10_000]

let latest: RateState | undefined

const readNumber = (text: string | null) => (text === null || text === '' ? Number.NaN : Number(text))

/** Reads the RateLimit headers of a response. */
export const readRateHeaders = (headers: Pick<Headers, 'get'>, nowMs: number): void => {
  const limit = readNumber(headers.get('ratelimit-limit'))
  const remaining = readNumber(headers.get('ratelimit-remaining'))
  const resetSeconds = readNumber(headers.get('ratelimit-reset'))
  if ([limit, remaining, resetSeconds].some(Number.isNaN)) return
  latest = { limit, remaining, resetMs: nowMs + resetSeconds * 1000 }
}

export const latestRate = (): RateState | undefined => latest

/**
 * Returns the time until the next poll. It grows with each poll, and polling pauses until the count resets when only the user's
 * share of the minute is left.
 */
export const pollDelayMs = (polls: number, rate: RateState | undefined, nowMs: number): number => {
  const usual = intervalsMs[Math.min(polls, intervalsMs.length - 1)] as number
  const isSpent = rate && nowMs < rate.resetMs && rate.remaining <= Math.ceil(rate.limit * reserve)
  return isSpent ? Math.max(usual, rate.resetMs - nowMs) : usual
}

/** Returns when to read again, only while something that is shown can still change soon. */
export const pollWhile = (isMoving: boolean, polls: number): number | false =>
  isMoving && pollDelayMs(polls, latestRate(), Date.now())

/** Returns whether the next step of a request is near. A webhook waits for the end of the upload. */
export const isUnsettled = ({
  status,
  upload,
  webhook,
}: Pick<RequestView, 'status' | 'upload' | 'webhook'>): boolean => {
  const next = upload?.status === 'pending' ? upload : webhook
  return (
    status === 'queued' || (status === 'done' && next?.status === 'pending' && next.attempts.length === 0)
  )
}
