import { toScheduleZone } from '../../schema/time-zone.ts'
import { translateCrontab } from './cron/translate-crontab.ts'
import { readCrontabOf } from './crontab-of.ts'
import type { StoredTask } from './stored-task.ts'

/** One entry of EventBridge Scheduler, without what all of them have in common. */
export interface TaskSchedule {
  taskId: number
  accountId: string
  expression: string
  timezone: string
  enabled: boolean
}

export type ScheduledTask = Pick<
  StoredTask,
  'id' | 'accountId' | 'frequency' | 'crontab' | 'timezone' | 'enabled'
>

/** The schedules that a task ought to have, one or two. A function of the task alone, so that anybody can make up for a lost one. */
export const schedulesOf = (task: ScheduledTask): TaskSchedule[] => {
  const { crontab } = readCrontabOf(task)
  // Checked when the task was made; a task that a later version no longer understands has no times.
  if (!crontab) return []
  const { id: taskId, accountId, enabled } = task
  const timezone = toScheduleZone(task.timezone)
  return translateCrontab(crontab).map((expression) => ({ taskId, accountId, expression, timezone, enabled }))
}
