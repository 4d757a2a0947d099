import { type DayRule, parseDayRule } from './cron-days.ts'
import { cronFields, parseCronField } from './cron-field.ts'
import { ExpressionError } from './expression-error.ts'
import { offsetMs, toInstant } from './time-zone.ts'

export interface Cron {
  timeZone: string
  minutes: number[]
  hours: number[]
  daysOf: DayRule
  months: number[]
  /** Undefined: every year. */
  years: Set<number> | undefined
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** No rule of days and months pauses longer than eight years; an expression with past years only ends here. */
const searchYears = 60

/**
 * The six fields within `cron(...)`: minutes, hours, day-of-month, month, day-of-week, year.
 * https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html#cron-based
 */
export const parseCron = (text: string, timeZone: string): Cron => {
  const fields = text.trim().split(/\s+/)
  if (fields.length !== 6) throw new ExpressionError('A cron expression has six fields.')
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', year = ''] = fields
  return {
    timeZone,
    minutes: parseCronField(minute, cronFields.minute),
    hours: parseCronField(hour, cronFields.hour),
    daysOf: parseDayRule(dayOfMonth.toUpperCase(), dayOfWeek.toUpperCase()),
    months: parseCronField(month, cronFields.month),
    years: year === '*' ? undefined : new Set(parseCronField(year, cronFields.year)),
  }
}

/**
 * The first occurrence after an instant. When clocks change, as AWS documents: wall times that are skipped do not
 * occur, and wall times that are shown twice occur once, the first time.
 */
export const nextCron = (cron: Cron, afterMs: number): number | undefined => {
  const wallMs = afterMs + offsetMs(cron.timeZone, afterMs)
  // The day before may still have a wall time to come after clocks are set back over midnight.
  const firstDayMs = Math.floor(wallMs / dayMs) * dayMs - dayMs
  for (const day of daysFrom(cron, firstDayMs)) {
    const found = firstOnDay(cron, day, afterMs)
    if (found !== undefined) return found
  }
  return undefined
}

/** The days on which the expression is due, as midnights if wall time were UTC. */
function* daysFrom(cron: Cron, firstDayMs: number) {
  for (const year of yearsFrom(cron, new Date(firstDayMs).getUTCFullYear())) {
    for (const month of cron.months) {
      const midnights = cron.daysOf(year, month).map((day) => Date.UTC(year, month - 1, day))
      yield* midnights.filter((midnight) => midnight >= firstDayMs)
    }
  }
}

const yearsFrom = ({ years }: Cron, firstYear: number) => {
  const count = Math.min(searchYears, cronFields.year.max - firstYear + 1)
  const all = Array.from({ length: count }, (_, index) => firstYear + index)
  return years ? all.filter((year) => years.has(year)) : all
}

const firstOnDay = (cron: Cron, day: number, afterMs: number): number | undefined => {
  const before = offsetMs(cron.timeZone, day - dayMs)
  const after = offsetMs(cron.timeZone, day + 2 * dayMs)
  if (before !== after) return firstOnChangingDay(cron, day, afterMs, [before, after])
  const wallMs = firstWallTime(cron, day, afterMs + before)
  return wallMs === undefined ? undefined : wallMs - before
}

/** Without a change of clocks, wall times and instants are in the same order: one subtraction a day is enough. */
const firstWallTime = ({ hours, minutes }: Cron, day: number, afterWallMs: number) => {
  for (const hour of hours) {
    const hourStart = day + hour * hourMs
    if (hourStart + hourMs <= afterWallMs) continue
    const minute = minutes.find((candidate) => hourStart + candidate * minuteMs > afterWallMs)
    if (minute !== undefined) return hourStart + minute * minuteMs
  }
  return undefined
}

/** Around a change of clocks, a later wall time can be the earlier instant. */
const firstOnChangingDay = (cron: Cron, day: number, afterMs: number, offsets: number[]) => {
  const wallTimes = cron.hours.flatMap((hour) =>
    cron.minutes.map((minute) => day + hour * hourMs + minute * minuteMs),
  )
  let first: number | undefined
  for (const wallMs of wallTimes) {
    for (const offset of offsets) {
      const instant = wallMs - offset
      // Asking for the true instant is slow; few candidates come this far.
      const isBetter = instant > afterMs && (first === undefined || instant < first)
      if (isBetter && toInstant(cron.timeZone, wallMs) === instant) first = instant
    }
  }
  return first
}
