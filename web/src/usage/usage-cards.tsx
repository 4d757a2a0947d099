import { Progress, Text } from '@mantine/core'
import { useUsage } from '../api/usage.ts'
import { formatNumber } from '../shared/format.ts'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { useNowSeconds } from '../shared/time.tsx'
import { formatDay } from './usage-days.ts'

/** The hits of this month against the quota. */
export const HitsCard = () => (
  <Panel title="Renders this month">
    <Loaded query={useUsage()}>
      {({ hits: { used, quota, remaining } }) => (
        <>
          <Text size="xl" fw={650}>
            {formatNumber(used)}{' '}
            <Text span c="dimmed" size="sm">
              of {formatNumber(quota)}
            </Text>
          </Text>
          <Progress
            value={quota === 0 ? 100 : (100 * used) / quota}
            my="xs"
            aria-label={`${used} of ${quota} renders used`}
          />
          <Text size="sm" c="dimmed">
            {formatNumber(remaining)} left. Resets on {nextMonth()}, 00:00 UTC.
          </Text>
        </>
      )}
    </Loaded>
  </Panel>
)

/** Returns the first day of the next month in UTC. */
const nextMonth = (): string => {
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  return formatDay(first.toISOString())
}

/** The requests of this minute, and the renders in progress, against their limits. */
export const RateCard = () => {
  const now = useNowSeconds(1000)
  return (
    <Panel title="This minute">
      <Loaded query={useUsage()}>
        {({ concurrency: { limit, remaining, reset }, renders }) => {
          // The count of an earlier minute says nothing about this one.
          const left = now >= reset ? limit : remaining
          return (
            <>
              <Text size="xl" fw={650}>
                {formatNumber(left)}{' '}
                <Text span c="dimmed" size="sm">
                  of {formatNumber(limit)} requests left
                </Text>
              </Text>
              <Progress
                value={(100 * (limit - left)) / limit}
                my="xs"
                aria-label={`${limit - left} of ${limit} requests sent`}
              />
              <Text size="sm" c="dimmed">
                {now >= reset ? 'A new minute has begun.' : `Resets in ${reset - now} s.`}{' '}
                {formatNumber(renders.in_progress)} of {formatNumber(renders.limit)} renders in progress.
              </Text>
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}
