const storageKey = 'stillframe-reloaded'
const minuteMs = 60_000

/** Reloads the dashboard, if the service returns it. Otherwise the browser would replace it with an error page of its own. */
export const reload = async (): Promise<void> => {
  const response = await fetch('/dashboard/', { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return
  sessionStorage.setItem(storageKey, String(Date.now()))
  location.reload()
}

/** Reloads the dashboard, unless that was done within the last minute and did not help. */
export const reloadOnce = async (): Promise<void> => {
  const reloadedMs = Number(sessionStorage.getItem(storageKey) ?? 0)
  if (Date.now() - reloadedMs >= minuteMs) await reload()
}
