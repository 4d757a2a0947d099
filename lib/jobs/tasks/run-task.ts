import { type AppError, PaymentRequiredError, QuotaExceededError, toAppError } from '../../base/errors.ts'
import type { Tiers } from '../../core/access/tiers.ts'
import type { ReadRules } from '../../core/options/read-options.ts'
import { assertTierAllows } from '../../core/options/tier-options.ts'
import type { RenderMessage } from '../../core/requests/queue-messages.ts'
import type { NewRequest, RequestKey } from '../../core/requests/request-record.ts'
import { toSummary } from '../../core/requests/request-summary.ts'
import { toDeliveries } from '../../core/requests/to-deliveries.ts'
import { readTaskOptions } from '../../core/tasks/check-task.ts'
import { countMinute } from '../../core/tasks/counted-minutes.ts'
import { isDue } from '../../core/tasks/cron/is-due.ts'
import { readCrontabOf } from '../../core/tasks/crontab-of.ts'
import { keptUntil } from '../../core/tasks/kept-until.ts'
import type { StoredTask } from '../../core/tasks/stored-task.ts'
import { createRunId } from '../../core/tasks/task-id.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { toWatchKey } from '../../core/watch/watch.ts'
import { operations } from '../../schema/operations.ts'
import type { AccountStatus, AccountStore } from '../../store/accounts.ts'
import type { InputStore } from '../../store/inputs.ts'
import type { Queues } from '../../store/queues.ts'
import type { RequestStore } from '../../store/requests.ts'
import type { TaskStore } from '../../store/tasks.ts'
import type { Hits } from '../hits.ts'
import { putQueued } from '../put-queued.ts'
import { pauseTask } from './pause-task.ts'

interface RunTaskDeps {
  tasks: Pick<TaskStore, 'find' | 'countRun' | 'change'>
  accounts: Pick<AccountStore, 'findStatus'>
  hits: Pick<Hits, 'take' | 'keep' | 'settle'>
  requests: Pick<RequestStore, 'find' | 'putQueued' | 'putFailed'>
  inputs: Pick<InputStore, 'put'>
  queues: Pick<Queues, 'sendRender' | 'sendWebhook'>
  tiers: Tiers
  rules: ReadRules
  nowMs: () => number
}

/** The message of a schedule. */
export type TaskRun = Omit<Extract<RenderMessage, { kind: 'task' }>, 'kind'>

export type StartedRun =
  /** A record exists, from now or from an earlier delivery of this message. Its message was sent, and it is rendered like any other. */
  | { outcome: 'queued'; key: RequestKey }
  /** A record exists that failed, with the reason. */
  | { outcome: 'refused'; key: RequestKey }
  /** Nothing to do: the run or its task was deleted, the task is disabled or is not due at this minute, or its account is closed or missing. */
  | { outcome: 'absent' | 'disabled' | 'not_due' | 'account_closed' }

const minuteMs = 60_000

/**
 * Turns a scheduled minute of a task into a request. Messages can arrive twice, late and in any order, and workers can die: each step is
 * safe to repeat, and a repetition continues where the first one stopped. First the record is written under an id that is a function of
 * task and minute. The record names its hit. A hit that a crash left without a record is refunded. Then the minute is counted, so a minute
 * that is counted and has no record belongs to a run that was deleted.
 */
export const createRunTask =
  (deps: RunTaskDeps) =>
  async (run: TaskRun): Promise<StartedRun> => {
    const minute = Math.floor(Date.parse(run.scheduledTime) / minuteMs)
    const scheduledMs = minute * minuteMs
    const key = { accountId: run.accountId, id: createRunId(run.taskId, scheduledMs) }
    // Read before the record, which is written first.
    const task = await findOwn(deps, run)
    if (await deps.requests.find(key)) {
      // It is rendered even if its task was changed or deleted since.
      if (task) await countRun(deps, task, minute)
      return send(deps, key)
    }
    if (!task || !countMinute(task.counted, minute)) return { outcome: 'absent' }
    return start(deps, { key, task, scheduledMs })
  }

const start = async (deps: RunTaskDeps, due: Omit<DueRun, 'account'>): Promise<StartedRun> => {
  const { key, task, scheduledMs } = due
  if (!task.enabled) return { outcome: 'disabled' }
  if (!isDueTask(task, scheduledMs)) return { outcome: 'not_due' }
  const account = await deps.accounts.findStatus(task.accountId)
  if (!account) return { outcome: 'absent' }
  if (account.closed !== undefined) {
    // Nobody else can. The sweep makes the schedule follow within five minutes.
    await pauseTask(deps, task)
    return { outcome: 'account_closed' }
  }
  const outcome = await record(deps, { ...due, account })
  await countRun(deps, task, scheduledMs / minuteMs)
  return outcome === 'queued' ? send(deps, key) : { outcome, key }
}

