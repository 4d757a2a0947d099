import type { Tiers } from '../../core/access/tiers.ts'
import type { ReadRules } from '../../core/options/read-options.ts'
import { assertTierAllows } from '../../core/options/tier-options.ts'
import { readTaskOptions } from '../../core/tasks/check-task.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { operations } from '../../schema/operations.ts'
import type { TaskStore } from '../../store/tasks.ts'
import type { Accepted, LaterRequest } from '../accept-request.ts'
import { findTask } from './find-task.ts'
import { countRun, toRun } from './run-task.ts'

interface StartRunDeps {
  tasks: Pick<TaskStore, 'find' | 'countRun'>
  accept: (request: LaterRequest) => Promise<Accepted>
  tiers: Tiers
  rules: ReadRules
  nowMs: () => number
}

interface NewRun extends Pick<LaterRequest, 'requestId' | 'account' | 'idempotencyKey'> {
  /** The id of the task in the request path. */
  id: string
}

export type StartRun = (run: NewRun) => Promise<Accepted>

/**
 * Runs a task now, even if it is paused. The request differs from a scheduled one in its id, which belongs to the call: the caller
 * may start several runs in a minute.
 * @throws NotFoundError, InvalidParameterError, PlanRequiredError, QuotaExceededError
 */
export const createStartRun =
  ({ tasks, accept, tiers, rules, nowMs }: StartRunDeps): StartRun =>
  async ({ id, account, ...call }) => {
    const task = await findTask(tasks, { accountId: account.id, id })
    const options = readTaskOptions(task, rules)
    assertTierAllows(account.plan, { input: operations[task.api].input }, options, tiers)
    const startedMs = nowMs()
    const accepted = await accept({
      ...call,
      created: toSeconds(startedMs),
      account,
      operation: task.api,
      options,
      run: toRun(task, startedMs),
    })
    if (!accepted.isRepeat) await countRun({ tasks, nowMs }, task)
    return accepted
  }
