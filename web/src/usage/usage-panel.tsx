import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useUsageHistory } from '../api/usage.ts'
import { ChartColumn } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { UsageChart } from './usage-chart.tsx'
import { totalOf } from './usage-days.ts'

const ranges = ['7', '30', '90']

/** Returns the number of days that the address chooses. */
export const useDays = (standard: string): string => {
  const [search] = useSearchParams()
  const days = search.get('days')
  return days !== null && ranges.includes(days) ? days : standard
}

/** The chart of the latest days. @param standard the number of days without a choice */
export const UsagePanel = ({ standard }: { standard: string }) => {
  const [, setSearch] = useSearchParams()
  const days = useDays(standard)
  return (
    <Panel
      title="Renders by day and operation"
      aside={
        <SegmentedControl
          size="xs"
          data={ranges.map((value) => ({ value, label: `${value} days` }))}
          value={days}
          onChange={(value) =>
            setSearch((previous) => {
              const next = new URLSearchParams(previous)
              next.set('days', value)
              return next
            })
          }
          aria-label="Range"
        />
      }
    >
      <Loaded query={useUsageHistory(Number(days))} loading={<Skeleton height={276} />}>
        {(history) =>
          history.days.some((day) => totalOf(day) > 0) ? (
            <UsageChart days={history.days} />
          ) : (
            <EmptyState icon={ChartColumn} title={`No renders in the last ${days} days`}>
              <Text size="sm" span>
                Failed renders and results from the cache do not count.
              </Text>
            </EmptyState>
          )
        }
      </Loaded>
    </Panel>
  )
}
