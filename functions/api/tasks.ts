import { toTask } from '../../lib/core/tasks/stored-task.ts'
import { accountOf } from '../../lib/http/call.ts'
import { endpoints, route } from '../../lib/http/endpoint.ts'
import { readIdempotencyKey } from '../../lib/http/idempotency-key.ts'
import { jsonAnswer } from '../../lib/http/response.ts'
import { createCreateTask } from '../../lib/jobs/tasks/create-task.ts'
import { operations } from '../../lib/schema/operations.ts'
import { deps } from '../deps.ts'
import { scheduleDeps } from '../schedule-deps.ts'
import { tasks } from '../task-deps.ts'

const createTask = createCreateTask(scheduleDeps)

export const handler = endpoints(
  [
    route(operations.create_task, async (definition, { call, event }) => {
      const idempotencyKey = readIdempotencyKey(event, operations.create_task, {})
      const task = await createTask({ account: accountOf(call), definition, idempotencyKey })
      return jsonAnswer(toTask(task), 201)
    }),
    route(operations.list_tasks, async (_options, { call }) => {
      const found = await tasks.list(accountOf(call).id)
      return jsonAnswer({ tasks: found.map(toTask) })
    }),
  ],
  deps,
)
