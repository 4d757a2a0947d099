/** A hit of an account's monthly quota. */
export interface Hit {
  /** Unique for each try of a request; names the request. */
  id: string
  /** The month that it counts in, as `toMonth` numbers it. */
  month: number
}

/** Hits whose fate is not decided, with the time (Unix ms) after which no invocation can decide it any more. */
export type OpenHits = Readonly<Record<string, number>>

/** Longer than any invocation that takes hits lives, and than the clocks of two of them differ. */
export const openHitMs = 120_000

/** What one request settles for others; the next one settles the rest. */
const overdueMax = 10

/** @param nonce tells the tries of one request apart */
export const toHitId = (requestId: string, nonce: string): string => `${requestId}#${nonce}`

export const requestIdOf = (hitId: string): string => hitId.slice(0, hitId.lastIndexOf('#'))

/** Returns the open hits that only a process that died can have left behind, oldest first. */
export const findOverdue = (open: OpenHits | undefined, nowMs: number): string[] =>
  Object.entries(open ?? {})
    .filter(([, untilMs]) => untilMs <= nowMs)
    .sort(([, first], [, second]) => first - second)
    .slice(0, overdueMax)
    .map(([id]) => id)