const findOwn = async ({ tasks }: RunTaskDeps, { taskId, accountId }: TaskRun) => {
  const task = await tasks.find(taskId)
  return task?.accountId === accountId ? task : undefined
}

/**
 * EventBridge Scheduler does not document groups of messages for standard queues, and SQS takes each message without one for an account of
 * its own. As a request, the run waits its account's turn.
 */
const send = async ({ queues }: RunTaskDeps, key: RequestKey): Promise<StartedRun> => {
  await queues.sendRender({ kind: 'request', accountId: key.accountId, requestId: key.id })
  return { outcome: 'queued', key }
}

/**
 * The task decides, not the schedule that fired. After a change the old schedule may still fire, and if both day fields must match, the
 * schedule contains only one of them.
 */
const isDueTask = (task: StoredTask, scheduledMs: number): boolean => {
  const { crontab } = readCrontabOf(task)
  return crontab !== undefined && isDue(crontab, task.timezone, scheduledMs)
}

/** Simultaneous runs of one task are rare, and each failed try means that another run was counted. */
const countTries = 10

/** Counts a scheduled minute of a task once. Without a minute, counts a run that the caller started. */
export const countRun = async (
  { tasks, nowMs }: Pick<RunTaskDeps, 'nowMs'> & { tasks: Pick<TaskStore, 'find' | 'countRun'> },
  first: StoredTask,
  minute?: number,
): Promise<void> => {
  let task: StoredTask | undefined = first
  for (let tries = 0; task && tries < countTries; tries += 1) {
    const counted = minute === undefined ? task.counted : countMinute(task.counted, minute)
    if (minute !== undefined && !counted) return
    const lastRun = Math.max(task.lastRun ?? 0, toSeconds(nowMs()))
    if (await tasks.countRun(task, { counted, lastRun })) return
    task = await tasks.find(task.id)
  }
  if (task) throw new Error('The runs of a task changed faster than they could be counted.')
}

interface DueRun {
  key: RequestKey
  account: AccountStatus
  task: StoredTask
  scheduledMs: number
}

const record = async (deps: RunTaskDeps, due: DueRun): Promise<'queued' | 'refused'> => {
  const { key, account, task, scheduledMs } = due
  const { nowMs, hits } = deps
  const { taskId, ...run } = toRun(task, scheduledMs)
  const request = { ...key, operation: task.api, created: toSeconds(nowMs()), taskId }
  const read = readRun(deps, account, task)
  if ('refusal' in read) return refuse(deps, request, read.refusal)
  const { options } = read
  const announced = {
    ...request,
    ...(options.external_id !== undefined && { externalId: options.external_id }),
    summary: toSummary(operations[task.api], options),
    ...toDeliveries(options),
  }
  const hit = await hits.take(account, request)
  if (!hit) return refuse(deps, announced, new QuotaExceededError())
  const isNew = await putQueued(deps, {
    ...announced,
    options,
    counted: true,
    hit,
    ...run,
  })
  // Another worker with the same message may have been first.
  await (isNew ? hits.keep(account.id, hit) : hits.settle(account.id, hit))
  return 'queued'
}

/** The members that only the request of a run has. */
export const toRun = (task: StoredTask, atMs: number) => ({
  taskId: task.id,
  watch: task.watch && { ...task.watch, key: toWatchKey(task) },
  keptUntil: keptUntil(task, atMs),
})

type RunOptions = ReturnType<typeof readTaskOptions>

const readRun = (
  { tiers, rules }: RunTaskDeps,
  { plan, paid }: AccountStatus,
  task: StoredTask,
): { options: RunOptions } | { refusal: AppError } => {
  try {
    if (!paid) throw new PaymentRequiredError('The account had an unpaid invoice.')
    const options = readTaskOptions(task, rules)
    assertTierAllows(plan, { feature: 'tasks', input: operations[task.api].input }, options, tiers)
    return { options }
  } catch (thrown) {
    const refusal = toAppError(thrown)
    if (refusal.statusCode >= 500) throw thrown
    return { refusal }
  }
}

const refuse = async (
  { requests, queues }: RunTaskDeps,
  request: Omit<NewRequest, 'counted'>,
  { code, message }: AppError,
): Promise<'refused'> => {
  const { accountId, id, created } = request
  await requests.putFailed({ ...request, counted: false, finished: created, error: { code, message } })
  // If this fails, the run's message is delivered again and finds an ended request.
  if (request.webhook?.errors) await queues.sendWebhook({ accountId, requestId: id })
  return 'refused'
}
