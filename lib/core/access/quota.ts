/** A calendar month in UTC as one number that grows by one a month. */
export const toMonth = (atMs: number): number => {
  const date = new Date(atMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** What is stored of an account's hits. */
export interface HitState {
  month: number
  hits: number
}

/** Count the hit in the month that is stored, begin a new month with it, or refuse it. */
export type HitStep = 'count' | 'open' | 'refuse'

/**
 * Decides from what is stored.
 * @param month the present one by our clock; clocks of two functions may differ, so the month that follows counts as the present one
 */
export const decideHit = (
  seen: HitState | undefined,
  { month, quota }: { month: number; quota: number },
): HitStep => {
  if (quota === 0) return 'refuse'
  if (!seen || !isPresent(seen.month, month)) return 'open'
  return seen.hits < quota ? 'count' : 'refuse'
}

const isPresent = (stored: number, month: number) => stored === month || stored === month + 1

export const toHits = (seen: HitState | undefined, quota: number, atMs: number) => {
  const used = seen && isPresent(seen.month, toMonth(atMs)) ? seen.hits : 0
  return { quota, used, remaining: Math.max(0, quota - used) }
}
