/** Limits are counted in fixed windows: the minutes of the clock, or its days (UTC), numbered from 1970 on. */
export const windowMs = 60_000

export const toWindow = (atMs: number, lengthMs = windowMs): number => Math.floor(atMs / lengthMs)

/**
 * The dashboard reads its pages under a rate of its own, which no plan changes: looking at the dashboard never takes requests from the
 * API. Only reads count there, but no searches, so a client that sends the header gains neither a render nor costly reads.
 */
export const dashboardRate = {
  header: 'x-service-client',
  client: 'dashboard',
  requestsPerMinute: 120,
} as const

/** For callers without an account, in addition to the rate of a plan. A month of it is less than the quota of the plan `starter`. */
export const visitorRate = { requestsPerDay: 60, windowMs: 86_400_000 } as const

/** The stored rate of an account. */
export interface RateState {
  window: number
  /** Requests admitted in the window. */
  admitted: number
}

/** The decision about a request: count it in its window, start a window with it, or refuse it until a window begins. */
export type RateStep = { kind: 'count' } | { kind: 'begin' } | { kind: 'refuse'; until: number }

/**
 * The first step to try before reading anything, so one write is enough for most requests: if no request of the account was seen
 * in this window, this is probably the first.
 */
export const guessRateStep = (lastWindow: number | undefined, window: number): RateStep =>
  lastWindow === undefined || lastWindow < window ? { kind: 'begin' } : { kind: 'count' }

/**
 * Decides from the stored rate after the first attempt has failed.
 * @param window the current one by our clock. Clocks of two functions may differ, so the following window counts as the current one.
 */
export const decideRate = (
  seen: RateState | undefined,
  { window, limit }: { window: number; limit: number },
): RateStep => {
  const isPresent = seen?.window === window || seen?.window === window + 1
  if (!isPresent) return { kind: 'begin' }
  return seen.admitted < limit ? { kind: 'count' } : { kind: 'refuse', until: seen.window + 1 }
}

/** The decision on one request. Seconds count from now. */
export interface RateDecision {
  admitted: boolean
  /** Requests per window. */
  limit: number
  remaining: number
  /** Seconds until the count resets. */
  resetSeconds: number
  /** Seconds until the next request is admitted. Set only if this one was refused. */
  retryAfterSeconds?: number
}

/** @param state the state after the admission */
export const toAdmission = (
  { window, admitted }: RateState,
  limit: number,
  atMs: number,
  lengthMs = windowMs,
): RateDecision => ({
  admitted: true,
  limit,
  remaining: Math.max(0, limit - admitted),
  resetSeconds: secondsUntil(window + 1, atMs, lengthMs),
})

/** @param until the first window that admits requests again */
export const toRefusal = (until: number, limit: number, atMs: number, lengthMs = windowMs): RateDecision => {
  const seconds = secondsUntil(until, atMs, lengthMs)
  return { admitted: false, limit, remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds }
}

/** Returns whole seconds, rounded up, so a retry is never too early. */
const secondsUntil = (window: number, atMs: number, lengthMs: number) =>
  Math.max(1, Math.ceil((window * lengthMs - atMs) / 1000))

/** Returns the state of the rate without counting a request. `reset` is in Unix seconds. */
export const toConcurrency = (seen: RateState | undefined, limit: number, atMs: number) => {
  const window = toWindow(atMs)
  const step = decideRate(seen, { window, limit })
  if (step.kind === 'refuse') return { limit, remaining: 0, reset: toUnixSeconds(step.until) }
  if (step.kind === 'begin' || !seen) return { limit, remaining: limit, reset: toUnixSeconds(window + 1) }
  return { limit, remaining: limit - seen.admitted, reset: toUnixSeconds(seen.window + 1) }
}

const toUnixSeconds = (window: number) => (window * windowMs) / 1000
