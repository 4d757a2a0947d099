/** Local date and time in a time zone. */
export interface WallTime {
  minute: number
  hour: number
  dayOfMonth: number
  month: number
  /** 0 is Sunday. */
  dayOfWeek: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** @param timeZone a name that Intl knows */
export const toWallTime = (timeZone: string, instantMs: number): WallTime => {
  const parts = formatOf(timeZone).formatToParts(instantMs)
  const {
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  const dayOfWeek = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { minute, hour, dayOfMonth: day, month, dayOfWeek }
}

/** Creating a formatter takes longer than using it a hundred times, so formatters are cached. */
const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}
