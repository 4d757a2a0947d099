import type { RequestRecord } from '../../core/requests/request-record.ts'
import type { StoredTask } from '../../core/tasks/stored-task.ts'
import { toBaseline } from '../../core/watch/run-change.ts'
import { toWatchKey } from '../../core/watch/watch.ts'
import { InvalidParameterError } from '../../errors.ts'
import type { RequestStore } from '../../store/requests.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { findTask, type TaskReference } from './find-task.ts'

interface Deps {
  tasks: Pick<TaskStore, 'find' | 'setBaseline'>
  requests: Pick<RequestStore, 'list'>
  nowMs: () => number
}

export type AcceptBaseline = (reference: TaskReference) => Promise<StoredTask>

/** Pages of the account's requests in which the latest run is searched. */
const pagesMax = 20

/**
 * Makes the latest run that is done the baseline of its task. A run that ends later replaces it if it has changed.
 * @returns the task as it is now
 * @throws NotFoundError, InvalidParameterError if no run can be the baseline
 */
export const createAcceptBaseline =
  ({ tasks, requests, nowMs }: Deps): AcceptBaseline =>
  async (reference) => {
    const task = await findTask(tasks, reference)
    if (!task.watch) throw new InvalidParameterError('The task has no `watch`, so it has no baseline.')
    const run = await findLatest({ requests }, task)
    if (!run?.result || !run.change || !isUsable(run, task, nowMs()))
      throw new InvalidParameterError(
        'No run can be the baseline. The latest run that is done must have been started after the last change of `api`, `query` or `watch`, and its file must not have expired.',
      )
    const changed = await tasks.setBaseline(task.id, toBaseline(run.id, run.result, run.change))
    // The run is the baseline already, or a later one has become it in the meantime.
    return changed ?? (await findTask(tasks, reference))
  }

const isUsable = ({ result, change }: RequestRecord, task: StoredTask, nowMs: number): boolean =>
  change?.key === toWatchKey(task) && (result?.expires ?? 0) * 1000 > nowMs

const findLatest = async ({ requests }: Pick<Deps, 'requests'>, { id, accountId, created }: StoredTask) => {
  let beforeId: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const filter = { taskId: id, status: 'done' as const, from: created - 60, limit: 1, beforeId }
    const { records, nextId } = await requests.list(accountId, filter)
    if (records[0] || nextId === undefined) return records[0]
    beforeId = nextId
  }
  return undefined
}
