import type { ReadRules } from '../../core/options/read-options.ts'
import type { RenderMessage } from '../../core/requests/queue-messages.ts'
import type { RequestKey } from '../../core/requests/request-record.ts'
import { readTaskOptions } from '../../core/tasks/check-task.ts'
import { countMinute } from '../../core/tasks/counted-minutes.ts'
import { isDue } from '../../core/tasks/cron/is-due.ts'
import { readCrontabOf } from '../../core/tasks/crontab-of.ts'
import { keptUntil } from '../../core/tasks/kept-until.ts'
import type { StoredTask } from '../../core/tasks/stored-task.ts'
import { createRunId } from '../../core/tasks/task-id.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { toWatchKey } from '../../core/watch/watch.ts'
import type { AccountStatus, AccountStore } from '../../store/accounts.ts'
import type { Queues } from '../../store/queues.ts'
import type { RequestStore } from '../../store/requests.ts'
import type { TaskStore } from '../../store/tasks.ts'
import type { Announcer } from '../events/announcer.ts'
import { type RecordQueuedDeps, recordQueued } from '../record-queued.ts'
import { pauseTask } from './pause-task.ts'

interface RunTaskDeps extends RecordQueuedDeps {
  tasks: Pick<TaskStore, 'find' | 'countRun' | 'change'>
  accounts: Pick<AccountStore, 'findStatus'>
  requests: Pick<RequestStore, 'find' | 'putQueued' | 'putFailed'>
  queues: Pick<Queues, 'sendRender' | 'sendWebhook'>
  announcer: Pick<Announcer, 'announceRun'>
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
    // Nothing else can. The sweep makes the schedule follow within five minutes.
    await pauseTask(deps, task)
    return { outcome: 'account_closed' }
  }
  const outcome = await record(deps, { ...due, account })
  await countRun(deps, task, scheduledMs / minuteMs)
  if (outcome === 'queued') return send(deps, key)
  // No worker will end it.
  const refused = account.alerts && (await deps.requests.find(key))
  if (refused) await deps.announcer.announceRun(refused, account)
  return { outcome, key }
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
  await queues.sendRender(key)
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

const record = (deps: RunTaskDeps, { key, account, task, scheduledMs }: DueRun) => {
  const { taskId, ...run } = toRun(task, scheduledMs)
  return recordQueued(deps, {
    account,
    request: { ...key, operation: task.api, created: toSeconds(deps.nowMs()), taskId },
    feature: 'tasks',
    read: () => readTaskOptions(task, deps.rules),
    more: run,
  })
}

/** The members that only the request of a run has. */
export const toRun = (task: StoredTask, atMs: number) => ({
  taskId: task.id,
  watch: task.watch && { ...task.watch, key: toWatchKey(task) },
  keptUntil: keptUntil(task, atMs),
})
