import { ExpressionError } from './errors.ts'

const formats = new Map<string, Intl.DateTimeFormat>()
const dayMs = 24 * 60 * 60_000

/** Returns the difference between the zone's wall time and UTC at an instant. Throws `ExpressionError` for an unknown zone. */
export const offsetMs = (timeZone: string, instantMs: number) => {
  const wall: Record<string, number> = {}
  for (const { type, value } of formatOf(timeZone).formatToParts(instantMs)) wall[type] = Number(value)
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = wall
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instantMs / 1000) * 1000
}

const formatOf = (timeZone: string) => {
  const known = formats.get(timeZone)
  if (known) return known
  const format = createFormat(timeZone)
  if (isMisspelled(timeZone, format.resolvedOptions().timeZone)) throw unknownZone(timeZone)
  formats.set(timeZone, format)
  return format
}

/** Intl ignores the case of a name, and AWS does not. Each part of a name begins with a capital letter. */
const isMisspelled = (name: string, resolved: string) =>
  /(?:^|\/)[a-z]/.test(name) || (name !== resolved && name.toLowerCase() === resolved.toLowerCase())

const unknownZone = (timeZone: string) => new ExpressionError(`The time zone ${timeZone} is unknown.`)

const createFormat = (timeZone: string) => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    throw unknownZone(timeZone)
  }
}

/**
 * Returns the instant of a wall time, which is passed as if it were UTC. Returns undefined if clocks skip it, and the earlier instant
 * if clocks are set back and repeat it.
 */
export const toInstant = (timeZone: string, wallMs: number): number | undefined => {
  const offsets = new Set([offsetMs(timeZone, wallMs - dayMs), offsetMs(timeZone, wallMs + dayMs)])
  const instants = [...offsets].map((offset) => wallMs - offset)
  const shown = instants.filter((instant) => instant + offsetMs(timeZone, instant) === wallMs)
  return shown.length > 0 ? Math.min(...shown) : undefined
}
