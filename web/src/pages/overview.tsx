import { Anchor, Badge, Text } from '@mantine/core'
import { Camera, CircleCheck } from 'lucide-react'
import { Link } from 'wouter'
import type { RequestList } from '../../../lib/schema/requests.ts'
import { latestMax, useLatestRequests } from '../api/requests.ts'
import { FirstCall } from '../shared/first-call.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { findRemedy } from '../shared/remedies.ts'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { FirstSteps } from './first-steps.tsx'
import { NextRuns } from './next-runs.tsx'
import classes from './overview.module.css'
import { RequestRows } from './request-rows.tsx'
import { HitsCard, RateCard } from './usage-cards.tsx'
import { UsagePanel } from './usage-panel.tsx'

/** The state of the account at a glance. */
export const Overview = () => (
  <Page title="Overview" call="/v1/usage">
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

const FailuresCard = () => (
  <Panel
    title="Failures"
    aside={
      <Anchor component={Link} href="/requests?status=failed" size="sm">
        All failures
      </Anchor>
    }
  >
    <Loaded query={useLatestRequests()}>{(list) => <Failures {...list} />}</Loaded>
  </Panel>
)

const codesShown = 3

const Failures = ({ requests, cursor }: RequestList) => {
  const failed = requests.filter(({ status }) => status === 'failed')
  if (failed.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes.good}>
        <CircleCheck size={16} aria-hidden />
        {cursor === null ? 'No request has failed.' : `None of the latest ${latestMax} requests failed.`}
      </Text>
    )
  const codes = Map.groupBy(failed, ({ error }) => error?.code ?? 'unknown')
  const rows = [...codes].sort(([, first], [, second]) => second.length - first.length)
  return (
    <>
      <ul className={classes.failures}>
        {rows.slice(0, codesShown).map(([code, { length }]) => (
          <li key={code}>
            <Badge color="red">{length}</Badge>
            <Text size="sm" span>
              {findRemedy(code)?.title ?? code}
            </Text>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        Among the latest {latestMax} requests.
      </Text>
    </>
  )
}

/** How many of the latest requests the table shows. */
const rowsShown = 5

const LatestRequests = () => (
  <Panel
    title="Latest requests"
    aside={
      <Anchor component={Link} href="/requests" size="sm">
        All requests
      </Anchor>
    }
  >
    <Loaded query={useLatestRequests()}>
      {({ requests }) =>
        requests.length > 0 ? (
          <RequestRows requests={requests.slice(0, rowsShown)} />
        ) : (
          <EmptyState icon={Camera} title="No requests yet">
            Requests that run in the background or that store their result appear here.
            <FirstCall />
          </EmptyState>
        )
      }
    </Loaded>
  </Panel>
)
