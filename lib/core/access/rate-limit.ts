/** Limits are counted in fixed windows: the minutes of the clock, numbered from 1970 on. */
export const windowMs = 60_000

export const toWindow = (atMs: number): number => Math.floor(atMs / windowMs)

/** The stored rate of an account. A block is not stored during its window, because it follows from `refused`. */
export interface RateState {
  window: number
  /** Requests admitted in the window. */
  admitted: number
  /** Requests refused in it because it was full. */
  refused: number
  /** Consecutive blocks imposed shortly before this window. */
  strikes: number
  /** The window in which the last of them ended, never later than `window`. */
  blockedUntil: number
}

/**
 * What to do with a request: count it in its window, start a window with it, start one after a window whose state carries over,
 * or refuse it, with or without counting the refusal.
 */
export type RateStep =
  | { kind: 'count' }
  | { kind: 'begin' }
  | { kind: 'reopen'; seen: RateState; state: RateState }
  | { kind: 'tally'; seen: RateState }
  | { kind: 'refuse'; until: number }

/** A client that stops at a 429 is never blocked: a block requires as many refusals in one minute as the plan allows requests. */
const isExcessive = ({ refused }: RateState, limit: number) => refused >= limit

const blockMinutesMax = 15

/** The first excess closes the rest of its minute. The next ones block for 1, 2, 4, 8 and then 15 minutes beyond it. */
const toBlockMinutes = (strikes: number) =>
  strikes === 1 ? 0 : Math.min(2 ** (strikes - 2), blockMinutesMax)

/** Minutes without excess since the end of the last block, after which the count of blocks restarts. */
const forgivenAfterMinutes = 15

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
  if (!seen || (seen.window < window && !isExcessive(seen, limit))) return { kind: 'begin' }
  if (isPresent(seen.window, window)) return decidePresent(seen, limit)
  const { strikes, blockedUntil } = settle(seen, limit)
  // A wrong clock must not block an account for longer than the longest block.
  if (blockedUntil > window && blockedUntil <= window + blockMinutesMax)
    return { kind: 'refuse', until: blockedUntil }
  return {
    kind: 'reopen',
    seen,
    state: { window, admitted: 1, refused: 0, strikes, blockedUntil: Math.min(blockedUntil, window) },
  }
}

const decidePresent = (seen: RateState, limit: number): RateStep => {
  if (seen.admitted < limit) return { kind: 'count' }
  return isExcessive(seen, limit)
    ? { kind: 'refuse', until: settle(seen, limit).blockedUntil }
    : { kind: 'tally', seen }
}

const isPresent = (stored: number, window: number) => stored === window || stored === window + 1

/** Returns the strikes and the block that are in effect when a window is over. */
const settle = (state: RateState, limit: number): Pick<RateState, 'strikes' | 'blockedUntil'> => {
  if (!isExcessive(state, limit)) return state
  const isForgiven = state.window - state.blockedUntil >= forgivenAfterMinutes
  const strikes = isForgiven ? 1 : state.strikes + 1
  return { strikes, blockedUntil: state.window + 1 + toBlockMinutes(strikes) }
}

/** Returns the first window that admits requests again after a refusal with this state. */
export const toOpening = (state: RateState, limit: number): number =>
  Math.max(state.window + 1, settle(state, limit).blockedUntil)

/** The decision on one request. Seconds count from now. */
export interface RateDecision {
  admitted: boolean
  /** Requests per minute. */
  limit: number
  remaining: number
  /** Seconds until the count resets. */
  resetSeconds: number
  /** Seconds until the next request is admitted. Set only if this one was refused. */
  retryAfterSeconds?: number
}

/** @param state the state after the admission */
export const toAdmission = (
  { window, admitted }: Pick<RateState, 'window' | 'admitted'>,
  limit: number,
  atMs: number,
): RateDecision => ({
  admitted: true,
  limit,
  remaining: Math.max(0, limit - admitted),
  resetSeconds: secondsUntil(window + 1, atMs),
})

/** @param until the first window that admits requests again */
export const toRefusal = (until: number, limit: number, atMs: number): RateDecision => {
  const seconds = secondsUntil(until, atMs)
  return { admitted: false, limit, remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds }
}

/** Returns whole seconds, rounded up, so a retry is never too early. */
const secondsUntil = (window: number, atMs: number) =>
  Math.max(1, Math.ceil((window * windowMs - atMs) / 1000))

/** Returns the state of the rate without counting a request. `reset` is in Unix seconds. */
export const toConcurrency = (seen: RateState | undefined, limit: number, atMs: number) => {
  const window = toWindow(atMs)
  const step = decideRate(seen, { window, limit })
  if (step.kind === 'refuse') return { limit, remaining: 0, reset: toUnixSeconds(step.until) }
  if (step.kind === 'begin' || step.kind === 'reopen' || !seen)
    return { limit, remaining: limit, reset: toUnixSeconds(window + 1) }
  return { limit, remaining: Math.max(0, limit - seen.admitted), reset: toUnixSeconds(seen.window + 1) }
}

const toUnixSeconds = (window: number) => (window * windowMs) / 1000
