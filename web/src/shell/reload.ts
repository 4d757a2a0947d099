const storageKey = 'stillframe-reloaded'
const minuteMs = 60_000

const loadFailures = new WeakSet<Error>()

/** Returns whether a file of the dashboard could not be loaded. */
export const isLoadFailure = (error: Error): boolean => loadFailures.has(error)

/**
 * Reloads the dashboard if the service returns it. Otherwise returns false, because the browser would show its error page instead.
 */
export const reload = async (): Promise<boolean> => {
  const response = await fetch('/dashboard/', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return false
  sessionStorage.setItem(storageKey, String(Date.now()))
  location.reload()
  return true
}

/**
 * Reloads the dashboard, unless that was done within the last minute and did not help: an open tab can request a file that a deployment
 * has removed. The new index.html names the new ones.
 */
export const handleLoadFailure = async ({ payload }: VitePreloadErrorEvent): Promise<void> => {
  loadFailures.add(payload)
  const reloadedMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  if (Date.now() - reloadedMs >= minuteMs) await reload()
}
