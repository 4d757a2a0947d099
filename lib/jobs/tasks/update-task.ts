import type { Tiers } from '../../core/access/tiers.ts'
import type { ReadRules } from '../../core/options/read-options.ts'
import { assertTierAllows } from '../../core/options/tier-options.ts'
import { assertTimes, assertWatch, readTaskOptions } from '../../core/tasks/check-task.ts'
import { crontabOf, withoutImpliedCrontab } from '../../core/tasks/crontab-of.ts'
import {
  definitionOf,
  type StoredTask,
  type TaskDefinition,
  toDefinition,
} from '../../core/tasks/stored-task.ts'
import { schedulesOf } from '../../core/tasks/task-schedules.ts'
import { operations } from '../../schema/operations.ts'
import type { TaskChanges } from '../../schema/tasks.ts'
import type { Account } from '../../store/accounts.ts'
import type { ScheduleStore } from '../../store/schedules.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { findTask, type TaskReference } from './find-task.ts'
import type { ReconcileSchedules } from './reconcile-schedules.ts'

export interface UpdateTaskDeps {
  tasks: Pick<TaskStore, 'find' | 'change'>
  schedules: Pick<ScheduleStore, 'put'>
  reconcileSchedules: ReconcileSchedules
  tiers: Tiers
  rules: ReadRules
}

interface TaskUpdate {
  account: Pick<Account, 'id' | 'plan'>
  id: TaskReference['id']
  changes: TaskChanges
}

/** Concurrent changes are rare, and each failed try means that another change was written. */
const triesMax = 10

/**
 * Changes a task: first its item, then its schedules. As soon as the item is written, only runs that it allows take place. If the
 * second step fails, a repeated request or the sweep completes it.
 * @throws AppError 400, 402, 404
 */
export const createUpdateTask =
  (deps: UpdateTaskDeps) =>
  async ({ account, id, changes }: TaskUpdate): Promise<StoredTask> => {
    for (let tries = 0; tries < triesMax; tries += 1) {
      const task = await findTask(deps.tasks, { accountId: account.id, id })
      const definition = merge(task, changes)
      check(deps, { account, definition, changes })
      // A time zone can be refused, and the task must then stay as it is. A schedule that the item does not agree with has no effect.
      if (definition.timezone !== task.timezone)
        for (const schedule of schedulesOf({ ...task, ...definition })) await deps.schedules.put(schedule)
      const changed = await deps.tasks.change(task, definition)
      if (!changed) continue
      await deps.reconcileSchedules(changed.id)
      return changed
    }
    throw new Error('A task changed faster than it could be updated.')
  }

/** Checks only what changes. What is stored was checked when it was written, and must not prevent disabling the task. */
const check = (
  { tiers, rules }: UpdateTaskDeps,
  { account, definition, changes }: Omit<TaskUpdate, 'id'> & { definition: TaskDefinition },
) => {
  if (changes.frequency !== undefined || changes.crontab !== undefined) assertTimes(definition)
  if (changes.api === undefined && changes.query === undefined && changes.watch === undefined) return
  const options = readTaskOptions(definition, rules)
  assertWatch(definition, options)
  assertTierAllows(account.plan, { input: operations[definition.api].input }, options, tiers)
}

/** A frequency other than custom removes the old crontab. */
const merge = (task: StoredTask, changes: TaskChanges): TaskDefinition => {
  const { crontab, ...kept } = definitionOf(task)
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const isOwnTimes = (changes.frequency ?? kept.frequency) === 'custom'
  const definition: TaskDefinition = toDefinition({
    ...kept,
    ...(isOwnTimes && { crontab }),
    ...given,
  })
  // A crontab that is sent back as the response showed it is no change.
  const isUnchanged = !isOwnTimes && changes.crontab === crontabOf(task)
  return isUnchanged ? { ...definition, crontab: undefined } : withoutImpliedCrontab(definition)
}
