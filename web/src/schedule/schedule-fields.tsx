import { Select, TextInput } from '@mantine/core'
import { describeSteps, parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'
import type { Frequency } from '../../../lib/schema/tasks.ts'
import { timeZoneNames } from '../../../lib/schema/time-zone.ts'
import { CodeWords } from '../shared/code-words.tsx'

/** When a task runs. The crontab counts only with the frequency custom. */
export interface Schedule {
  frequency: Frequency
  crontab: string
  timezone: string
}

interface Props {
  schedule: Schedule
  /** Whether an empty crontab is a mistake already. */
  isStrict: boolean
  onChange: (schedule: Schedule) => void
}

const frequencies: { value: Frequency; label: string }[] = [
  { value: 'every_minute', label: 'Every minute' },
  { value: 'every_hour', label: 'Every hour' },
  { value: 'every_day', label: 'Every day at 00:00' },
  { value: 'every_month', label: 'On the first of every month at 00:00' },
  { value: 'custom', label: 'Custom (crontab)' },
]

/** Returns what is wrong with a crontab, or undefined. */
export const crontabProblem = ({ frequency, crontab }: Schedule): string | undefined => {
  if (frequency !== 'custom') return undefined
  const problem = parseCrontab(crontab).problem ?? describeSteps(crontab)
  return problem && `The crontab ${problem}.`
}

/** Returns the reader's own time zone if the service knows its name. */
export const localTimeZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return timeZoneNames.includes(timeZone) ? timeZone : 'Etc/UTC'
}

/** Frequency or crontab, and the time zone. */
export const ScheduleFields = ({ schedule, isStrict, onChange }: Props) => {
  const problem = isStrict || schedule.crontab !== '' ? crontabProblem(schedule) : undefined
  return (
    <>
      <Select
        label="Frequency"
        data={frequencies}
        value={schedule.frequency}
        onChange={(next) => next !== null && onChange({ ...schedule, frequency: next as Frequency })}
        allowDeselect={false}
      />
      {schedule.frequency === 'custom' && (
        <TextInput
          label="Crontab"
          description="Minute, hour, day of month, month and day of week (0 is Sunday), with *, lists, ranges and steps."
          value={schedule.crontab}
          onChange={(event) => onChange({ ...schedule, crontab: event.currentTarget.value })}
          error={problem && <CodeWords text={problem} />}
          placeholder="0 9 * * 1-5"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <Select
        label="Time zone"
        data={timeZoneNames}
        value={schedule.timezone}
        onChange={(next) => next !== null && onChange({ ...schedule, timezone: next })}
        searchable
        limit={100}
        nothingFoundMessage="No such time zone"
        allowDeselect={false}
      />
    </>
  )
}
