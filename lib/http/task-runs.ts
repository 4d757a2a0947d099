import { toRequestList } from '../core/requests/request-view.ts'
import { findTask } from '../jobs/tasks/find-task.ts'
import type { operations } from '../schema/operations.ts'
import { readCursor } from '../schema/requests.ts'
import type { RequestStore } from '../store/requests.ts'
import type { TaskStore } from '../store/tasks.ts'
import { accountOf, pathId } from './call.ts'
import type { Run } from './endpoint.ts'
import { jsonResponse } from './response.ts'

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
    return jsonResponse(toRequestList(page, cacheUrl))
  }

/** The id of a run has the time of its minute. */
const toMinute = (seconds: number) => Math.floor(seconds / 60) * 60
