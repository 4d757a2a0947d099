import { toTask } from '../../lib/core/tasks/stored-task.ts'
import { accountOf, pathId } from '../../lib/http/call.ts'
import { endpoints, route } from '../../lib/http/endpoint.ts'
import { jsonAnswer, noContent } from '../../lib/http/response.ts'
import { createDeleteTask } from '../../lib/jobs/tasks/delete-task.ts'
import { findTask } from '../../lib/jobs/tasks/find-task.ts'
import { createUpdateTask } from '../../lib/jobs/tasks/update-task.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'
import { scheduleDeps } from '../schedule-deps.ts'
import { tasks } from '../task-deps.ts'

const updateTask = createUpdateTask(scheduleDeps)
const deleteTask = createDeleteTask(scheduleDeps)

export const handler = endpoints(
  [
    route(operations.get_task, async (_options, { call, event }) =>
      jsonAnswer(toTask(await findTask(tasks, { accountId: accountOf(call).id, id: pathId(event) }))),
    ),
    route(operations.update_task, async (changes, { call, event }) => {
      const task = await updateTask({ account: accountOf(call), id: pathId(event), changes })
      return jsonAnswer(toTask(task))
    }),
    route(operations.delete_task, async (_options, { call, event }) => {
      await deleteTask({ accountId: accountOf(call).id, id: pathId(event) })
      return noContent()
    }),
  ],
  deps,
)
