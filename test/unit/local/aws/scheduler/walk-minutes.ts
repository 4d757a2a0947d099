/** What a clock on the wall shows. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  /** 1 is Sunday. */
  weekday: number
  /** The last day of the month. */
  lastDay: number
}

export const minuteMs = 60_000

/**
 * The oracle: looks at the clock every minute of real time and asks. A minute that is shown twice counts once, and one
 * that is skipped is never seen.
 */
export const walkMinutes = (
  isDue: (wall: WallTime) => boolean,
  { timeZone, fromMs, toMs, count }: { timeZone: string; fromMs: number; toMs: number; count: number },
): number[] => {
  const found: number[] = []
  const shown = new Set<number>()
  const clock = createClock(timeZone)
  const toWallTime = createCalendar()
  for (let ms = fromMs + minuteMs; found.length < count && ms <= toMs; ms += minuteMs) {
    const wallMs = clock(ms)
    if (!isDue(toWallTime(wallMs)) || shown.has(wallMs)) continue
    shown.add(wallMs)
    found.push(ms)
  }
  return found
}

const halfHourMs = 30 * minuteMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Wall time as if it were UTC. Formatting is slow, so it asks every half hour: no zone changes in between. */
export const createClock = (timeZone: string) => {
  if (timeZone === 'UTC') return (ms: number) => ms
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  let askedMs = Number.NaN
  let offsetMs = 0
  return (ms: number) => {
    const startMs = Math.floor(ms / halfHourMs) * halfHourMs
    if (startMs !== askedMs) {
      const parts = format.formatToParts(startMs).map(({ type, value }) => [type, Number(value)])
      const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = Object.fromEntries(parts)
      offsetMs = Date.UTC(year, month - 1, day, hour, minute) - startMs
      askedMs = startMs
    }
    return ms + offsetMs
  }
}

/** Returns the last whole hours of UTC before the clocks of a zone change, in 2026 and 2027. */
export const clockChanges = (timeZone: string): number[] => {
  const clock = createClock(timeZone)
  const isSteady = (ms: number, durationMs: number) => clock(ms + durationMs) - clock(ms) === durationMs
  const changes: number[] = []
  for (let startMs = Date.UTC(2026, 0, 1); startMs < Date.UTC(2028, 0, 1); startMs += dayMs) {
    if (isSteady(startMs, dayMs)) continue
    for (let ms = startMs; ms < startMs + dayMs; ms += hourMs) if (!isSteady(ms, hourMs)) changes.push(ms)
  }
  return changes
}

/** Looks into the calendar once a day, because a walk takes a million steps. */
const createCalendar = () => {
  let wall: WallTime = { year: 0, month: 0, day: 0, hour: 0, minute: 0, weekday: 0, lastDay: 0 }
  let today = Number.NaN
  return (wallMs: number): WallTime => {
    const midnight = Math.floor(wallMs / dayMs) * dayMs
    if (midnight !== today) {
      const date = new Date(midnight)
      const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
      const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
      wall = { ...wall, year, month, day: date.getUTCDate(), weekday: date.getUTCDay() + 1, lastDay }
      today = midnight
    }
    const minutes = (wallMs - midnight) / minuteMs
    wall.hour = Math.floor(minutes / 60)
    wall.minute = minutes % 60
    return wall
  }
}
