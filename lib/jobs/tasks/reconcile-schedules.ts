import { schedulesOf } from '../../core/tasks/task-schedules.ts'
import type { ScheduleStore } from '../../store/schedules.ts'
import type { TaskStore } from '../../store/tasks.ts'

interface ReconcileDeps {
  tasks: Pick<TaskStore, 'find'>
  schedules: Pick<ScheduleStore, 'nameOf' | 'put' | 'delete' | 'list'>
}

/**
 * Makes the schedules of one task match its item. The item is the source of truth, and a schedule without an item has no effect. It is
 * safe to repeat, to run twice in parallel, and to stop at any step.
 */
export const createReconcileSchedules =
  (deps: ReconcileDeps) =>
  async (taskId: number): Promise<void> => {
    // The list comes before the read of the task. A schedule that a concurrent update creates is then not in it, and is not deleted.
    const present = await listNames(deps, taskId)
    const wanted = await listWanted(deps, taskId)
    // The new schedules come first, so no minute is missed. A minute that both fire for counts once.
    for (const [name, schedule] of wanted) if (!present.has(name)) await deps.schedules.put(schedule)
    for (const name of present) if (!wanted.has(name)) await deps.schedules.delete(name)
  }

export type ReconcileSchedules = ReturnType<typeof createReconcileSchedules>

const listNames = async ({ schedules }: ReconcileDeps, taskId: number): Promise<Set<string>> => {
  const names = new Set<string>()
  for await (const { name } of schedules.list(taskId)) names.add(name)
  return names
}

const listWanted = async ({ tasks, schedules }: ReconcileDeps, taskId: number) => {
  const task = await tasks.find(taskId)
  return new Map((task ? schedulesOf(task) : []).map((schedule) => [schedules.nameOf(schedule), schedule]))
}
