import { RequestInUseError } from '../base/errors.ts'
import {
  fileNamesOfRequest,
  type RequestError,
  type RequestKey,
  type RequestRecord,
} from '../core/requests/request-record.ts'
import { baselineOf } from '../core/tasks/stored-task.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { CacheStore } from '../store/cache.ts'
import type { RequestStore } from '../store/requests.ts'
import type { ResultStore } from '../store/results.ts'
import type { TaskStore } from '../store/tasks.ts'
import type { Batches } from './batches/follow-batch.ts'
import { type FinalizeDeps, settleRequest } from './finalize-request.ts'
import type { Hits } from './hits.ts'
import { requestNotFound } from './repeat-webhook.ts'
import { followRun } from './tasks/follow-run.ts'

export interface DeleteRequestDeps extends Pick<FinalizeDeps, 'inputs' | 'places' | 'nowMs'> {
  requests: Pick<RequestStore, 'find' | 'fail' | 'settle' | 'delete'>
  hits: Pick<Hits, 'refundOwed' | 'keep'>
  tasks: Pick<TaskStore, 'find' | 'forgetLatest' | 'setLatest' | 'setBaseline'>
  followBatch: Batches['followBatch']
  cache: Pick<CacheStore, 'remove'>
  files: Pick<ResultStore, 'remove'>
}

const canceled: RequestError = {
  code: 'canceled',
  message: 'The request was deleted before it was rendered.',
}

/**
 * Deletes a request with its files, from the cache too. A webhook that waits finds no record. What waits is canceled first. The record goes last, so a repetition completes what a
 * crash has left: the files are named by it, and so is the hit that it owes.
 * @throws NotFoundError, RequestInUseError
 */
export const createDeleteRequest =
  (deps: DeleteRequestDeps) =>
  async (key: RequestKey): Promise<void> => {
    const record = await deps.requests.find(key)
    if (record) await removeAll(deps, record)
    if (!(await deps.requests.delete(key)) && !record) throw requestNotFound()
  }

const removeAll = async (deps: DeleteRequestDeps, record: RequestRecord) => {
  assertNotInProgress(record, deps.nowMs())
  const ended = record.status === 'queued' ? await cancel(deps, record) : record
  if (!ended) return
  // Its worker may not have come so far, and must not make it the baseline when its file is gone.
  await followRun(deps.tasks, ended)
  await leaveTask(deps, ended)
  // Without its record it would begin again.
  await deps.followBatch(ended)
  const { accountId, result, owesHit, counted, hit } = ended
  await settleRequest(deps, ended)
  // Without its record, a hit that a process that died left open would be refunded, and a refund that one has not completed would prevent
  // that of a repetition, which has the same id.
  if (!owesHit) await (counted ? hit && deps.hits.keep(accountId, hit) : deps.hits.refundOwed(ended))
  if (result?.cacheKey !== undefined) await deps.cache.remove(result.cacheKey, result.name)
  await Promise.all(fileNamesOfRequest(ended).map((name) => deps.files.remove(name)))
}

/** A render costs the same if its result is thrown away, so it is not refunded by a deletion. */
const assertNotInProgress = ({ status, leaseUntilMs = 0 }: RequestRecord, nowMs: number) => {
  if (status !== 'queued' || leaseUntilMs <= nowMs) return
  throw new RequestInUseError('The request is being rendered. Delete it after it has ended.')
}

/** Without the file of its baseline, a task would not announce its next change. From then on, the run cannot become the baseline. */
const leaveTask = async (deps: DeleteRequestDeps, record: RequestRecord): Promise<void> => {
  const { tasks, nowMs } = deps
  const { id, accountId, taskId } = record
  const task = taskId === undefined ? undefined : await tasks.find(taskId)
  if (task?.accountId !== accountId) return
  if (baselineOf(task, nowMs())?.requestId === id)
    throw new RequestInUseError(
      `The run is the baseline of the task ${taskId}. Before you delete it, accept a later run as the baseline, or delete the task.`,
    )
  if (task.latest?.requestId === id && !(await tasks.forgetLatest(task))) await leaveTask(deps, record)
}

/** If a worker has claimed it since, its result is not used. Returns undefined if it was deleted meanwhile. */
const cancel = async ({ requests, nowMs }: DeleteRequestDeps, record: RequestRecord) =>
  (await requests.fail(record, { error: canceled, finished: toSeconds(nowMs()) })) ??
  (await requests.find(record))
