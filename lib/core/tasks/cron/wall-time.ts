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
  const wall = new Date(toWallMs(timeZone, instantMs))
  return {
    minute: wall.getUTCMinutes(),
    hour: wall.getUTCHours(),
    dayOfMonth: wall.getUTCDate(),
    month: wall.getUTCMonth() + 1,
    dayOfWeek: wall.getUTCDay(),
  }
}

/** Returns the minute that a clock in the time zone shows, as the time at which a clock in UTC shows it. */
export const toWallMs = (timeZone: string, instantMs: number): number => {
  const parts = formatOf(timeZone).formatToParts(instantMs)
  const {
    year = 0,
    month = 0,
    day = 0,
    hour = 0,
    minute = 0,
  } = Object.fromEntries(parts.map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(year, month - 1, day, hour, minute)
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
