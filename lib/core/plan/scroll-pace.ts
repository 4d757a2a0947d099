interface ScrollPace {
  /** CSS pixels of the next step. */
  amount: number
  /** How long to stay after it. */
  waitMs: number
}

/** What a step costs besides its wait: two frames and a round trip. */
const stepMs = 40

/**
 * The next step of a scroll that has `left` pixels to go in `remainingMs`: as asked for while that fits, else with shorter waits,
 * else with longer steps, because a page seen in haste has more of its images than one seen to the half.
 */
export const paceScroll = (left: number, requested: ScrollPace, remainingMs: number): ScrollPace => {
  const stepsMax = Math.max(1, Math.floor(remainingMs / stepMs))
  const amount = Math.max(requested.amount, Math.ceil(left / stepsMax))
  const steps = Math.max(1, Math.ceil(left / amount))
  return { amount, waitMs: Math.min(requested.waitMs, Math.max(0, Math.floor(remainingMs / steps) - stepMs)) }
}
