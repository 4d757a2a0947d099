import { limitsMs, outputsMs } from '../plan/budgets.ts'

/** Maximum number of renders of a request if the service itself fails. A render that the page fails is never repeated. */
export const attemptsMax = 3

/** After this time, the message of a record that is due may be lost, and is sent again. */
export const overdueSeconds = 15 * 60

/** Time for storing and recording a result after the render's own deadline. */
const storeMs = 15_000

/** Time for comparing a run with its baseline: 100 million pixels take 4 to 8 s, a million lines 1 s (November 2026). */
const compareMs = 30_000

/** A crashed worker's message must not be redelivered before its lease is over. */
const slackSeconds = 5

/** Seconds before the next attempt, by the number of attempts so far. */
const retryWaitsSeconds = [5, 30]

/** The parts of a render's deadline, in seconds. */
interface TimedOptions {
  timeout?: unknown
  delay?: unknown
  duration?: unknown
  /** Of a snapshot. */
  outputs?: unknown
}

/** How long one attempt of a background worker may take. */
interface WorkerTimes {
  /** The deadline of the render, and of its comparison, counted from its start. */
  deadlineMs: number
  /** How long a worker holds the request exclusively. */
  leaseMs: number
  /** How long the message is hidden from other workers. */
  hiddenSeconds: number
}

const ms = (seconds: unknown) => (typeof seconds === 'number' ? seconds * 1000 : 0)

/** Returns the times of an attempt to render with these options. @param isCompared whether a comparison follows the render */
export const toWorkerTimes = (
  { timeout, delay, duration, outputs }: TimedOptions,
  isCompared = false,
): WorkerTimes => {
  const capturesMs = outputs === undefined ? ms(duration) : outputsMs
  const deadlineMs =
    ms(timeout) + ms(delay) + capturesMs + limitsMs.reserve.grace + (isCompared ? compareMs : 0)
  const leaseMs = deadlineMs + storeMs
  return { deadlineMs, leaseMs, hiddenSeconds: Math.ceil(leaseMs / 1000) + slackSeconds }
}

/** Returns when a request that the service failed is retried, or undefined if it is not. @param attempts attempts so far */
export const retryAfterSeconds = (attempts: number): number | undefined =>
  attempts >= attemptsMax ? undefined : retryWaitsSeconds[Math.max(0, attempts - 1)]
