import { SegmentedControl, Skeleton, Text } from '@mantine/core'
import { ChartColumn } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { useUsageHistory } from '../api/usage.ts'
import { Panel } from '../shared/panel.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { totalOf } from './usage-days.ts'

const UsageChart = lazy(() => import('./usage-chart.tsx'))

const ranges = ['7', '30', '90']

/** Returns the number of days that the address chooses. */
export const useDays = (standard: string): string => {
  const [search] = useSearchParams()
  const days = search.get('days')
  return days !== null && ranges.includes(days) ? days : standard
}

interface Props {
  /** The number of days without a choice. */
  standard: string
  /** Shown below the chart. */
  children?: ReactNode
}

/** The chart of the latest days. */
export const UsagePanel = ({ standard, children }: Props) => {
  const [, setSearch] = useSearchParams()
  const days = useDays(standard)
  return (
    <Panel
      title="Hits by day and operation"
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
            <Suspense fallback={<Skeleton height={276} />}>
              <UsageChart days={history.days} />
              {children}
            </Suspense>
          ) : (
            <EmptyState icon={ChartColumn} title={`No hits in the last ${days} days`}>
              <Text size="sm" span>
                A render counts as one hit. Failed renders and results from the cache do not count.
              </Text>
            </EmptyState>
          )
        }
      </Loaded>
    </Panel>
  )
}
