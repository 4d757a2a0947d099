import { Alert, Table, Text } from '@mantine/core'
import { CalendarX } from 'lucide-react'
import { useMemo } from 'react'
import { parseCrontab } from '../../../lib/core/tasks/cron/crontab.ts'
import { nextRuns } from '../../../lib/core/tasks/cron/next-runs.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { describeCrontab } from './describe-crontab.ts'
import { nextSkippedRun } from './next-skipped-run.ts'
import classes from './schedule.module.css'

interface Props {
  crontab: string
  timeZone: string
}

const runsShown = 10

const formatIn = (timeZone: string, instantMs: number, isShort = false) =>
  new Intl.DateTimeFormat('en-GB', {
    ...(!isShort && { weekday: 'short', year: 'numeric' }),
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(instantMs)

/** What a schedule means: a sentence, its next runs in its zone and in UTC, and the time that clocks skip. */
export const SchedulePreview = ({ crontab: text, timeZone }: Props) => {
  const found = useMemo(() => {
    const { crontab } = parseCrontab(text)
    if (!crontab) return undefined
    const nowMs = serverNowMs()
    return {
      runs: nextRuns(crontab, { timeZone, afterMs: nowMs, count: runsShown }),
      skippedMs: nextSkippedRun(crontab, timeZone, nowMs),
    }
  }, [text, timeZone])
  if (!found) return null
  const isUtc = timeZone === 'Etc/UTC' || timeZone === 'UTC'
  return (
    <>
      <Text fw={600}>
        {describeCrontab(text)}{' '}
        <Text span c="dimmed" fw={400}>
          ({timeZone})
        </Text>
      </Text>
      {found.skippedMs !== undefined && (
        <Alert color="yellow" icon={<CalendarX size={18} />} my="sm" role="note">
          {formatIn('UTC', found.skippedMs)} does not exist in {timeZone}, because clocks are put forward. The
          task does not run then.
        </Alert>
      )}
      <Table className={classes.runs} mt="xs">
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
