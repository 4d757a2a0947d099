import { type Cron, nextCron, parseCron } from './cron.ts'
import { ExpressionError } from './expression-error.ts'
import { offsetMs, toInstant } from './time-zone.ts'

/** When a schedule is due. */
export type Expression =
  | { kind: 'at'; instantMs: number }
  | { kind: 'rate'; intervalMs: number }
  | { kind: 'cron'; cron: Cron }

const hourMs = 60 * 60_000
/** A day is 24 hours, whatever the clocks do. */
const unitsMs: Record<string, number> = { minute: 60_000, hour: hourMs, day: 24 * hourMs }

/** Reads `at(…)`, `rate(…)` and `cron(…)`. Throws `ExpressionError`, also for an unknown time zone. */
export const parseExpression = (text: string, timeZone: string): Expression => {
  // An unknown time zone is an error even where it has no effect.
  offsetMs(timeZone, 0)
  const [, kind, inner = ''] = /^(at|rate|cron)\((.+)\)$/.exec(text) ?? []
  if (kind === 'at') return { kind, instantMs: parseAt(inner, timeZone) }
  if (kind === 'rate') return { kind, intervalMs: parseRate(inner) }
  if (kind === 'cron') return { kind, cron: parseCron(inner, timeZone) }
  throw new ExpressionError('An expression is at(...), rate(...) or cron(...).')
}

/**
 * The first time after `afterMs`, or undefined.
 * @param anchorMs where the intervals of `rate` begin; it is the first of them
 */
export const nextOccurrence = (expression: Expression, afterMs: number, anchorMs: number) => {
  if (expression.kind === 'cron') return nextCron(expression.cron, afterMs)
  if (expression.kind === 'at') return expression.instantMs > afterMs ? expression.instantMs : undefined
  const { intervalMs } = expression
  if (anchorMs > afterMs) return anchorMs
  return anchorMs + (Math.floor((afterMs - anchorMs) / intervalMs) + 1) * intervalMs
}

const parseAt = (text: string, timeZone: string) => {
  const isDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)
  const wallMs = isDate ? Date.parse(`${text}Z`) : Number.NaN
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(text)) {
    throw new ExpressionError(`${text} is not a date and time as in 2030-12-31T23:59:59.`)
  }
  // A wall time that clocks skip is taken as the one before the change, so that it comes right after it.
  return toInstant(timeZone, wallMs) ?? wallMs - offsetMs(timeZone, wallMs - hourMs)
}

const parseRate = (text: string) => {
  const [, value, unit = ''] = /^(\d+) (minute|hour|day)s?$/.exec(text) ?? []
  const intervalMs = Number(value) * (unitsMs[unit] ?? 0)
  if (intervalMs > 0) return intervalMs
  throw new ExpressionError(`${text} is not a rate as in 5 minutes, 1 hour or 7 days.`)
}
