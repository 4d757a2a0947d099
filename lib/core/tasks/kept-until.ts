import { cacheSecondsMax } from '../../schema/cache-seconds.ts'
import { toSeconds } from '../to-seconds.ts'
import { nextRuns } from './cron/next-runs.ts'
import { readCrontabOf } from './crontab-of.ts'
import type { StoredTask } from './stored-task.ts'

const keptMsMax = cacheSecondsMax * 1000

/** The first guess of how many runs are due within that time. */
const firstCount = 32

/**
 * Returns until when the file of a run is kept, in Unix seconds: until `keep_runs` later runs are due. Undefined for a task without
 * `keep_runs`.
 */
export const keptUntil = (
  task: Pick<StoredTask, 'keep_runs' | 'frequency' | 'crontab' | 'timezone'>,
  scheduledMs: number,
): number | undefined => {
  const { keep_runs: keepRuns, timezone: timeZone } = task
  const { crontab } = readCrontabOf(task)
  if (keepRuns === undefined || !crontab) return undefined
  const latestMs = scheduledMs + keptMsMax
  // Limits the look-ahead for schedules that are rarely due.
  for (let count = Math.min(firstCount, keepRuns); ; count = Math.min(count * 4, keepRuns)) {
    const lastMs = nextRuns(crontab, { timeZone, afterMs: scheduledMs, count }).at(-1) ?? latestMs
    if (lastMs >= latestMs) return toSeconds(latestMs)
    if (count === keepRuns) return toSeconds(lastMs)
  }
}
