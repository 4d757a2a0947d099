import { describeCause } from '../../base/describe-cause.ts'
import type { Logger } from '../../base/logger.ts'
import { schedulesOf } from '../../core/tasks/task-schedules.ts'
import type { ListedSchedule, ScheduleStore } from '../../store/schedules.ts'
import type { TaskStore } from '../../store/tasks.ts'
import type { ReconcileSchedules } from './reconcile-schedules.ts'

interface SweepSchedulesDeps {
  tasks: Pick<TaskStore, 'listScheduled'>
  schedules: Pick<ScheduleStore, 'nameOf' | 'list'>
  reconcileSchedules: ReconcileSchedules
  log: Pick<Logger, 'warn'>
  nowMs: () => number
}

interface SchedulesSwept {
  /** Tasks whose schedules were wrong and are now repaired. */
  repaired: number
  /** Tasks that could not be repaired, or that are left for the next sweep. */
  left: number
}

/** A task that is being created has schedules before it has an item. */
const creationMs = 10 * 60_000

/** This many repairs take half a minute. */
const repairsMax = 500

/** Returns the sweep that compares all tasks with all schedules and repairs the differences that crashes have left. */
export const createSweepSchedules = (deps: SweepSchedulesDeps) => async (): Promise<SchedulesSwept> => {
  const suspects = await findSuspects(deps)
  let repaired = 0
  for (const taskId of suspects.slice(0, repairsMax)) {
    try {
      await deps.reconcileSchedules(taskId)
      repaired += 1
    } catch (error) {
      deps.log.warn({ taskId, cause: describeCause(error) }, 'schedules not repaired')
    }
  }
  return { repaired, left: suspects.length - repaired }
}

const findSuspects = async ({ tasks, schedules, nowMs }: SweepSchedulesDeps): Promise<number[]> => {
  const unclaimed = new Map<number, ListedSchedule[]>()
  for await (const schedule of schedules.list()) {
    if (schedule.taskId === undefined) continue
    unclaimed.set(schedule.taskId, [...(unclaimed.get(schedule.taskId) ?? []), schedule])
  }
  const suspects: number[] = []
  for await (const task of tasks.listScheduled()) {
    const present = unclaimed.get(task.id)?.map(({ name }) => name) ?? []
    const wanted = schedulesOf(task).map(schedules.nameOf)
    if (!isSame(present, wanted)) suspects.push(task.id)
    unclaimed.delete(task.id)
  }
  const youngMs = nowMs() - creationMs
  for (const [taskId, orphans] of unclaimed)
    if (orphans.every(({ createdMs }) => createdMs < youngMs)) suspects.push(taskId)
  return suspects
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((name) => others.includes(name))
