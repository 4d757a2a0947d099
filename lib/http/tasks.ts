import { toRequestList } from '../core/requests/request-view.ts'
import { type TaskViewSettings, toDefinition, toTask } from '../core/tasks/stored-task.ts'
import type { AcceptBaseline } from '../jobs/tasks/accept-baseline.ts'
import { type CreateTaskDeps, createCreateTask } from '../jobs/tasks/create-task.ts'
import { createDeleteTask, type DeleteTaskDeps } from '../jobs/tasks/delete-task.ts'
import { findTask } from '../jobs/tasks/find-task.ts'
import type { StartRun } from '../jobs/tasks/start-run.ts'
import { createUpdateTask, type UpdateTaskDeps } from '../jobs/tasks/update-task.ts'
import { operations } from '../schema/operations.ts'
import { readCursor } from '../schema/requests.ts'
import type { RequestStore } from '../store/requests.ts'
import type { TaskStore } from '../store/tasks.ts'
import { acknowledge } from './accept-response.ts'
import { type ApiEvent, accountOf, isMaskedFor, pathId, payerOf } from './call.ts'
import { type Route, type Run, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

/** Returns the operations of `/v1/tasks`. */
export const taskListRoutes = (
  deps: CreateTaskDeps & TaskViewSettings & { tasks: Pick<TaskStore, 'list'> },
): [Route, Route] => {
  const createTask = createCreateTask(deps)
  return [
    route(operations.create_task, async (options, { call, idempotencyKey }) => {
      const definition = toDefinition(options)
      const task = await createTask({ account: accountOf(call), definition, idempotencyKey })
      return jsonResponse(toTask(task, deps, isMaskedFor(call)), 201)
    }),
    route(operations.list_tasks, async (_options, { call }) => {
      const found = await deps.tasks.list(accountOf(call).id)
      return jsonResponse({ tasks: found.map((task) => toTask(task, deps, isMaskedFor(call))) })
    }),
  ]
}

/** Returns the operations of `/v1/tasks/{id}`. */
export const taskRoutes = (
  deps: UpdateTaskDeps & DeleteTaskDeps & TaskViewSettings,
): [Route, Route, Route] => {
  const updateTask = createUpdateTask(deps)
  const deleteTask = createDeleteTask(deps)
  return [
    route(operations.get_task, async (_options, { call, event }) => {
      const task = await findTask(deps.tasks, { accountId: accountOf(call).id, id: pathId(event) })
      return jsonResponse(toTask(task, deps, isMaskedFor(call)))
    }),
    route(operations.update_task, async (changes, { call, event }) => {
      const task = await updateTask({ account: accountOf(call), id: pathId(event), changes })
      return jsonResponse(toTask(task, deps, isMaskedFor(call)))
    }),
    route(operations.delete_task, async (_options, { call, event }) => {
      await deleteTask({ accountId: accountOf(call).id, id: pathId(event) })
      return noContent()
    }),
  ]
}

export const acceptBaseline =
  (accept: AcceptBaseline, settings: TaskViewSettings): Run<typeof operations.accept_baseline> =>
  async ({ run }, { call, event }) => {
    const task = await accept({ accountId: accountOf(call).id, id: pathId(event) }, run)
    return jsonResponse(toTask(task, settings, isMaskedFor(call)))
  }

export const startRun =
  (start: StartRun, publicUrlOf: (event: ApiEvent) => string): Run<typeof operations.start_run> =>
  async (_options, { call, event, idempotencyKey }) => {
    const { requestId } = call
    const run = { id: pathId(event), account: payerOf(call), requestId, idempotencyKey }
    return acknowledge(await start(run), call, publicUrlOf(event))
  }

interface ListRunsDeps {
  tasks: Pick<TaskStore, 'find'>
  requests: Pick<RequestStore, 'list'>
  /** Base URL of public results, without a trailing slash. */
  cacheUrl: string
}

export const listRuns =
  ({ tasks, requests, cacheUrl }: ListRunsDeps): Run<typeof operations.list_runs> =>
  async ({ cursor, ...filter }, { call, event }) => {
    const accountId = accountOf(call).id
    const task = await findTask(tasks, { accountId, id: pathId(event) })
    const page = await requests.list(accountId, {
      ...filter,
      taskId: task.id,
      // No run is older than its task, so the search can end there.
      from: Math.max(filter.from ?? 0, toMinute(task.created)),
      beforeId: cursor && readCursor(cursor),
    })
    return jsonResponse(toRequestList(page, cacheUrl, isMaskedFor(call)))
  }

/** The id of a run has the time of its minute. */
const toMinute = (seconds: number) => Math.floor(seconds / 60) * 60
