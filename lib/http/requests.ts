import { toRenderName } from '../core/access/places.ts'
import { idTimeMs } from '../core/requests/request-id.ts'
import { toRequestList, toRequestView } from '../core/requests/request-view.ts'
import { toChangeView } from '../core/watch/run-change.ts'
import type { CompareResults } from '../jobs/compare-results.ts'
import { createDeleteRequest, type DeleteRequestDeps } from '../jobs/delete-request.ts'
import { type createRepeatWebhook, requestNotFound } from '../jobs/repeat-webhook.ts'
import { operations } from '../schema/operations.ts'
import { readCursor } from '../schema/requests.ts'
import type { RequestStore } from '../store/requests.ts'
import { accountOf, isMaskedFor, keyReader } from './call.ts'
import { type Route, type Run, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

const keyOf = keyReader(requestNotFound)

/** Returns the operations of `/v1/requests/{id}`. @param cacheUrl base URL of public results, without a trailing slash */
export const requestRoutes = (
  deps: DeleteRequestDeps & { requests: Pick<RequestStore, 'findAny'> },
  cacheUrl: string,
): [Route, Route] => {
  const deleteRequest = createDeleteRequest(deps)
  return [
    route(operations.get_request, async (_options, { call, event }) => {
      const record = await deps.requests.findAny(keyOf(call, event))
      if (!record) throw requestNotFound()
      return jsonResponse(toRequestView(record, cacheUrl, isMaskedFor(call)))
    }),
    route(operations.delete_request, async (_options, { call, event }) => {
      await deleteRequest(keyOf(call, event))
      return noContent()
    }),
  ]
}

/** The requests of a batch have its time in their ids. */
const secondOf = (
  batchId: string,
  { from = 0, to = Number.POSITIVE_INFINITY }: { from?: number | undefined; to?: number | undefined },
) => {
  const second = Math.floor(idTimeMs(batchId) / 1000)
  return { from: Math.max(from, second), to: Math.min(to, second + 1) }
}

export const listRequests =
  (requests: Pick<RequestStore, 'list'>, cacheUrl: string): Run<typeof operations.list_requests> =>
  async ({ cursor, task_id: taskId, batch_id: batchId, key_id: keyId, ...filter }, { call }) => {
    const page = await requests.list(accountOf(call).id, {
      ...filter,
      ...(batchId !== undefined && { batchId, ...secondOf(batchId, filter) }),
      taskId,
      keyId,
      beforeId: cursor && readCursor(cursor),
    })
    return jsonResponse(toRequestList(page, cacheUrl, isMaskedFor(call)))
  }

export const repeatWebhook =
  (repeat: ReturnType<typeof createRepeatWebhook>, cacheUrl: string): Run<typeof operations.repeat_webhook> =>
  async (_options, { call, event }) => {
    const record = await repeat(keyOf(call, event))
    return jsonResponse(toRequestView(record, cacheUrl, isMaskedFor(call)), 202)
  }

export const compare =
  (compareResults: CompareResults, cacheUrl: string): Run<typeof operations.compare> =>
  async (options, { call }) =>
    jsonResponse(
      toChangeView(
        await compareResults({ ...accountOf(call), keyId: call.key?.id }, options, {
          requestId: call.requestId,
          renderName: toRenderName(call.invocationId),
        }),
        cacheUrl,
      ),
    )
