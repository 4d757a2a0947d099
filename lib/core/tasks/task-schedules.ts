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

/** Returns the schedules that a task requires, one or two. They depend only on the task, so a lost schedule can always be recreated. */
export const schedulesOf = (task: ScheduledTask): TaskSchedule[] => {
  const { crontab } = readCrontabOf(task)
  // Validated when the task was created. A task that a later version cannot parse has no schedules.
  if (!crontab) return []
  const { id: taskId, accountId, enabled } = task
  const timezone = toScheduleZone(task.timezone)
  return translateCrontab(crontab).map((expression) => ({ taskId, accountId, expression, timezone, enabled }))
}
