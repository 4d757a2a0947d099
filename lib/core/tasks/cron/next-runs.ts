import type { Crontab } from './crontab.ts'
import { isDayDue } from './is-due.ts'
import { toWallMs } from './wall-time.ts'

interface RunSearch {
  /** A name that Intl knows. */
  timeZone: string
  /** Unix milliseconds. Only later runs are returned. */
  afterMs: number
  count: number
}

/**
 * Returns the next runs of a crontab in Unix milliseconds, the earliest first. It walks over dates, because a crontab can be due once in 40
 * years. A local time that clocks skip (daylight saving time, DST) has no run, and one that occurs twice has its run at the first of the two. Returns fewer runs
 * only if clocks skip every further local time of the crontab.
 */
export const nextRuns = (crontab: Crontab, { timeZone, afterMs, count }: RunSearch): number[] => {
  const runs: number[] = []
  for (const dateMs of datesOf(crontab, toWallMs(timeZone, afterMs), () => runs.at(-1) ?? afterMs)) {
    const later = runsOf(crontab, timeZone, dateMs).filter((instantMs) => instantMs > afterMs)
    runs.push(...later)
    if (runs.length >= count) return runs.slice(0, count)
  }
  return runs
}

/** Returns the runs of one date, at most 1,440. */
const runsOf = ({ hours, minutes }: Crontab, timeZone: string, dateMs: number): number[] => {
  const toInstant = createToInstant(timeZone, dateMs)
  return hours.flatMap((hour) =>
    minutes.flatMap((minute) => toInstant(dateMs + hour * hourMs + minute * minuteMs) ?? []),
  )
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** No date of a crontab is more than 40 years after the previous one: 29 February on one weekday, over a century year without that date. */
const quietYearsMax = 50

/** Yields the midnights, as in UTC, of the matching dates, until there has been no run for longer than any crontab pauses. */
function* datesOf(crontab: Crontab, wallMs: number, lastRunMs: () => number) {
  const firstYear = new Date(wallMs).getUTCFullYear()
  for (let year = firstYear; year <= new Date(lastRunMs()).getUTCFullYear() + quietYearsMax; year += 1)
    // Local dates are not skipped by much: a run after this instant has at least this date.
    for (const month of crontab.months)
      for (const date of daysOf(year, month))
        if (date.getTime() > wallMs - dayMs && isDayDue(crontab, toDay(date))) yield date.getTime()
}

const daysOf = (year: number, month: number): Date[] =>
  Array.from(
    { length: new Date(Date.UTC(year, month, 0)).getUTCDate() },
    (_, index) => new Date(Date.UTC(year, month - 1, index + 1)),
  )

const toDay = (date: Date) => ({ dayOfMonth: date.getUTCDate(), dayOfWeek: date.getUTCDay() })

/** Returns the first instant at which a local time of this date occurs. Undefined if clocks skip it. */
type ToInstant = (wallMs: number) => number | undefined

/** A zone is at most 14 hours away from UTC, so the whole local date is within the span. Clocks change at most once in it. */
const createToInstant = (timeZone: string, dateMs: number): ToInstant => {
  const offsetAt = (instantMs: number) => toWallMs(timeZone, instantMs) - instantMs
  const span = { fromMs: dateMs - 15 * hourMs, toMs: dateMs + dayMs + 15 * hourMs }
  const before = offsetAt(span.fromMs)
  const after = offsetAt(span.toMs)
  if (before === after) return (wallMs) => wallMs - before
  const changeMs = findChange((instantMs) => offsetAt(instantMs) === before, span)
  return (wallMs) => {
    if (wallMs - before < changeMs) return wallMs - before
    return wallMs - after >= changeMs ? wallMs - after : undefined
  }
}

/** Returns the first minute at which the old offset no longer applies. */
const findChange = (
  isOld: (instantMs: number) => boolean,
  span: { fromMs: number; toMs: number },
): number => {
  let [oldMs, newMs] = [span.fromMs, span.toMs]
  while (newMs - oldMs > minuteMs) {
    const middleMs = oldMs + Math.floor((newMs - oldMs) / 2 / minuteMs) * minuteMs
    if (isOld(middleMs)) oldMs = middleMs
    else newMs = middleMs
  }
  return newMs
}
