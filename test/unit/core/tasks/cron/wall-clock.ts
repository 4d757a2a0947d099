export const minuteMs = 60_000

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
