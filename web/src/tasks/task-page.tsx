import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useLocation, useParams } from 'wouter'
import type { Task } from '../../../lib/schema/tasks.ts'
import { useTaskDeletion, useTasks } from '../api/tasks.ts'
import { readPairs, toPlaygroundHref } from '../parameters/form-values.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { SchedulePreview } from '../schedule/schedule-preview.tsx'
import { ConfirmButton } from '../shared/confirm-button.tsx'
import { formatNumber } from '../shared/format.ts'
import { FlaskConical, Pencil } from '../shared/icons.tsx'
import { NotFound } from '../shared/not-found.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { RunNow } from './run-now.tsx'
import { TaskChanges } from './task-changes.tsx'
import { TaskRuns } from './task-runs.tsx'
import { TaskSwitch } from './task-switch.tsx'
import { LastRun, NextRun, sourceOf } from './task-times.tsx'
import classes from './tasks.module.css'

/** One task with its runs. */
export const TaskPage = () => {
  const { id = '' } = useParams<{ id: string }>()
  return (
    <Loaded query={useTasks()}>
      {({ tasks }) => {
        const task = tasks.find((candidate) => String(candidate.id) === id)
        return task ? <Details task={task} /> : <NotFound />
      }}
    </Loaded>
  )
}

const Details = ({ task }: { task: Task }) => (
  <Page
    title={task.name}
    description={`${operationTitles[task.api]} of ${sourceOf(task)}`}
    call={[`/v1/tasks/${task.id}`, `/v1/tasks/${task.id}/runs`]}
    actions={<Actions task={task} />}
  >
    <Panel title="Runs">
      <TaskRuns task={task} />
    </Panel>
    {task.watch && <TaskChanges task={task} />}
    <div className={classes.columns}>
      <Panel title="Schedule" aside={<TaskSwitch task={task} />}>
        <SchedulePreview crontab={task.crontab} timeZone={task.timezone} isOff={!task.enabled} />
      </Panel>
      <Panel title="Task">
        <Facts task={task} />
      </Panel>
    </div>
  </Page>
)

const Facts = ({ task }: { task: Task }) => {
  const values = Object.entries(readPairs(task.api, new URLSearchParams(task.query)))
  return (
    <dl className={classes.facts}>
      <dt>Runs so far</dt>
      <dd>{formatNumber(task.runs)}</dd>
      <dt>Last run</dt>
      <dd>
        <LastRun task={task} />
      </dd>
      <dt>Next run</dt>
      <dd>
        <NextRun task={task} />
      </dd>
      <dt>Crontab</dt>
      <dd>
        <code>{task.crontab}</code>
      </dd>
      {task.watch && (
        <>
          <dt>Watches</dt>
          <dd>
            {task.watch.mode}, threshold {task.watch.threshold}
            {task.watch.ignore_selectors.length > 0 && `, without ${task.watch.ignore_selectors.join(', ')}`}
            {task.watch.ignore_links && ', without the URLs of links'}
          </dd>
        </>
      )}
      {task.keep_runs !== null && (
        <>
          <dt>Runs to keep</dt>
          <dd>{formatNumber(task.keep_runs)}</dd>
        </>
      )}
      {values.map(([name, value]) => (
        <div key={name} className={classes.pair}>
          <dt>{name}</dt>
          <dd>
            <Text size="sm" lineClamp={3}>
              {Array.isArray(value) ? value.join(', ') : String(value)}
            </Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Actions = ({ task }: { task: Task }) => {
  const [, navigate] = useLocation()
  const deletion = useTaskDeletion(task.id)
  const remove = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        notifications.show({ message: `The task ${task.name} was deleted.` })
        navigate('/tasks')
      },
    })
  const values = readPairs(task.api, new URLSearchParams(task.query))
  return (
    <>
      <RunNow task={task} />
      <Button
        component={Link}
        href={`/tasks/${task.id}/edit`}
        variant="default"
        size="xs"
        leftSection={<Pencil size={14} aria-hidden />}
      >
        Edit
      </Button>
      <Button
        component={Link}
        href={toPlaygroundHref(task.api, values)}
        variant="default"
        size="xs"
        leftSection={<FlaskConical size={14} aria-hidden />}
      >
        Playground
      </Button>
      <ConfirmButton title="Delete this task?" action="Delete task" mutation={deletion} onConfirm={remove}>
        {task.name} stops running, and runs that have not started are dropped. The results of earlier runs are
        kept until they expire.
      </ConfirmButton>
    </>
  )
}
