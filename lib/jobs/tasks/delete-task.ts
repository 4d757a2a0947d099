import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { findTask, type TaskReference, taskNotFound } from './find-task.ts'
import type { ReconcileSchedules } from './reconcile-schedules.ts'

export interface DeleteTaskDeps {
  tasks: Pick<TaskStore, 'find' | 'delete'>
  reconcileSchedules: ReconcileSchedules
  log: Pick<Logger, 'warn'>
}

/**
 * Deletes a task: first its item, then its schedules. Without the item nothing runs, not even a run that is already queued. The
 * response therefore does not depend on the second step: the sweep removes remaining schedules.
 * @throws NotFoundError
 */
export const createDeleteTask =
  ({ tasks, reconcileSchedules, log }: DeleteTaskDeps) =>
  async (reference: TaskReference): Promise<void> => {
    const task = await findTask(tasks, reference)
    if (!(await tasks.delete(task))) throw taskNotFound()
    try {
      await reconcileSchedules(task.id)
    } catch (error) {
      log.warn({ taskId: task.id, cause: describeCause(error) }, 'schedules not deleted')
    }
  }
