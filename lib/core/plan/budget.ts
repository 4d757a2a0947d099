/** How much later than `timeout` + `delay` + `duration` an answer may come (decisions 11). */
export const graceMs = 5_000

/** Killing a busy browser, encoding the answer and sending it happen after the render's own end. */
const answerMs = 1_200

/** Readiness waits leave this much for the capture itself: a tall page takes one to two seconds. */
const captureReserveMs = 2_000

/** Fonts and images that have not come by then are reported missing; a page that is ready does not wait at all. */
const settleMsMax = 3_000

export interface BudgetTimes {
  /** When the request for this render began; same clock as every other time here. */
  startMs: number
  timeoutMs: number
  delayMs: number
  /** Of what is captured, e.g. a film. */
  durationMs?: number
}

export interface Budget {
  /** The whole render is over at this time, whatever the page does. */
  readonly endsMs: number
  /** Time left to reach `wait_until` and the waited-for selectors; the clock runs from when the page was opened. */
  reachMs(openedMs: number, nowMs: number): number
  /** Time that fonts, images and the consent rules may take from now. */
  settleMs(nowMs: number): number
}

/** Divides the one deadline of a render: reach the page, wait `delay`, settle, capture, answer. */
export const splitBudget = ({ startMs, timeoutMs, delayMs, durationMs = 0 }: BudgetTimes): Budget => {
  const endsMs = startMs + timeoutMs + delayMs + durationMs + graceMs - answerMs
  const left = (atMs: number, nowMs: number) => Math.max(0, atMs - nowMs)
  return {
    endsMs,
    reachMs: (openedMs, nowMs) => left(Math.min(openedMs + timeoutMs, endsMs - delayMs - durationMs), nowMs),
    settleMs: (nowMs) => Math.min(settleMsMax, left(endsMs - captureReserveMs - durationMs, nowMs)),
  }
}
