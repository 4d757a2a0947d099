import { describeCause } from '../../base/describe-cause.ts'
import { eachOf } from '../../base/each-of.ts'
import type { Logger } from '../../base/logger.ts'
import { type ScheduledTask, schedulesOf } from '../../core/tasks/task-schedules.ts'
import type { AccountStore } from '../../store/accounts.ts'
import type { ListedSchedule, ScheduleStore } from '../../store/schedules.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { pauseTask } from './pause-task.ts'
import type { ReconcileSchedules } from './reconcile-schedules.ts'

interface SweepSchedulesDeps {
  tasks: Pick<TaskStore, 'find' | 'change'>
  accounts: Pick<AccountStore, 'findStatus'>
  schedules: Pick<ScheduleStore, 'nameOf' | 'list'>
  reconcileSchedules: ReconcileSchedules
  log: Pick<Logger, 'warn'>
  nowMs: () => number
}

interface SchedulesSwept {
  /** Tasks whose schedules were wrong, or whose account was closed, and are now repaired. */
  repaired: number
  /** Tasks that could not be repaired, or that are left for the next sweep. */
  left: number
}

/** A task that is being created has schedules before it has an item. */
const creationMs = 10 * 60_000

/** This many repairs take half a minute. */
const repairsMax = 500

/**
 * Returns the sweep that pauses the tasks of closed accounts, compares all tasks with all schedules, and repairs the differences that
 * crashes have left.
 */
export const createSweepSchedules =
  (deps: SweepSchedulesDeps) =>
  async (all: readonly ScheduledTask[]): Promise<SchedulesSwept> => {
    const { enabled, differing } = await compareAll(deps, all)
    const suspects = [...new Set([...(await pauseClosed(deps, enabled)), ...differing])]
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

/** Returns the ids of the tasks that it paused. @param enabled ids of tasks by their account */
const pauseClosed = async (
  deps: SweepSchedulesDeps,
  enabled: ReadonlyMap<string, readonly number[]>,
): Promise<number[]> => {
  const paused: number[] = []
  const check = async ([accountId, taskIds]: readonly [string, readonly number[]]) => {
    const account = await deps.accounts.findStatus(accountId)
    // A missing account may be about to be restored.
    if (account?.closed === undefined) return
    for (const taskId of taskIds) {
      const task = await deps.tasks.find(taskId)
      if (task?.enabled && (await pauseTask(deps, task))) paused.push(taskId)
    }
  }
  await eachOf(enabled, check)
  return paused
}

/** Returns the tasks whose schedules differ from what they require, and the enabled tasks of each account. */
const compareAll = async ({ schedules, nowMs }: SweepSchedulesDeps, all: readonly ScheduledTask[]) => {
  const unclaimed = new Map<number, ListedSchedule[]>()
  for await (const schedule of schedules.list()) {
    if (schedule.taskId === undefined) continue
    append(unclaimed, schedule.taskId, schedule)
  }
  const differing: number[] = []
  const enabled = new Map<string, number[]>()
  for (const task of all) {
    if (task.enabled) append(enabled, task.accountId, task.id)
    const present = unclaimed.get(task.id)?.map(({ name }) => name) ?? []
    const wanted = schedulesOf(task).map(schedules.nameOf)
    if (!isSame(present, wanted)) differing.push(task.id)
    unclaimed.delete(task.id)
  }
  const youngMs = nowMs() - creationMs
  for (const [taskId, orphans] of unclaimed)
    if (orphans.every(({ createdMs }) => createdMs < youngMs)) differing.push(taskId)
  return { differing, enabled }
}

const append = <Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) =>
  lists.set(key, [...(lists.get(key) ?? []), value])

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((name) => others.includes(name))
