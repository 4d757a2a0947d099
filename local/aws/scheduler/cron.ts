import { cronFields, parseCronField } from './cron-field.ts'
import { ExpressionError } from './errors.ts'
import { offsetMs, toInstant } from './time-zone.ts'

export interface Cron {
  timeZone: string
  minutes: number[]
  hours: number[]
  /** The days of a month on which the expression is due, in order. */
  daysOf(year: number, month: number): number[]
  months: number[]
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** No combination of days and months pauses longer than eight years. */
const searchYears = 9

/**
 * Parses `cron(...)` with its six fields: minutes, hours, day-of-month, month, day-of-week, year. Supports the expressions that the
 * service creates from crontabs: numbers, and `*` as the year. Throws `ExpressionError`, also for an unknown time zone.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 */
export const parseCron = (text: string, timeZone: string): Cron => {
  const fields = /^cron\((.+)\)$/.exec(text)?.[1]?.trim().split(/\s+/) ?? []
  if (fields.length !== 6) throw new ExpressionError('An expression is cron(...) with six fields.')
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields
  if (year !== '*') throw new ExpressionError('A year other than * is not implemented in the embedded cloud.')
  offsetMs(timeZone, 0)
  return {
    timeZone,
    minutes: parseCronField(minute, cronFields.minute),
    hours: parseCronField(hour, cronFields.hour),
    daysOf: parseDays(dayOfMonth, dayOfWeek),
    months: parseCronField(month, cronFields.month),
  }
}

/** Parses the two day fields, of which exactly one is `?`. */
const parseDays = (dayOfMonth: string, dayOfWeek: string): Cron['daysOf'] => {
  if ((dayOfMonth === '?') === (dayOfWeek === '?'))
    throw new ExpressionError('One of day-of-month and day-of-week must be ?, and only one.')
  if (dayOfWeek === '?') {
    const days = parseCronField(dayOfMonth, cronFields.dayOfMonth)
    return (year, month) => days.filter((day) => day <= lastDay(year, month))
  }
  const weekdays = new Set(parseCronField(dayOfWeek, cronFields.dayOfWeek))
  return (year, month) =>
    Array.from({ length: lastDay(year, month) }, (_, index) => index + 1).filter((day) =>
      weekdays.has(weekdayOf(year, month, day)),
    )
}

const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** 1 is Sunday. */
const weekdayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 1

/**
 * Returns the first occurrence after an instant. As AWS documents for clock changes, wall times that are skipped do not occur, and wall
 * times that are repeated occur once, the first time.
 */
export const nextCron = (cron: Cron, afterMs: number): number | undefined => {
  const wallMs = afterMs + offsetMs(cron.timeZone, afterMs)
  // If clocks are set back over midnight, the previous day may have further wall times.
  const firstDayMs = Math.floor(wallMs / dayMs) * dayMs - dayMs
  for (const day of daysFrom(cron, firstDayMs)) {
    const found = firstOnDay(cron, day, afterMs)
    if (found !== undefined) return found
  }
  return undefined
}

/** Yields the days on which the expression is due, as their midnights in wall time. */
function* daysFrom(cron: Cron, firstDayMs: number) {
  const firstYear = new Date(firstDayMs).getUTCFullYear()
  for (let year = firstYear; year < firstYear + searchYears; year++) {
    for (const month of cron.months) {
      const midnights = cron.daysOf(year, month).map((day) => Date.UTC(year, month - 1, day))
      yield* midnights.filter((midnight) => midnight >= firstDayMs)
    }
  }
}

const firstOnDay = (cron: Cron, day: number, afterMs: number): number | undefined => {
  const before = offsetMs(cron.timeZone, day - dayMs)
  const after = offsetMs(cron.timeZone, day + 2 * dayMs)
  if (before !== after) return firstOnChangingDay(cron, day, afterMs, [before, after])
  const wallMs = firstWallTime(cron, day, afterMs + before)
  return wallMs === undefined ? undefined : wallMs - before
}

/** Without a clock change, wall times and instants have the same order, so one subtraction for each day is sufficient. */
const firstWallTime = ({ hours, minutes }: Cron, day: number, afterWallMs: number) => {
  for (const hour of hours) {
    const hourStart = day + hour * hourMs
    if (hourStart + hourMs <= afterWallMs) continue
    const minute = minutes.find((candidate) => hourStart + candidate * minuteMs > afterWallMs)
    if (minute !== undefined) return hourStart + minute * minuteMs
  }
  return undefined
}

/** Near a clock change, a later wall time can be the earlier instant. */
const firstOnChangingDay = (cron: Cron, day: number, afterMs: number, offsets: number[]) => {
  const wallTimes = cron.hours.flatMap((hour) =>
    cron.minutes.map((minute) => day + hour * hourMs + minute * minuteMs),
  )
  let first: number | undefined
  for (const wallMs of wallTimes) {
    for (const offset of offsets) {
      const instant = wallMs - offset
      // Computing the actual instant is slow, and few candidates reach this point.
      const isBetter = instant > afterMs && (first === undefined || instant < first)
      if (isBetter && toInstant(cron.timeZone, wallMs) === instant) first = instant
    }
  }
  return first
}
