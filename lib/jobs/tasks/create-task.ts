import { createHash } from 'node:crypto'
import { InvalidParameterError } from '../../base/errors.ts'
import type { Tiers } from '../../core/access/tiers.ts'
import type { ReadRules } from '../../core/options/read-options.ts'
import { assertTierAllows } from '../../core/options/tier-options.ts'
import { assertTimes, assertWatch, readTaskOptions } from '../../core/tasks/check-task.ts'
import { withoutImpliedCrontab } from '../../core/tasks/crontab-of.ts'
import type { StoredTask, TaskDefinition } from '../../core/tasks/stored-task.ts'
import { createTaskId, derivedTaskId } from '../../core/tasks/task-id.ts'
import { schedulesOf } from '../../core/tasks/task-schedules.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { operations } from '../../schema/operations.ts'
import type { Account } from '../../store/accounts.ts'
import type { ScheduleStore } from '../../store/schedules.ts'
import type { TaskStore } from '../../store/tasks.ts'
import type { ReconcileSchedules } from './reconcile-schedules.ts'

export interface CreateTaskDeps {
  tasks: Pick<TaskStore, 'find' | 'put' | 'count'>
  schedules: Pick<ScheduleStore, 'put'>
  reconcileSchedules: ReconcileSchedules
  tiers: Tiers
  rules: ReadRules
  nowMs: () => number
  randomBytes: (size: number) => Uint8Array
}

interface NewTask {
  account: Pick<Account, 'id' | 'plan'>
  definition: TaskDefinition
  /** A repeated request with the same key returns the task that the first one created. */
  idempotencyKey?: string | undefined
}

/** Two ids of the same millisecond collide with a probability of 1 in 4,096. */
const triesMax = 5

/** All tasks of an account are listed in one response, and each run of a schedule has a price. */
const tasksMax = 1_000

/**
 * Creates a task: first its schedules, then its item. Without the item the task does not exist: its schedules have no effect, and
 * after a crash the sweep removes them. An incomplete task is never visible.
 * @throws AppError 400, 402
 */
export const createCreateTask = (deps: CreateTaskDeps) => {
  return async ({ account, definition: given, idempotencyKey }: NewTask): Promise<StoredTask> => {
    const definition = withoutImpliedCrontab(given)
    assertTimes(definition)
    const options = readTaskOptions(definition, deps.rules)
    assertWatch(definition, options)
    assertTierAllows(account.plan, { input: operations[definition.api].input }, options, deps.tiers)
    const fingerprint = idempotencyKey === undefined ? undefined : fingerprintOf(definition)
    for (let tries = 0; tries < triesMax; tries += 1) {
      const id = chooseId(deps, account.id, idempotencyKey)
      const existing = fingerprint && (await deps.tasks.find(id))
      if (existing) return repeated(existing, fingerprint)
      await assertRoom(deps, account.id)
      const created = toSeconds(deps.nowMs())
      const task = { ...definition, id, accountId: account.id, created, runs: 0, revision: 1, fingerprint }
      if (await store(deps, task)) return task
    }
    throw new Error('No free id for a task was found.')
  }
}

const assertRoom = async ({ tasks }: CreateTaskDeps, accountId: string) => {
  if ((await tasks.count(accountId)) < tasksMax) return
  throw new InvalidParameterError(
    `This account has ${tasksMax} tasks, which is the maximum. Delete a task that you no longer need.`,
  )
}

const chooseId = ({ nowMs, randomBytes }: CreateTaskDeps, accountId: string, idempotencyKey?: string) =>
  idempotencyKey === undefined
    ? createTaskId(nowMs(), randomBytes(2))
    : derivedTaskId(accountId, idempotencyKey)

const fingerprintOf = (definition: TaskDefinition) => {
  const { name, api, query, frequency, crontab, timezone, enabled, watch, keep_runs } = definition
  const added = watch || keep_runs ? [watch, keep_runs] : []
  return createHash('sha256')
    .update(JSON.stringify([name, api, query, frequency, crontab, timezone, enabled, ...added]))
    .digest('hex')
}

const repeated = (existing: StoredTask, fingerprint: string): StoredTask => {
  if (existing.fingerprint === fingerprint) return existing
  throw new InvalidParameterError(
    'The `Idempotency-Key` header was already used for another task of this account. Use a new key or omit the header.',
  )
}

/** Returns false if the id is taken. */
const store = async ({ tasks, schedules, reconcileSchedules }: CreateTaskDeps, task: StoredTask) => {
  let isStored = false
  try {
    for (const schedule of schedulesOf(task)) await schedules.put(schedule)
    isStored = await tasks.put(task)
    return isStored
  } finally {
    // Schedules without an item have no effect. The sweep removes what cannot be removed here.
    if (!isStored) await reconcileSchedules(task.id).catch(() => undefined)
  }
}
