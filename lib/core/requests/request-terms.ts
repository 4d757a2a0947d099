import { graceMs } from '../plan/budget.ts'

/** How often a request is rendered where the service itself fails (decisions 7.2). */
export const attemptsMax = 3

/** What storing a result, and noting that it is there, may take after a render's own deadline. */
const storeMs = 15_000

/** A crashed worker's message must not come back before its lease is over. */
const slackSeconds = 5

/** Seconds before the next try, by how many there have been. */
const retryWaitsSeconds = [5, 30]

/** What the deadline of a render is made of; all in seconds. */
export interface TimedOptions {
  timeout?: unknown
  delay?: unknown
  duration?: unknown
}

export interface RequestTerms {
  /** The render is over by then, counted from its start. */
  deadlineMs: number
  /** For so long a worker has the request to itself. */
  leaseMs: number
  /** For so long nobody else gets the message. */
  hiddenSeconds: number
}

const ms = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1000 : 0)

export const toTerms = ({ timeout, delay, duration }: TimedOptions): RequestTerms => {
  const deadlineMs = ms(timeout) + ms(delay) + ms(duration) + graceMs
  const leaseMs = deadlineMs + storeMs
  return { deadlineMs, leaseMs, hiddenSeconds: Math.ceil(leaseMs / 1000) + slackSeconds }
}

/** When a request that we failed is tried again; undefined: it is not. @param attempts tries that there have been */
export const retryAfterSeconds = (attempts: number): number | undefined =>
  attempts >= attemptsMax ? undefined : retryWaitsSeconds[Math.max(0, attempts - 1)]
