import { Select, TextInput } from '@mantine/core'
import type { Frequency } from '../../../lib/schema/tasks.ts'
import { timeZoneNames } from '../../../lib/schema/time-zone.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { type Schedule, scheduleProblem } from './schedule.ts'

interface Props {
  schedule: Schedule
  /** Whether an empty crontab is a mistake already. */
  isStrict: boolean
  onChange: (schedule: Schedule) => void
}

const frequencies: { value: Frequency; label: string }[] = [
  { value: 'every_minute', label: 'Every minute' },
  { value: 'every_hour', label: 'Every hour' },
  { value: 'every_day', label: 'Every day' },
  { value: 'every_month', label: 'On the first of every month at 00:00' },
  { value: 'custom', label: 'Custom (crontab)' },
]

/** Frequency, time or crontab, and the time zone. */
export const ScheduleFields = ({ schedule, isStrict, onChange }: Props) => {
  const { frequency, time, crontab } = schedule
  const isShown = isStrict || frequency !== 'custom' || crontab !== ''
  const problem = isShown ? scheduleProblem(schedule) : undefined
  return (
    <>
      <Select
        label="Frequency"
        data={frequencies}
        value={frequency}
        onChange={(next) => next !== null && onChange({ ...schedule, frequency: next as Frequency })}
        allowDeselect={false}
      />
      {frequency === 'every_day' && (
        <TextInput
          label="Time"
          type="time"
          value={time}
          onChange={(event) => onChange({ ...schedule, time: event.currentTarget.value })}
          error={problem}
          w={140}
        />
      )}
      {frequency === 'custom' && (
        <TextInput
          label="Crontab"
          description="Minute, hour, day of month, month and day of week (0 is Sunday), with *, lists, ranges and steps."
          value={crontab}
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
