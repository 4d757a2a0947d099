import { Anchor, Badge, Text } from '@mantine/core'
import { Camera, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useRequestList } from '../api/requests.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { RequestRows } from '../requests/request-rows.tsx'
import { FirstCall } from '../shared/first-call.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { findRemedy } from '../shared/remedies.ts'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { HitsCard, RateCard } from '../usage/usage-cards.tsx'
import { UsagePanel } from '../usage/usage-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NextRuns } from './next-runs.tsx'
import classes from './overview.module.css'

/** How many requests the card reads: the most that one response lists. */
const failuresMax = 100

/** The state of the account at a glance. */
export const Overview = () => (
  <Page
    title="Overview"
    call={[
      '/v1/usage',
      '/v1/usage/history?days=30',
      `/v1/requests?status=failed&limit=${failuresMax}`,
      '/v1/requests?limit=5',
    ]}
  >
    <FirstSteps />
    <div className={classes.cards}>
      <HitsCard />
      <RateCard />
      <FailuresCard />
      <NextRuns />
    </div>
    <UsagePanel standard="30" />
    <LatestRequests />
  </Page>
)

const weekSeconds = 7 * 86_400

const FailuresCard = () => {
  const [from] = useState(() => Math.floor(serverNowMs() / 60_000) * 60 - weekSeconds)
  const query = { status: 'failed', from: String(from), limit: String(failuresMax) }
  return (
    <Panel
      title="Failed renders"
      aside={
        <Anchor component={Link} href="/requests?status=failed&since=last%207%20days" size="sm">
          Last 7 days
        </Anchor>
      }
    >
      <Loaded query={useRequestList(query)}>
        {({ requests, cursor }) => {
          const codes = Map.groupBy(requests, ({ error }) => error?.code ?? 'unknown')
          const rows = [...codes].sort(([, first], [, second]) => second.length - first.length).slice(0, 3)
          if (rows.length === 0)
            return (
              <Text size="sm" c="dimmed" className={classes.good}>
                <CircleCheck size={16} aria-hidden /> No request has failed.
              </Text>
            )
          return (
            <>
              <ul className={classes.failures}>
                {rows.map(([code, failed]) => (
                  <li key={code}>
                    <Badge color="red">{failed.length}</Badge>
                    <Text size="sm" span>
                      {findRemedy(code)?.title ?? code}
                    </Text>
                  </li>
                ))}
              </ul>
              {cursor !== null && (
                <Text size="sm" c="dimmed" mt="xs">
                  Of the latest {failuresMax} failures.
                </Text>
              )}
            </>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const LatestRequests = () => (
  <Panel
    title="Latest requests"
    aside={
      <Anchor component={Link} href="/requests" size="sm">
        All requests
      </Anchor>
    }
  >
    <Loaded query={useRequestList({ limit: '5' })}>
      {({ requests }) =>
        requests.length > 0 ? (
          <RequestRows requests={requests} />
        ) : (
          <EmptyState icon={Camera} title="No requests yet">
            Each render appears here a moment after its response.
            <FirstCall />
          </EmptyState>
        )
      }
    </Loaded>
  </Panel>
)
