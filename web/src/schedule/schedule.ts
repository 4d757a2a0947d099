import { describeSteps, parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'
import type { Frequency, Task } from '../../../lib/schema/tasks.ts'
import { timeZoneNames } from '../../../lib/schema/time-zone.ts'

/** When a task runs, as the form edits it. */
export interface Schedule {
  frequency: Frequency
  /** Of every day: `09:30`. */
  time: string
  /** Counts only with the frequency custom. */
  crontab: string
  timezone: string
}

const midnight = '00:00'

/** Returns the reader's own time zone if the service knows its name. */
const localTimeZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZoneNames.includes(timeZone) ? timeZone : 'Etc/UTC'
}

/** Returns the schedule of a task. Without one: every day, in the time zone of the reader. */
export const toSchedule = (task?: Pick<Task, 'frequency' | 'crontab' | 'timezone'>): Schedule => {
  if (!task) return { frequency: 'every_day', time: midnight, crontab: '', timezone: localTimeZone() }
  const { frequency, crontab, timezone } = task
  if (frequency !== 'custom') return { frequency, time: midnight, crontab: '', timezone }
  const time = dailyTimeOf(crontab)
  return time === undefined
    ? { frequency, time: midnight, crontab, timezone }
    : { frequency: 'every_day', time, crontab: '', timezone }
}

/** Returns the time of a crontab that runs once on every day, or undefined. */
const dailyTimeOf = (crontab: string): string | undefined => {
  const [, minute, hour] = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(crontab) ?? []
  return hour && minute && `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

/** Returns the parameters of a task with this schedule. The frequency of every day is at midnight, so another time is a crontab. */
export const toTimes = ({
  frequency,
  time,
  crontab,
}: Schedule): { frequency: Frequency; crontab?: string } => {
  if (frequency === 'custom') return { frequency, crontab: crontab.trim() }
  if (frequency !== 'every_day' || time === midnight) return { frequency }
  const [hour, minute] = time.split(':').map(Number)
  return { frequency: 'custom', crontab: `${minute} ${hour} * * *` }
}

/** Returns what is wrong with a schedule, or undefined. */
export const scheduleProblem = ({ frequency, time, crontab }: Schedule): string | undefined => {
  if (frequency === 'every_day') return time === '' ? 'Enter a time.' : undefined
  if (frequency !== 'custom') return undefined
  const problem = parseCrontab(crontab).problem ?? describeSteps(crontab)
  return problem && `The crontab ${problem}.`
}
