import { Alert, Table, Text } from '@mantine/core'
import { useMemo } from 'react'
import { parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'
import { nextRuns } from '../../../lib/core/tasks/cron/next-runs.ts'
import { dateLocale } from '../shared/format.ts'
import { CalendarX } from '../shared/icons.tsx'
import { useNowSeconds } from '../shared/time.tsx'
import { describeCrontab } from './describe-crontab.ts'
import { nextSkippedRun } from './next-skipped-run.ts'

interface Props {
  crontab: string
  timeZone: string
  /** Whether the task is off, which has no next runs. */
  isOff?: boolean
}

const minuteMs = 60_000
const runsShown = 5

const formatIn = (timeZone: string, instantMs: number, isShort = false) =>
  new Intl.DateTimeFormat(dateLocale, {
    ...(!isShort && { weekday: 'short', year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(instantMs)

/** What a schedule means: a sentence, its next runs in its zone and in UTC, and the time that clocks skip. */
export const SchedulePreview = ({ crontab: text, timeZone, isOff = false }: Props) => {
  const description = describeCrontab(text)
  if (description === undefined) return null
  return (
    <>
      <Text fw={600}>
        {description}{' '}
        <Text span c="dimmed" fw={400}>
          ({timeZone})
        </Text>
      </Text>
      {isOff ? (
        <Text size="sm" mt="xs">
          The task is off. Turn it on to schedule runs.
        </Text>
      ) : (
        <RunsTable crontab={text} timeZone={timeZone} />
      )}
    </>
  )
}

const RunsTable = ({ crontab: text, timeZone }: Omit<Props, 'isOff'>) => {
  const minute = Math.floor((useNowSeconds() * 1000) / minuteMs)
  const found = useMemo(() => {
    const { crontab } = parseCrontab(text)
    if (!crontab) return undefined
    const nowMs = minute * minuteMs
    return {
      runs: nextRuns(crontab, { timeZone, afterMs: nowMs, count: runsShown }),
      skippedMs: nextSkippedRun(crontab, timeZone, nowMs),
    }
  }, [text, timeZone, minute])
  if (!found) return null
  const isUtc = timeZone === 'Etc/UTC' || timeZone === 'UTC'
  return (
    <>
      {found.skippedMs !== undefined && (
        <Alert color="yellow" icon={<CalendarX size={18} />} my="sm" role="note">
          {formatIn('UTC', found.skippedMs)} does not exist in {timeZone}, because clocks are put forward. The
          task does not run then.
        </Alert>
      )}
      <Table tabularNums mt="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Next runs, {timeZone}</Table.Th>
            {!isUtc && <Table.Th>UTC</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {found.runs.map((runMs) => (
            <Table.Tr key={runMs}>
              <Table.Td>{formatIn(timeZone, runMs)}</Table.Td>
              {!isUtc && <Table.Td>{formatIn('UTC', runMs, true)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </>
  )
}
