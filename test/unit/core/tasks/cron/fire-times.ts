import { Cron } from 'croner'
import type { Crontab } from '../../../../../lib/core/tasks/cron/crontab.ts'
import { isDue } from '../../../../../lib/core/tasks/cron/is-due.ts'
import { translateCrontab } from '../../../../../lib/core/tasks/cron/translate-crontab.ts'
import { nextCron, parseCron } from '../../../../../local/aws/scheduler/cron.ts'
import { createClock } from './wall-clock.ts'

export interface Span {
  timeZone: string
  fromMs: number
  toMs: number
  count: number
}

/**
 * The minutes at which the translated expressions fire, as the embedded EventBridge Scheduler reads them, each once. Those that do not
 * count are left out only where EventBridge cannot express the crontab. Elsewhere, one too many is found.
 */
export const scheduledTimes = (crontab: Crontab, { timeZone, fromMs, toMs, count }: Span): number[] => {
  const crons = translateCrontab(crontab).map((text) => parseCron(text, timeZone))
  const nextOf = (afterMs: number) =>
    Math.min(...crons.map((cron) => nextCron(cron, afterMs) ?? Number.POSITIVE_INFINITY))
  const found: number[] = []
  for (let ms = nextOf(fromMs); found.length < count && ms <= toMs; ms = nextOf(ms))
    if (isExact(crontab) || isDue(crontab, timeZone, ms)) found.push(ms)
  return found
}

/** Whether the expressions say all that the crontab does: all but two day fields that must both match. */
const isExact = ({ days, daysOfMonth, daysOfWeek }: Crontab) =>
  days === 'either' || daysOfMonth.length === 31 || daysOfWeek.length === 7

/** The minutes at which croner fires, unchanged, even where clocks change. */
export const cronerTimes = (
  text: string,
  { days }: Pick<Crontab, 'days'>,
  span: Span,
  isKept = (_ms: number) => true,
): number[] => {
  const { timeZone, fromMs, toMs, count } = span
  const job = new Cron(text, {
    timezone: timeZone,
    mode: '5-part',
    sloppyRanges: true,
    domAndDow: days === 'both',
    paused: true,
  })
  const found: number[] = []
  let next = job.nextRun(new Date(fromMs))
  for (; found.length < count && next && next.getTime() <= toMs; next = job.nextRun(next))
    if (isKept(next.getTime())) found.push(next.getTime())
  return found
}

/**
 * Returns a filter for the times at which EventBridge also fires. If clocks skip a fixed time, croner fires after the gap, at another wall time,
 * and fires at both passes of a repeated hour where the crontab has more than one time a day; EventBridge does neither.
 */
export const withoutClockChanges = (crontab: Crontab, timeZone: string) => {
  const clock = createClock(timeZone)
  const shown = new Set<number>()
  return (ms: number): boolean => {
    const wallMs = clock(ms)
    const isSkipped = !isWallTimeOf(crontab, new Date(wallMs))
    const isRepeated = shown.has(wallMs)
    shown.add(wallMs)
    return !isSkipped && !isRepeated
  }
}

const isWallTimeOf = ({ hours, minutes }: Crontab, wall: Date) =>
  hours.includes(wall.getUTCHours()) && minutes.includes(wall.getUTCMinutes())
