import { Anchor, Button, Text, Timeline, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import type { Task } from '../../../lib/schema/tasks.ts'
import type { ChangeView as Change } from '../../../lib/schema/watch.ts'
import { useSubscriptions } from '../api/events.ts'
import { useBaselineAcceptance, useRuns } from '../api/tasks.ts'
import { ChangeView } from '../results/change-view.tsx'
import { Confirm } from '../shared/confirm.tsx'
import { formatRelative, formatShare } from '../shared/format.ts'
import { BadgeCheck, Diff, Flag } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { useNowSeconds } from '../shared/time.tsx'
import classes from './task-changes.module.css'

type Compared = RequestView & { change: Change }

const isCompared = (run: RequestView): run is Compared => run.change !== null

/** The changes of a watched page: when, and what. */
export const TaskChanges = ({ task }: { task: Task }) => {
  const runs = useRuns(task.id)
  const latest = runs.data?.requests.find(({ status }) => status === 'done')
  return (
    <Panel title="Changes" aside={latest && <AcceptButton task={task} latest={latest} />}>
      <AlertHint />
      <Loaded query={runs}>{({ requests }) => <Changes runs={requests.filter(isCompared)} />}</Loaded>
    </Panel>
  )
}

const AlertHint = () => {
  const { data } = useSubscriptions()
  const isSubscribed = data?.subscriptions.some(({ topics }) => topics.includes('task.changed'))
  if (!data || isSubscribed) return null
  return (
    <Text size="sm" c="dimmed" mb="sm">
      No channel receives the changes.{' '}
      <Anchor component={Link} href="/alerts?topics=task.changed" size="sm">
        Send them to Slack, Discord, Teams, an email address or your own program
      </Anchor>
    </Text>
  )
}

const Changes = ({ runs }: { runs: readonly Compared[] }) => {
  const [search, setSearch] = useSearchParams()
  const marked = runs.filter(({ change }) => change.changed || !change.before)
  const selected =
    runs.find(({ id }) => id === search.get('run')) ?? runs.find(({ change }) => change.changed) ?? runs[0]
  if (!selected)
    return (
      <EmptyState icon={Diff} title="No run was compared yet">
        The first run sets the baseline. Each later run is compared with it.
      </EmptyState>
    )
  const latest = runs[0]
  // The latest run is always listed: its difference is visible even below the threshold.
  const listed = latest && !marked.includes(latest) ? [latest, ...marked] : marked
  return (
    <div className={classes.columns}>
      <RunTimeline runs={listed} selected={selected.id} onSelect={(id) => setSearch({ run: id })} />
      <div className={classes.view}>
        <ChangeView key={selected.id} run={selected} change={selected.change} />
        <Anchor component={Link} href={`/requests/${selected.id}`} size="sm" mt="xs" display="inline-block">
          Show the request
        </Anchor>
      </div>
    </div>
  )
}

interface TimelineProps {
  runs: readonly Compared[]
  selected: string
  onSelect: (id: string) => void
}

const RunTimeline = ({ runs, selected, onSelect }: TimelineProps) => {
  const now = useNowSeconds()
  return (
    <Timeline bulletSize={24} lineWidth={2} className={classes.timeline}>
      {runs.map(({ id, created, change }) => (
        <Timeline.Item key={id} bullet={change.before ? <Diff size={14} /> : <Flag size={14} />}>
          <UnstyledButton
            className={classes.item}
            onClick={() => onSelect(id)}
            aria-current={id === selected || undefined}
          >
            <Text span size="sm" fw={600}>
              {titleOf(change)}
            </Text>
            <Text span size="xs" c="dimmed">
              {formatRelative(created, now)}
            </Text>
          </UnstyledButton>
        </Timeline.Item>
      ))}
    </Timeline>
  )
}

const titleOf = ({ before, changed, ratio }: Change): string => {
  if (!before) return 'Baseline'
  if (ratio === 0) return 'No difference'
  return changed ? `Changed, ${formatShare(ratio)}` : `Below the threshold, ${formatShare(ratio)}`
}

const AcceptButton = ({ task, latest }: { task: Task; latest: RequestView }) => {
  // The reader has not seen a run that ends while the dialog is open.
  const [asked, setAsked] = useState<string>()
  const acceptance = useBaselineAcceptance(task.id)
  const accept = () =>
    asked !== undefined &&
    acceptance.mutate(asked, {
      onSuccess: () => {
        setAsked(undefined)
        notifications.show({ message: 'The next run is compared with the latest one.' })
      },
    })
  const isBaseline = task.baseline?.id === latest.id
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<BadgeCheck size={14} aria-hidden />}
        disabled={isBaseline}
        onClick={() => setAsked(latest.id)}
      >
        {isBaseline ? 'The latest run is the baseline' : 'Accept the latest run'}
      </Button>
      <Confirm
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title="Accept the latest run as the baseline?"
        action="Accept"
        mutation={acceptance}
        onConfirm={accept}
      >
        <Text size="sm">
          The next run is compared with the latest run, not with the present baseline. Differences that the
          latest run shows are no longer reported.
        </Text>
      </Confirm>
    </>
  )
}
