import { schedulesOf } from '../../core/tasks/task-schedules.ts'
import type { ScheduleStore } from '../../store/schedules.ts'
import type { TaskStore } from '../../store/tasks.ts'

interface ReconcileDeps {
  tasks: Pick<TaskStore, 'find'>
  schedules: Pick<ScheduleStore, 'nameOf' | 'put' | 'delete' | 'list'>
}

/**
 * Makes the schedules of one task what its item says they are: the item is the truth, and a schedule without one fires into nothing.
 * It may be repeated, run twice in parallel, or stop at any step.
 */
export const createReconcileSchedules =
  (deps: ReconcileDeps) =>
  async (taskId: number): Promise<void> => {
    // Listed before the task is read: what an update in between creates is in no list from before it, so it is not taken for a leftover.
    const present = await listNames(deps, taskId)
    const wanted = await listWanted(deps, taskId)
    // First the new ones, so that no minute falls between; one that both have counts once.
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
