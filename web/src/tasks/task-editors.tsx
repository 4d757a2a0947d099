import { useLocation, useParams } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import type { Task } from '../../../lib/schema/tasks.ts'
import { useTaskChange, useTaskCreation, useTasks } from '../api/tasks.ts'
import { type RenderCall, readPairs } from '../parameters/form-values.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { toSchedule } from '../schedule/schedule.ts'
import { NotFound } from '../shared/not-found.tsx'
import { Page } from '../shared/page.tsx'
import { Loaded } from '../shared/states.tsx'
import { TaskForm, type TaskStart } from './task-form.tsx'
import { toWatching } from './watching.ts'

const emptyDraft: RenderCall = { operation: 'screenshot', values: {} }

/**
 * Creates a task, with the parameters of the playground if it was opened from there. They are in the state of the history, because private
 * values never go into a URL.
 */
export const NewTask = () => {
  const draft = useHistoryState<RenderCall | null>() ?? emptyDraft
  const [, navigate] = useLocation()
  const creation = useTaskCreation()
  const start: TaskStart = {
    name: nameOf(draft),
    call: draft,
    schedule: toSchedule(),
    watching: toWatching(),
  }
  return (
    <Page title="New task" description="Runs one of the operations on a schedule. Each run costs one hit.">
      <TaskForm
        start={start}
        action="Create task"
        isPending={creation.isPending}
        error={creation.error}
        onSave={(task) => creation.mutate(task, { onSuccess: ({ id }) => navigate(`/tasks/${id}`) })}
        onCancel={() => (history.length > 1 ? history.back() : navigate('/tasks'))}
      />
    </Page>
  )
}

/** Returns a name for a task that was filled in elsewhere. */
const nameOf = ({ operation, values: { url } }: RenderCall): string => {
  const host = typeof url === 'string' ? URL.parse(url)?.hostname : undefined
  return host ? `${operationTitles[operation]} of ${host}`.slice(0, 100) : ''
}

/** Changes a task. */
export const EditTask = () => {
  const { id = '' } = useParams<{ id: string }>()
  return (
    <Loaded query={useTasks()}>
      {({ tasks }) => {
        const task = tasks.find((candidate) => String(candidate.id) === id)
        return task ? <Editor key={task.id} task={task} /> : <NotFound />
      }}
    </Loaded>
  )
}

const toStart = (task: Task): TaskStart => ({
  name: task.name,
  call: { operation: task.api, values: readPairs(task.api, new URLSearchParams(task.query)) },
  schedule: toSchedule(task),
  watching: toWatching(task.watch, task.keep_runs),
})

const Editor = ({ task }: { task: Task }) => {
  const [, navigate] = useLocation()
  const change = useTaskChange(task.id)
  const leave = () => navigate(`/tasks/${task.id}`)
  return (
    <Page title="Edit task" description={task.name}>
      <TaskForm
        start={toStart(task)}
        action="Save changes"
        isPending={change.isPending}
        error={change.error}
        onSave={(changes) => change.mutate(changes, { onSuccess: leave })}
        onCancel={leave}
      />
    </Page>
  )
}
