/** Limits are counted in fixed windows: the minutes of the clock, numbered from 1970 on. */
export const windowMs = 60_000

export const toWindow = (atMs: number): number => Math.floor(atMs / windowMs)

/** What is stored of an account's rate. */
export interface RateState {
  window: number
  /** Requests admitted in the window. */
  admitted: number
  /** Requests refused in it because it was full. */
  refused: number
  /** Blocks imposed one soon after the other. */
  strikes: number
  /** The first window that admits again. Not above `window`: no block. */
  blockedUntil: number
}

/**
 * What to do with a request:
 * count it in its window; open a new window with it; or refuse it, noting that it came (`tally`) or that it was one too many
 * (`strike`), or nothing at all.
 */
export type RateStep =
  | { kind: 'count' }
  | { kind: 'open'; seen: RateState | undefined; state: RateState }
  | { kind: 'tally'; seen: RateState; until: number }
  | { kind: 'strike'; seen: RateState; state: RateState; until: number }
  | { kind: 'refuse'; until: number }

/** A client that stops at a 429 never meets a block: it takes as many refusals in one minute as the plan allows requests. */
const refusalsMax = (limit: number) => limit

/** A first strike closes the rest of its minute; the next ones block for 1, 2, 4, 8 and then 15 minutes beyond it. */
const blockMinutesMax = 15
const toBlockMinutes = (strikes: number) =>
  strikes === 1 ? 0 : Math.min(2 ** (strikes - 2), blockMinutesMax)

/** Minutes without a strike, counted from the end of the last block, after which the next one is a first one again. */
const forgivenAfterMinutes = 15

/**
 * Decides from what is stored, after an attempt to just count the request has failed.
 * @param window the present one by our clock. Clocks of two functions may differ: the window that follows counts as the present one.
 */
export const decideRate = (
  seen: RateState | undefined,
  { window, limit }: { window: number; limit: number },
): RateStep => {
  if (seen && seen.blockedUntil > window) return { kind: 'refuse', until: seen.blockedUntil }
  if (!seen || !isPresent(seen.window, window)) return { kind: 'open', seen, state: openWindow(seen, window) }
  if (seen.admitted < limit) return { kind: 'count' }
  const until = seen.window + 1
  if (seen.refused < refusalsMax(limit)) return { kind: 'tally', seen, until }
  const state = strike(seen)
  return { kind: 'strike', seen, state, until: state.blockedUntil }
}

const isPresent = (stored: number, window: number) => stored === window || stored === window + 1

const openWindow = (seen: RateState | undefined, window: number): RateState => ({
  window,
  admitted: 1,
  refused: 0,
  strikes: seen?.strikes ?? 0,
  blockedUntil: seen?.blockedUntil ?? 0,
})

const strike = (seen: RateState): RateState => {
  const isForgiven = seen.window - seen.blockedUntil >= forgivenAfterMinutes
  const strikes = isForgiven ? 1 : seen.strikes + 1
  return { ...seen, strikes, blockedUntil: seen.window + 1 + toBlockMinutes(strikes) }
}

/** The answer to one request. Numbers of seconds count from now. */
export interface RateDecision {
  admitted: boolean
  /** Requests a minute. */
  limit: number
  remaining: number
  /** Seconds until the count begins anew. */
  resetSeconds: number
  /** Seconds until a request is admitted again; only where this one was not. */
  retryAfterSeconds?: number
}

/** @param window the one that the request was counted in, with `admitted` requests in it by now */
export const toAdmission = (
  { window, admitted }: { window: number; admitted: number },
  limit: number,
  atMs: number,
): RateDecision => ({
  admitted: true,
  limit,
  remaining: Math.max(0, limit - admitted),
  resetSeconds: secondsUntil(window + 1, atMs),
})

/** @param until the first window that admits again */
export const toRefusal = (until: number, limit: number, atMs: number): RateDecision => {
  const seconds = secondsUntil(until, atMs)
  return { admitted: false, limit, remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds }
}

/** Whole seconds, rounded up, so that it is never too early to come back. */
const secondsUntil = (window: number, atMs: number) =>
  Math.max(1, Math.ceil((window * windowMs - atMs) / 1000))

/** What is left without a further request: `reset` in Unix seconds. */
export const toConcurrency = (seen: RateState | undefined, limit: number, atMs: number) => {
  const window = toWindow(atMs)
  if (seen && seen.blockedUntil > window)
    return { limit, remaining: 0, reset: toUnixSeconds(seen.blockedUntil) }
  if (!seen || !isPresent(seen.window, window))
    return { limit, remaining: limit, reset: toUnixSeconds(window + 1) }
  return { limit, remaining: Math.max(0, limit - seen.admitted), reset: toUnixSeconds(seen.window + 1) }
}

const toUnixSeconds = (window: number) => (window * windowMs) / 1000
