import { Button, Group, Paper, Table, Text } from '@mantine/core'
import { lazy } from 'react'
import { Link, Route, Switch } from 'wouter'
import type { RequestView } from '../../../lib/schema/requests.ts'
import type { Task } from '../../../lib/schema/tasks.ts'
import { useAccount } from '../api/account.ts'
import { useRequestList } from '../api/requests.ts'
import { useTasks } from '../api/tasks.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { Thumbnail } from '../results/thumbnail.tsx'
import { describeCrontab } from '../schedule/describe-crontab.ts'
import { CalendarClock, CalendarX, Plus } from '../shared/icons.tsx'
import { NotFound } from '../shared/not-found.tsx'
import { Page, PageSkeleton } from '../shared/page.tsx'
import { PlanCommand } from '../shared/plan-command.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { TaskSwitch } from './task-switch.tsx'
import { LastRun, NextRun, sourceOf } from './task-times.tsx'
import classes from './tasks.module.css'

// The list needs neither the schemas nor the forms.
const NewTask = lazy(async () => ({ default: (await import('./task-editors.tsx')).NewTask }))
const EditTask = lazy(async () => ({ default: (await import('./task-editors.tsx')).EditTask }))
const TaskPage = lazy(async () => ({ default: (await import('./task-page.tsx')).TaskPage }))

/** The scheduled tasks: the list, one of them, and the forms. */
export const Tasks = () => {
  const { data: account, isPending } = useAccount()
  if (isPending) return <PageSkeleton />
  if (account && !account.plan.features.includes('tasks')) return <NotIncluded plan={account.plan.name} />
  return (
    <Switch>
      <Route path="/tasks" component={TaskList} />
      <Route path="/tasks/new" component={NewTask} />
      <Route path="/tasks/:id" component={TaskPage} />
      <Route path="/tasks/:id/edit" component={EditTask} />
      <Route component={NotFound} />
    </Switch>
  )
}

const NotIncluded = ({ plan }: { plan: string }) => (
  <Page title="Tasks">
    <Paper>
      <EmptyState icon={CalendarX} title="Your plan does not include tasks">
        A task renders a page on a schedule, for example every morning at nine, and keeps the results. This
        account is on the {plan} plan.
        <PlanCommand />
      </EmptyState>
    </Paper>
  </Page>
)

const NewButton = () => (
  <Button component={Link} href="/tasks/new" leftSection={<Plus size={16} aria-hidden />} size="xs">
    New task
  </Button>
)

const TaskList = () => (
  <Page
    title="Tasks"
    description="Renders on a schedule. Each run costs one hit."
    call={['/v1/tasks', `/v1/requests?stored=true&limit=${requestsRead}`]}
    actions={<NewButton />}
  >
    <Loaded query={useTasks()}>
      {({ tasks }) =>
        tasks.length > 0 ? (
          <TaskTable tasks={tasks} />
        ) : (
          <Paper>
            <EmptyState icon={CalendarClock} title="No tasks yet">
              A task renders a page on a schedule, for example every morning at nine, and keeps the results.
              <Group justify="center" mt="md">
                <NewButton />
                <Button component={Link} href="/playground" variant="default" size="xs">
                  Start in the playground
                </Button>
              </Group>
            </EmptyState>
          </Paper>
        )
      }
    </Loaded>
  </Page>
)

/** How many results of a task are shown. */
const stripLength = 5

/** How many requests one response lists at most. */
const requestsRead = '100'

/** Returns the latest runs by task: one call instead of one for each task. Other renders would take their places. */
const useLatestRuns = (): ReadonlyMap<number | null, RequestView[]> => {
  const { data } = useRequestList({ stored: 'true', limit: requestsRead })
  return Map.groupBy(data?.requests ?? [], ({ task_id }) => task_id)
}

/** The latest results next to each other, the newest first. */
const Strip = ({ runs }: { runs: readonly RequestView[] }) => (
  <Group gap={4} wrap="nowrap">
    {runs.slice(0, stripLength).map((request) => (
      <Link
        key={request.id}
        href={`/requests/${request.id}`}
        aria-label={`Run ${request.id}, ${request.status}`}
      >
        <Thumbnail request={request} />
      </Link>
    ))}
  </Group>
)

const TaskTable = ({ tasks }: { tasks: readonly Task[] }) => {
  const runs = useLatestRuns()
  return (
    <Paper p={0} className={classes.box}>
      <Table verticalSpacing="sm" highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.switch}>On</Table.Th>
            <Table.Th>Task</Table.Th>
            <Table.Th className={classes.wide}>Runs</Table.Th>
            <Table.Th className={classes.wide}>Last run</Table.Th>
            <Table.Th className={classes.wider}>Results</Table.Th>
            <Table.Th>Next run</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map((task) => (
            <Table.Tr key={task.id}>
              <Table.Td>
                <TaskSwitch task={task} />
              </Table.Td>
              <Table.Td className={classes.name}>
                <Link href={`/tasks/${task.id}`} className={classes.link}>
                  {task.name}
                </Link>
                <Text size="xs" c="dimmed" truncate>
                  {operationTitles[task.api]}, {sourceOf(task)}
                </Text>
                <Text size="xs" c="dimmed" className={classes.narrow}>
                  {describeCrontab(task.crontab)}
                </Text>
              </Table.Td>
              <Table.Td className={classes.wide}>
                <Text size="sm">{describeCrontab(task.crontab)}</Text>
                <Text size="xs" c="dimmed">
                  {task.timezone}
                </Text>
              </Table.Td>
              <Table.Td className={classes.wide}>
                <LastRun task={task} inRow />
              </Table.Td>
              <Table.Td className={classes.wider}>
                <Strip runs={runs.get(task.id) ?? []} />
              </Table.Td>
              <Table.Td>
                <NextRun task={task} inRow />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
