import { type TaskViewSettings, toTask } from '../core/tasks/stored-task.ts'
import type { AcceptBaseline } from '../jobs/tasks/accept-baseline.ts'
import type { operations } from '../schema/operations.ts'
import { accountOf, pathId } from './call.ts'
import type { Run } from './endpoint.ts'
import { jsonResponse } from './response.ts'

export const acceptBaseline =
  (accept: AcceptBaseline, settings: TaskViewSettings): Run<typeof operations.accept_baseline> =>
  async ({ run }, { call, event }) =>
    jsonResponse(toTask(await accept({ accountId: accountOf(call).id, id: pathId(event) }, run), settings))
