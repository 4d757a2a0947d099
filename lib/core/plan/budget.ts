/** Time for the response beyond `timeout` + `delay` + `duration`. */
export const graceMs = 5_000

/** Time for the outputs of a snapshot beyond the first. A full page and a document each take one to two seconds. */
export const outputsMs = 10_000

/** Killing a busy browser, encoding the result and sending it happen after the render's own deadline. */
const respondMs = 1_200

/** Time that the readiness waits leave for the capture itself. A tall page takes one to two seconds. */
const captureReserveMs = 2_000

/** Fonts and images that have not loaded by then are reported as missing. A page that is ready does not wait. */
const settleMsMax = 3_000

/** Time to close a page before Lambda ends the invocation. */
export const teardownMs = 1_500

/** The longest handler that renders. The longest video takes timeout, delay and duration of 30 s each, and 5 s. The rest is for storing it. */
export const renderSeconds = 100

/**
 * Time to send a response after its handler's deadline. Lambda streams the first 6 MB immediately and the rest at 2 MB/s
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-response-streaming.html): 200 MB, the most that it streams, take 100 s.
 * A slow client has as long again.
 */
export const deliverySeconds = 200

interface BudgetTimes {
  /** When the request for this render began, on the same clock as all times here. */
  startMs: number
  timeoutMs: number
  delayMs: number
  /** Duration of the capture itself, such as a video. */
  durationMs?: number
}

export interface Budget {
  /** The render ends by this time, regardless of what the page does. */
  readonly endsMs: number
  /** Time left for `wait_until` and `wait_for_selector`, counted from when the page was opened. */
  reachMs(openedMs: number, nowMs: number): number
  /** Time left for fonts, images and the consent rules. */
  settleMs(nowMs: number): number
}

/** Divides the deadline of a render among its phases: load, `delay`, settle, capture, respond. */
export const splitBudget = ({ startMs, timeoutMs, delayMs, durationMs = 0 }: BudgetTimes): Budget => {
  const endsMs = startMs + timeoutMs + delayMs + durationMs + graceMs - respondMs
  const left = (atMs: number, nowMs: number) => Math.max(0, atMs - nowMs)
  return {
    endsMs,
    reachMs: (openedMs, nowMs) => left(Math.min(openedMs + timeoutMs, endsMs - delayMs - durationMs), nowMs),
    settleMs: (nowMs) => Math.min(settleMsMax, left(endsMs - captureReserveMs - durationMs, nowMs)),
  }
}
