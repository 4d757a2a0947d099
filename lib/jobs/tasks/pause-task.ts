import { definitionOf, type StoredTask } from '../../core/tasks/stored-task.ts'
import type { TaskStore } from '../../store/tasks.ts'

/** Disables a task of an account that is closed. Changes nothing if the task was changed since it was read. */
export const pauseTask = ({ tasks }: { tasks: Pick<TaskStore, 'change'> }, task: StoredTask) =>
  tasks.change(task, { ...definitionOf(task), enabled: false })
