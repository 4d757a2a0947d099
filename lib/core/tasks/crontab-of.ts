import type { Frequency } from '../../schema/tasks.ts'
import { type CrontabReading, parseCrontab } from './cron/crontab.ts'

const crontabs: Record<Exclude<Frequency, 'custom'>, string> = {
  every_minute: '* * * * *',
  every_hour: '0 * * * *',
  every_day: '0 0 * * *',
  every_month: '0 0 1 * *',
}

interface Times {
  frequency: Frequency
  /** Only with `frequency` custom. */
  crontab?: string | undefined
}

/** Returns when a task runs as a crontab: its own, or the equivalent of its frequency. */
export const crontabOf = ({ frequency, crontab = '' }: Times): string =>
  frequency === 'custom' ? crontab : crontabs[frequency]

/** Returns when a task runs, or what is wrong with its crontab. */
export const readCrontabOf = (times: Times): CrontabReading => parseCrontab(crontabOf(times))

/** Removes a crontab that only repeats the frequency, as in responses. A caller can send a response back unchanged. */
export const withoutImpliedCrontab = <T extends Times>(times: T): T =>
  times.frequency !== 'custom' && times.crontab === crontabOf(times)
    ? { ...times, crontab: undefined }
    : times
