import { Anchor, Badge, Stack, Text } from '@mantine/core'
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useOverview } from '../api/overview.ts'
import { useRequestList } from '../api/requests.ts'
import { RequestRows } from '../requests/request-rows.tsx'
import { FirstCall } from '../shared/first-call.tsx'
import { Camera, CircleCheck } from '../shared/icons.tsx'
import { Page, PageSkeleton } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { findRemedy } from '../shared/remedies.ts'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { HitsCard, RateCard } from '../usage/usage-cards.tsx'
import { UsagePanel } from '../usage/usage-panel.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NextRuns } from './next-runs.tsx'
import classes from './overview.module.css'

/** The state of the account at a glance. Its parts appear at the same time, because each would move those below it. */
export const Overview = () => {
  const client = useQueryClient()
  const fetching = useIsFetching()
  const [isRead, setRead] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a part has begun or ended to read.
  useEffect(() => {
    // What has been read is drawn by then, and may read more.
    const frame = requestAnimationFrame(() => {
      if (client.isFetching() === 0) setRead(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [client, fetching])
  return (
    <Page title="Overview" call="/v1/overview">
      {!isRead && <PageSkeleton />}
      <div hidden={!isRead}>
        <Parts />
      </div>
    </Page>
  )
}

const Parts = () => (
  <Stack gap="lg">
    <FirstSteps />
    <div className={classes.cards}>
      <HitsCard />
      <RateCard />
      <FailuresCard />
      <NextRuns />
    </div>
    <UsagePanel standard="30" />
    <LatestRequests />
  </Stack>
)

const codesShown = 3

const FailuresCard = () => (
  <Panel
    title="Failed renders"
    aside={
      <Anchor component={Link} href="/requests?status=failed&since=last%207%20days" size="sm">
        Last 7 days
      </Anchor>
    }
  >
    <Loaded query={useOverview()}>
      {({ failures: { codes, complete } }) =>
        codes.length === 0 ? (
          <Text size="sm" c="dimmed" className={classes.good}>
            <CircleCheck size={16} aria-hidden /> No request has failed.
          </Text>
        ) : (
          <>
            <ul className={classes.failures}>
              {codes.slice(0, codesShown).map(({ code, count }) => (
                <li key={code}>
                  <Badge color="red">{count}</Badge>
                  <Text size="sm" span>
                    {findRemedy(code)?.title ?? code}
                  </Text>
                </li>
              ))}
            </ul>
            {!complete && (
              <Text size="sm" c="dimmed" mt="xs">
                Of the latest failures.
              </Text>
            )}
          </>
        )
      }
    </Loaded>
  </Panel>
)

const LatestRequests = () => (
  <Panel
    title="Latest requests"
    aside={
      <Anchor component={Link} href="/requests" size="sm">
        All requests
      </Anchor>
    }
  >
    <Loaded query={useRequestList({ limit: '5' }, { part: 'requests' })}>
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
