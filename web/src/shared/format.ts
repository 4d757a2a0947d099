const numbers = new Intl.NumberFormat('en-US')

/** Returns a number with separators: `12,345`. */
export const formatNumber = (value: number): string => numbers.format(value)

const byteUnits = ['B', 'KB', 'MB', 'GB'] as const

/** Returns a size in decimal units with three significant digits: `184 KB`. */
export const formatBytes = (bytes: number): string => {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? bytes : Number(value.toPrecision(3))} ${byteUnits[power]}`
}

/** Returns a share of a whole: `12.3 %`, and never 0 for more than nothing. */
export const formatShare = (ratio: number): string => {
  const percent = ratio * 100
  return percent > 0 && percent < 0.01 ? 'less than 0.01 %' : `${Number(percent.toPrecision(3))} %`
}

/** Returns a duration: `240 ms`, `1.31 s`, `2 min 5 s`. */
export const formatDuration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${Number((ms / 1000).toPrecision(3))} s`
  const seconds = Math.round(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto', style: 'short' })

const spans = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** Returns a time relative to now: `2 min. ago`, `in 3 hr.`, `now`. */
export const formatRelative = (seconds: number, nowSeconds: number): string => {
  const difference = seconds - nowSeconds
  const span = spans.find((candidate) => Math.abs(difference) >= candidate.seconds)
  if (!span) return Math.abs(difference) < 10 ? 'now' : relative.format(Math.round(difference), 'second')
  return relative.format(Math.trunc(difference / span.seconds), span.unit)
}

/** Returns the English in which dates are written for a reader, because all other text is English: some write the month first. */
export const toDateLocale = (language = ''): string =>
  /^en(-[A-Z]{2})?$/.test(language) ? language : 'en-GB'

export const dateLocale = toDateLocale(globalThis.navigator?.language)

/** Returns a date: `22 Nov 2026`. */
export const formatDate = (seconds: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(dateLocale, { dateStyle: 'medium', ...(timeZone && { timeZone }) }).format(
    seconds * 1000,
  )

/** Returns a time of day and a date in a zone: `22 Nov 2026, 14:05:09`. */
export const formatDateTime = (seconds: number, timeZone?: string): string =>
  new Intl.DateTimeFormat(dateLocale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    ...(timeZone && { timeZone }),
  }).format(seconds * 1000)
