import type { Crontab } from '../../../lib/core/tasks/cron/crontab.ts'
import { nextRuns } from '../../../lib/core/tasks/cron/next-runs.ts'
import { toWallMs } from '../../../lib/core/tasks/cron/wall-time.ts'

const minuteMs = 60_000
const hoursOfDay = 24
const dayMs = hoursOfDay * 60 * minuteMs
const daysAhead = 366

/** Returns the local times between which clocks are put forward within a day, as if they were UTC. */
const findGap = (timeZone: string, fromMs: number): { startMs: number; endMs: number } | undefined => {
  const offsetAt = (instantMs: number) => toWallMs(timeZone, instantMs) - instantMs
  const [before, after] = [offsetAt(fromMs), offsetAt(fromMs + dayMs)]
  if (after <= before) return undefined
  let [oldMs, newMs] = [fromMs, fromMs + dayMs]
  while (newMs - oldMs > minuteMs) {
    const middleMs = oldMs + Math.floor((newMs - oldMs) / 2 / minuteMs) * minuteMs
    if (offsetAt(middleMs) === before) oldMs = middleMs
    else newMs = middleMs
  }
  return { startMs: newMs + before, endMs: newMs + after }
}

/**
 * Returns the next local time within a year at which a crontab does not run because clocks skip it, as if it were UTC. Undefined if none
 * is skipped. A crontab of every hour loses none if it also runs at the minutes to which clocks are put forward.
 */
export const nextSkippedRun = (crontab: Crontab, timeZone: string, nowMs: number): number | undefined => {
  const continues = (skippedMinutes: number) =>
    crontab.hours.length === hoursOfDay &&
    crontab.minutes.every((minute) => crontab.minutes.includes((minute + skippedMinutes) % 60))
  const startMs = Math.floor(nowMs / minuteMs) * minuteMs
  for (let day = 0; day < daysAhead; day += 1) {
    const gap = findGap(timeZone, startMs + day * dayMs)
    if (!gap || continues((gap.endMs - gap.startMs) / minuteMs)) continue
    const [wallMs = gap.endMs] = nextRuns(crontab, { timeZone: 'UTC', afterMs: gap.startMs - 1, count: 1 })
    if (wallMs < gap.endMs) return wallMs
  }
  return undefined
}
