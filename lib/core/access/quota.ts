/** Returns a calendar month (UTC) as a number that grows by one per month. */
export const toMonth = (atMs: number): number => {
  const date = new Date(atMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

/** The stored hits of an account. */
export interface HitState {
  month: number
  hits: number
}

/** Counts the hit in the stored month, starts a new month with it, or refuses it. */
type HitStep = 'count' | 'open' | 'refuse'

/**
 * Decides from the stored hits.
 * @param month the current month by our clock. Clocks of two functions may differ, so the following month counts as the current one
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
