import { eachOf } from '../../base/each-of.ts'
import { NotFoundError } from '../../base/errors.ts'
import { type Batch, ownerOf, toItemId } from '../../core/requests/batch.ts'
import type { RequestError, RequestKey } from '../../core/requests/request-record.ts'
import type { BatchStore } from '../../store/batches.ts'
import type { RequestStore } from '../../store/requests.ts'
import { type FinalizeDeps, failRequest } from '../finalize-request.ts'
import type { Batches } from './follow-batch.ts'
import { putFailedItem } from './put-failed-item.ts'

export interface CancelBatchDeps extends FinalizeDeps {
  batches: Pick<BatchStore, 'find' | 'drop'>
  requests: Pick<RequestStore, 'find' | 'putFailed' | 'fail' | 'settle'>
  followBatch: Batches['followBatch']
}

const canceled: RequestError = {
  code: 'canceled',
  message: 'The batch was canceled before the request was rendered.',
}

export const batchNotFound = () => new NotFoundError('The account has no batch with this id.')

/**
 * Fails the requests of a batch whose turn has not come, and those that wait for a place. A worker that renders one continues.
 * @throws NotFoundError
 */
export const createCancelBatch =
  (deps: CancelBatchDeps) =>
  async (key: RequestKey): Promise<void> => {
    const batch = (await deps.batches.drop(key, canceled.code)) ?? (await deps.batches.find(key))
    if (!batch) throw batchNotFound()
    await eachOf(Object.entries(batch.lanes), async ([lane, index]) => {
      const failed = await cancelItem(deps, batch, { lane, index })
      if (failed) await deps.followBatch(failed)
    })
  }

/** A request without a record gets one, with which no worker can begin it. */
const cancelItem = async (deps: CancelBatchDeps, batch: Batch, turn: { lane: string; index: number }) => {
  const find = () => deps.requests.find({ accountId: ownerOf(batch), id: toItemId(batch.id, turn.index) })
  const found = await find()
  const failed = found ? undefined : await putFailedItem(deps, batch, turn, canceled)
  if (failed) return failed
  const record = found ?? (await find())
  if (record?.status !== 'queued' || (record.leaseUntilMs ?? 0) > deps.nowMs()) return undefined
  return failRequest(deps, record, canceled)
}
