import { toCounters } from './hit-days.ts'

/** A hit of an account's monthly quota. */
export interface Hit {
  /** Unique for each attempt of a request. Contains the request id. */
  id: string
  /** The month that it counts against, as numbered by `toMonth`. */
  month: number
}

/** Hits that are neither kept nor refunded, with the time (Unix ms) after which no invocation can do so. */
export type OpenHits = Readonly<Record<string, number>>

/** Longer than any handler that renders for a caller who waits, plus the clock skew between two of them. */
export const openHitMs = 120_000

/** The same for hits of queued requests, which workers count too: those of runs. */
export const openQueuedHitMs = 520_000

/** Number of abandoned hits that one request closes. The next request closes the rest. */
const overdueMax = 10

interface HitFacts {
  /** Distinguishes the attempts of one request. */
  nonce: string
  /** The name of the day's counter that also counts the hit. */
  counter: string
  /** Of the access key of the request. */
  keyId?: string | undefined
}

export const toHitId = (requestId: string, { nonce, counter, keyId }: HitFacts): string =>
  `${requestId}#${[nonce, counter, ...(keyId === undefined ? [] : [keyId])].join('-')}`

export const requestIdOf = (hitId: string): string => hitId.slice(0, hitId.lastIndexOf('#'))

/** Returns the names of the other counters that count the hit. */
export const countersOf = (hitId: string): string[] => {
  const [, counter = '', keyId] = hitId.slice(hitId.lastIndexOf('#')).split('-')
  return toCounters(counter, keyId)
}

/** Returns the open hits or renders that a crashed process left behind, oldest first. */
export const findOverdue = (open: OpenHits | undefined, nowMs: number): string[] =>
  Object.entries(open ?? {})
    .filter(([, untilMs]) => untilMs <= nowMs)
    .sort(([, first], [, second]) => first - second)
    .slice(0, overdueMax)
    .map(([id]) => id)
