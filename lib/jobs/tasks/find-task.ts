import { NotFoundError } from '../../base/errors.ts'
import type { StoredTask } from '../../core/tasks/stored-task.ts'
import { parseTaskId } from '../../core/tasks/task-id.ts'
import type { TaskStore } from '../../store/tasks.ts'

/** A task by the id in the request path. */
export interface TaskReference {
  accountId: string
  id: string
}

/** Returns a task of the account. @throws NotFoundError also for a task of another account */
export const findTask = async (
  tasks: Pick<TaskStore, 'find'>,
  { accountId, id }: TaskReference,
): Promise<StoredTask> => {
  const taskId = parseTaskId(id)
  const task = taskId === undefined ? undefined : await tasks.find(taskId)
  if (task?.accountId !== accountId) throw taskNotFound()
  return task
}

export const taskNotFound = () => new NotFoundError('The account has no task with this id.')
