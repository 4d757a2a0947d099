import { type Batch, toBatchPartition } from '../core/requests/batch.ts'
import { toBatchView } from '../core/requests/batch-view.ts'
import type { RequestRecord } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type AcceptBatchDeps, createAcceptBatch } from '../jobs/batches/accept-batch.ts'
import { batchNotFound, type CancelBatchDeps, createCancelBatch } from '../jobs/batches/cancel-batch.ts'
import type { createRepeatWebhook } from '../jobs/repeat-webhook.ts'
import { operations } from '../schema/operations.ts'
import { readCursor, toCursor } from '../schema/requests.ts'
import type { BatchStore } from '../store/batches.ts'
import { accountOf, isMaskedFor, keyReader, payerOf } from './call.ts'
import { type Route, type Run, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

/** Returns the operations of `/v1/batches`. */
export const batchListRoutes = (
  deps: AcceptBatchDeps & { batches: Pick<BatchStore, 'list'>; nowMs: () => number },
): [Route, Route] => {
  const acceptBatch = createAcceptBatch(deps)
  return [
    route(operations.create_batch, async (options, { call, signal, idempotencyKey }) => {
      const batch = await acceptBatch({
        requestId: call.requestId,
        created: toSeconds(call.startedMs),
        account: payerOf(call),
        options,
        idempotencyKey,
        signal,
      })
      return jsonResponse(toBatchView(batch, deps.nowMs(), isMaskedFor(call)), 202)
    }),
    route(operations.list_batches, async ({ limit, cursor }, { call }) => {
      const beforeId = cursor && readCursor(cursor)
      const { batches, nextId } = await deps.batches.list(accountOf(call).id, { limit, beforeId })
      return jsonResponse({
        batches: batches.map((batch) => toBatchView(batch, deps.nowMs(), isMaskedFor(call))),
        cursor: nextId === undefined ? null : toCursor(nextId),
      })
    }),
  ]
}

const keyOf = keyReader(batchNotFound, toBatchPartition)

/** Returns the operations of `/v1/batches/{id}`. */
export const batchRoutes = (deps: CancelBatchDeps): [Route, Route] => {
  const cancelBatch = createCancelBatch(deps)
  return [
    route(operations.get_batch, async (_options, { call, event }) => {
      const batch = await deps.batches.find(keyOf(call, event))
      if (!batch) throw batchNotFound()
      return jsonResponse(toBatchView(batch, deps.nowMs(), isMaskedFor(call)))
    }),
    route(operations.cancel_batch, async (_options, { call, event }) => {
      await cancelBatch(keyOf(call, event))
      return noContent()
    }),
  ]
}

/** @param repeat for batches, which are stored like requests */
export const repeatBatchWebhook =
  (
    repeat: ReturnType<typeof createRepeatWebhook>,
    nowMs: () => number,
  ): Run<typeof operations.repeat_batch_webhook> =>
  async (_options, { call, event }) => {
    const batch: RequestRecord = await repeat(keyOf(call, event))
    return jsonResponse(toBatchView(batch as unknown as Batch, nowMs(), isMaskedFor(call)), 202)
  }
