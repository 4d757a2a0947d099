import { asEvent, subscribersOf } from '../../core/events/event.ts'
import { failuresMax, isFailure } from '../../core/events/occurrences.ts'
import { asBatch, type Batch, ownerOf } from '../../core/requests/batch.ts'
import { toBatchCounts } from '../../core/requests/batch-view.ts'
import { idTimeMs } from '../../core/requests/request-id.ts'
import type { DeliveryName, RequestRecord } from '../../core/requests/request-record.ts'
import { toChangeView } from '../../core/watch/run-change.ts'
import { maskedUrl, withoutSecrets } from '../../schema/http-url.ts'
import type { AccountStatus, AccountStore } from '../../store/accounts.ts'
import type { TaskStore } from '../../store/tasks.ts'
import { announce, type EventDeps } from './announce.ts'

/** What of an ended request can be announced. */
type EndedRun = Pick<
  RequestRecord,
  'accountId' | 'id' | 'taskId' | 'status' | 'error' | 'change' | 'result' | 'summary' | 'finished'
>

/** A run of a task. */
type Run = EndedRun & { taskId: number }

interface AnnouncerDeps extends EventDeps {
  accounts: Pick<AccountStore, 'findStatus'>
  tasks: Pick<TaskStore, 'find' | 'addFailure' | 'endFailures'>
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
}

/**
 * Announces what the background work of an account has ended with. Every method follows the write that ended it and can be repeated, so a
 * message that is delivered again after a crash completes it. Without a subscription, nothing is written.
 */
export interface Announcer {
  /** A run of a task has changed or failed. Does nothing for other requests. @param account if it is known; a done run is then no failure */
  announceRun(record: EndedRun, account?: AccountStatus): Promise<void>
  announceBatch(ended: Batch): Promise<void>
  /** An upload or a webhook has failed. The first one of its receiver in an hour is announced. Those of events are not announced: they would announce themselves. */
  announceGivenUp(record: RequestRecord): Promise<void>
}

export const createAnnouncer = (deps: AnnouncerDeps): Announcer => ({
  async announceRun(record, known) {
    const { taskId, status, change } = record
    const isNews = isFailure(record) || change?.changed === true
    if (taskId === undefined || status === 'queued' || !(isNews || known)) return
    const account = known ?? (await findAlerted(deps, record.accountId))
    if (account?.alerts) await announceTo(deps, account, { ...record, taskId })
  },

  async announceBatch(ended) {
    const account = await findAlerted(deps, ownerOf(ended))
    if (!account) return
    const { queued: _, ...counts } = toBatchCounts(ended)
    await announce(deps, account, {
      type: 'batch.ended',
      data: { batch_id: ended.id, ...counts },
      subject: ended.id,
      atMs: (ended.finished ?? 0) * 1000,
    })
  },

  async announceGivenUp(record) {
    const names = (['upload', 'webhook'] as const).filter((name) => isGivenUp(record, name))
    if (names.length === 0 || asEvent(record)) return
    const account = await findAlerted(deps, ownerOf(record))
    if (!account) return
    for (const name of names) await announceDelivery(deps, account, { record, name })
  },
})

type Deps = AnnouncerDeps

/** Returns an account with subscriptions. Undefined if it is closed: nothing is sent to it. */
const findAlerted = async ({ accounts }: Deps, id: string): Promise<AccountStatus | undefined> => {
  const account = await accounts.findStatus(id)
  return account?.alerts && account.closed === undefined ? account : undefined
}

const announceTo = async (deps: Deps, account: AccountStatus, run: Run): Promise<void> => {
  await announceChange(deps, account, run)
  // Even without a subscription to failures, because a later one must not count those before this run.
  if (run.status === 'done') await deps.tasks.endFailures(run.taskId)
  else if (isFailure(run) && subscribersOf(account, 'task.failed').length > 0)
    await announceFailure(deps, account, run)
}

const announceChange = async (deps: Deps, account: AccountStatus, run: Run): Promise<void> => {
  const { id, taskId, result, change, summary, finished = 0 } = run
  if (!change?.changed || !result || subscribersOf(account, 'task.changed').length === 0) return
  const task = await deps.tasks.find(taskId)
  await announce(deps, account, {
    type: 'task.changed',
    data: {
      task_id: taskId,
      task_name: task?.name ?? null,
      request_id: id,
      url: summary?.url ?? null,
      title: result.facts?.title ?? null,
      file: `${deps.cacheUrl}/${result.name}`,
      content_type: result.contentType,
      expires: result.expires,
      change: toChangeView(change, deps.cacheUrl),
    },
    subject: id,
    atMs: finished * 1000,
  })
}

const announceFailure = async (deps: Deps, account: AccountStatus, run: Run): Promise<void> => {
  const { id, taskId, error, summary } = run
  if (!error) return
  const { name, runs } = (await deps.tasks.addFailure(taskId, id)) ?? { runs: [] }
  if (name === undefined || runs.length < failuresMax) return
  await announce(deps, account, {
    type: 'task.failed',
    data: {
      task_id: taskId,
      task_name: name,
      request_id: id,
      url: summary?.url ?? null,
      failures: runs.length,
      error: { code: error.code, message: error.message },
    },
    subject: runs.join(),
    // Of the latest run, whose id has its time.
    atMs: idTimeMs(runs.at(-1) ?? id),
  })
}

/** A webhook that was never sent, because its request failed, has no attempts. */
const isGivenUp = (record: RequestRecord, name: DeliveryName): boolean =>
  record[name]?.status === 'failed' && record[name].attempts.length > 0

const announceDelivery = async (
  deps: Deps,
  account: AccountStatus,
  { record, name }: { record: RequestRecord; name: DeliveryName },
): Promise<void> => {
  const { url = '', attempts = [], attemptCount = 0 } = record[name] ?? {}
  const { time = 0, error = '' } = attempts.at(-1) ?? {}
  const isBatch = asBatch(record) !== undefined
  await announce(deps, account, {
    type: 'delivery.failed',
    data: {
      request_id: isBatch ? null : record.id,
      batch_id: isBatch ? record.id : null,
      delivery: name,
      // Who knows the URL of a webhook may be able to write there.
      url: name === 'webhook' ? maskedUrl(url) : withoutSecrets(url),
      attempts: attemptCount,
      error,
    },
    // A receiver that is down fails many deliveries.
    subject: new URL(url).origin,
    atMs: time * 1000,
    windowMs: 3_600_000,
  })
}
