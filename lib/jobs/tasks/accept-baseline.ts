import { InvalidParameterError, RunNotLatestError } from '../../base/errors.ts'
import { canBeBaseline, type StoredTask } from '../../core/tasks/stored-task.ts'
import type { Baseline } from '../../core/watch/run-change.ts'
import type { RequestStore } from '../../store/requests.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { findTask, type TaskReference } from './find-task.ts'
import { followRun } from './follow-run.ts'

interface Deps {
  tasks: Pick<TaskStore, 'find' | 'setLatest' | 'setBaseline' | 'acceptLatest'>
  requests: Pick<RequestStore, 'find'>
  nowMs: () => number
}

export type AcceptBaseline = (reference: TaskReference, run?: string) => Promise<StoredTask>

/**
 * Makes the latest run that is done the baseline of its task. A run that ends later replaces it if it has changed.
 * @param run - the run that the caller looked at
 * @returns the task as it is now
 * @throws NotFoundError, InvalidParameterError if no run can be the baseline, RunNotLatestError if it is not `run`
 */
export const createAcceptBaseline = ({ tasks, requests, nowMs }: Deps): AcceptBaseline => {
  const accept: AcceptBaseline = async (reference, run) => {
    let task = await findTask(tasks, reference)
    if (!task.watch) throw new InvalidParameterError('The task has no `watch`, so it has no baseline.')
    if (run !== undefined && run !== task.latest?.requestId) {
      await catchUp({ tasks, requests }, task, run)
      task = await findTask(tasks, reference)
    }
    const { latest } = task
    if (!latest || !canBeBaseline(task, latest, nowMs()))
      throw new InvalidParameterError(
        'There is no run to accept. The latest run that is done must have started after the last change of `api`, `query` or `watch`, and its file must not have expired or been deleted.',
      )
    requireSame(run, latest)
    if (task.baseline?.requestId === latest.requestId) return task
    // If it is refused, another run has become the latest one in the meantime, or this one was accepted or deleted.
    return (await tasks.acceptLatest(task.id, latest)) ?? accept(reference, run)
  }
  return accept
}

/** The record of a run says that it is done before its task says so, for a moment, or longer if the worker died in between. */
const catchUp = async (
  { tasks, requests }: Pick<Deps, 'tasks' | 'requests'>,
  { id, accountId }: StoredTask,
  run: string,
) => {
  const record = await requests.find({ accountId, id: run })
  if (record?.taskId === id) await followRun(tasks, record)
}

const requireSame = (run: string | undefined, actual: Baseline) => {
  if (run === undefined || run === actual.requestId) return
  throw new RunNotLatestError(
    `\`run\` is ${run}, but the latest run that is done is ${actual.requestId}. Look at that run, then send its id.`,
  )
}
