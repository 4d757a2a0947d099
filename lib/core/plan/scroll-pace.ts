/** The height to which a page without end is scrolled, in CSS pixels. */
export const growingHeightMax = 30_000

interface ScrollPace {
  /** CSS pixels of the next step. */
  amount: number
  /** Milliseconds to wait after it. */
  waitMs: number
}

/** Duration of a step without its wait: two frames and a round trip. */
const stepMs = 40

/**
 * Returns the next step of a scroll with `left` pixels to go in `remainingMs`: the requested step if time allows, otherwise with a shorter
 * wait, otherwise longer. A page that is scrolled quickly to its end loads more images than one that is scrolled halfway.
 */
export const paceScroll = (left: number, requested: ScrollPace, remainingMs: number): ScrollPace => {
  const stepsMax = Math.max(1, Math.floor(remainingMs / stepMs))
  const amount = Math.max(requested.amount, Math.ceil(left / stepsMax))
  const steps = Math.max(1, Math.ceil(left / amount))
  return { amount, waitMs: Math.min(requested.waitMs, Math.max(0, Math.floor(remainingMs / steps) - stepMs)) }
}
