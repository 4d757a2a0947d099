import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BatchList, BatchView } from '../../../lib/schema/batches.ts'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import type { RequestList, RequestView } from '../../../lib/schema/requests.ts'
import type { Values } from '../parameters/form-values.ts'
import { ApiError } from './api-error.ts'
import { callApi, readApi } from './call-api.ts'
import { isUnsettled, pollWhile } from './poll-budget.ts'
import { queryKeys } from './query-keys.ts'

/** A batch whose counts change, or whose webhook is on its way. */
const isMoving = ({ status, webhook }: BatchView) =>
  status === 'running' || isUnsettled({ status: 'done', upload: null, webhook })

/** Reads one page of the list of batches, and reads it again while one of them runs. */
export const useBatchList = (query: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: queryKeys.batchList(new URLSearchParams(query).toString()),
    queryFn: ({ signal }) => readApi<BatchList>({ path: '/v1/batches', query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      pollWhile(state.data?.batches.some(isMoving) === true, state.dataUpdateCount),
  })

const pathOf = (id: string) => `/v1/batches/${encodeURIComponent(id)}`

/** Reads one batch, and reads it again while it runs. */
export const useBatch = (id: string) =>
  useQuery({
    queryKey: queryKeys.batch(id),
    queryFn: async ({ client, queryKey, signal }) => {
      const before = client.getQueryData<BatchView>(queryKey)
      const batch = await readApi<BatchView>({ path: pathOf(id), signal })
      // Its latest requests are shown next to it.
      if (before && before.queued !== batch.queued)
        client.invalidateQueries({ queryKey: queryKeys.requests() }).catch(() => {})
      return batch
    },
    refetchInterval: ({ state }) =>
      pollWhile(state.data !== undefined && isMoving(state.data), state.dataUpdateCount),
  })

/** A batch as the form sends it. */
export interface BatchInput {
  operation: RenderOperationId
  options: Values
  requests?: readonly Readonly<Record<string, string>>[]
  sitemap?: string
  max_concurrency?: number
  webhook_url?: string
}

/** Creates a batch. */
export const useBatchCreation = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BatchInput) => readApi<BatchView>({ method: 'POST', path: '/v1/batches', body }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.batches() }),
  })
}

/** Cancels what of a batch has not begun. */
export const useBatchCancellation = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (_: undefined) => {
      await callApi({ method: 'DELETE', path: pathOf(id) })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.batches() }),
  })
}

/** Reads a page of requests. Waits if the dashboard has read too often, which a large batch alone can cause. */
const readPatiently = async (query: Readonly<Record<string, string>>, signal: AbortSignal) => {
  for (;;) {
    try {
      return await readApi<RequestList>({ path: '/v1/requests', query, signal })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      const { retryAfter = 60 } = error
      await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000))
      signal.throwIfAborted()
    }
  }
}

/** Reads all requests of a batch whose turn has come, in the order of its list. */
export const readBatchRequests = async (id: string, signal: AbortSignal): Promise<RequestView[]> => {
  const requests: RequestView[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query = { batch_id: id, limit: '100', ...(cursor !== '' && { cursor }) }
    const page = await readPatiently(query, signal)
    requests.push(...page.requests)
    cursor = page.cursor
  }
  return requests.reverse()
}
