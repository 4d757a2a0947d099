import { toTask } from '../core/tasks/stored-task.ts'
import { type CreateTaskDeps, createCreateTask } from '../jobs/tasks/create-task.ts'
import { createDeleteTask, type DeleteTaskDeps } from '../jobs/tasks/delete-task.ts'
import { findTask } from '../jobs/tasks/find-task.ts'
import { createUpdateTask, type UpdateTaskDeps } from '../jobs/tasks/update-task.ts'
import { operations } from '../schema/operations.ts'
import type { TaskStore } from '../store/tasks.ts'
import { accountOf, pathId } from './call.ts'
import { type Route, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

/** Returns the operations of `/v1/tasks`. */
export const taskListRoutes = (deps: CreateTaskDeps & { tasks: Pick<TaskStore, 'list'> }): [Route, Route] => {
  const createTask = createCreateTask(deps)
  return [
    route(operations.create_task, async (definition, { call, idempotencyKey }) => {
      const task = await createTask({ account: accountOf(call), definition, idempotencyKey })
      return jsonResponse(toTask(task), 201)
    }),
    route(operations.list_tasks, async (_options, { call }) => {
      const found = await deps.tasks.list(accountOf(call).id)
      return jsonResponse({ tasks: found.map(toTask) })
    }),
  ]
}

/** Returns the operations of `/v1/tasks/{id}`. */
export const taskRoutes = (deps: UpdateTaskDeps & DeleteTaskDeps): [Route, Route, Route] => {
  const updateTask = createUpdateTask(deps)
  const deleteTask = createDeleteTask(deps)
  return [
    route(operations.get_task, async (_options, { call, event }) =>
      jsonResponse(toTask(await findTask(deps.tasks, { accountId: accountOf(call).id, id: pathId(event) }))),
    ),
    route(operations.update_task, async (changes, { call, event }) => {
      const task = await updateTask({ account: accountOf(call), id: pathId(event), changes })
      return jsonResponse(toTask(task))
    }),
    route(operations.delete_task, async (_options, { call, event }) => {
      await deleteTask({ accountId: accountOf(call).id, id: pathId(event) })
      return noContent()
    }),
  ]
}
