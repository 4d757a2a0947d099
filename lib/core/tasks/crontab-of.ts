import type { Frequency } from '../../schema/tasks.ts'
import { type CrontabReading, parseCrontab } from '../cron/crontab.ts'
import type { TaskDefinition } from './stored-task.ts'

const crontabs: Record<Exclude<Frequency, 'custom'>, string> = {
  every_minute: '* * * * *',
  every_hour: '0 * * * *',
  every_day: '0 0 * * *',
  every_month: '0 0 1 * *',
}

type Times = Pick<TaskDefinition, 'frequency' | 'crontab'>

/** When a task runs, with a problem only where its own crontab has one. */
export const readCrontabOf = ({ frequency, crontab = '' }: Times): CrontabReading =>
  parseCrontab(frequency === 'custom' ? crontab : crontabs[frequency])
