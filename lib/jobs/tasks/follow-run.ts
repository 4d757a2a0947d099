import type { RequestRecord } from '../../core/requests/request-record.ts'
import { becomesBaseline, toBaseline } from '../../core/watch/run-change.ts'
import type { TaskStore } from '../../store/tasks.ts'

/**
 * Makes an ended run the latest one of its task, and the baseline if its record says so. Does nothing for other requests. It can be
 * repeated: an earlier run never replaces a later one.
 */
export const followRun = async (
  tasks: Pick<TaskStore, 'setLatest' | 'setBaseline'>,
  { id, taskId, result, change }: RequestRecord,
): Promise<void> => {
  if (taskId === undefined || !result || !change) return
  const run = toBaseline(id, result, change)
  const isBaseline = becomesBaseline(change)
  if (await tasks.setLatest(taskId, run, isBaseline)) return
  // A later run has ended without a change, or this is a repetition.
  if (isBaseline) await tasks.setBaseline(taskId, run)
}
