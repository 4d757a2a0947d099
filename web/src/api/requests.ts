import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestList, RequestView } from '../../../lib/schema/requests.ts'
import { callApi, readApi } from './call-api.ts'
import { readPart } from './overview.ts'
import { isUnsettled, pollWhile } from './poll-budget.ts'
import { queryKeys } from './query-keys.ts'

interface ListSettings {
  live?: boolean
  /** The part of the overview that is this list. */
  part?: 'requests' | 'stored'
}

/** Reads one page of the list of requests, and reads it again while it shows queued ones. */
export const useRequestList = (
  query: Readonly<Record<string, string>>,
  { live = true, part }: ListSettings = {},
) =>
  useQuery({
    queryKey: queryKeys.requestList(new URLSearchParams(query).toString()),
    queryFn: ({ client, queryKey, signal }) => {
      const readAlone = () => readApi<RequestList>({ path: '/v1/requests', query, signal })
      // The next read of a list that is polled is of the list alone.
      const isPolled = live && client.getQueryData<RequestList>(queryKey)?.requests.some(isUnsettled)
      return part && !isPolled ? readPart(client, (overview) => overview[part], readAlone) : readAlone()
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      pollWhile(live && state.data?.requests.some(isUnsettled) === true, state.dataUpdateCount),
  })

/** Reads one request, and reads it again while it is queued or its upload or webhook is on its way. */
export const useRequest = (id: string) =>
  useQuery({
    queryKey: queryKeys.request(id),
    queryFn: ({ signal }) => readApi<RequestView>({ path: `/v1/requests/${encodeURIComponent(id)}`, signal }),
    refetchInterval: ({ state }) =>
      pollWhile(
        state.data?.status === 'queued' ||
          state.data?.upload?.status === 'pending' ||
          state.data?.webhook?.status === 'pending',
        state.dataUpdateCount,
      ),
  })

/** Deletes a request. What shows it must close: it is not read again. */
export const useRequestDeletion = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (_: undefined) => {
      await callApi({ method: 'DELETE', path: `/v1/requests/${encodeURIComponent(id)}` })
    },
    onSuccess: () => {
      void client.invalidateQueries({
        queryKey: queryKeys.requests(),
        predicate: ({ queryKey }) => !queryKey.includes(id),
      })
    },
  })
}

/** Sends the webhook of a request, a batch or an event again. */
export const useRedelivery = (of: 'requests' | 'batches' | 'events', id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      await callApi({ method: 'POST', path: `/v1/${of}/${encodeURIComponent(id)}/webhook` })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys[of]() }),
  })
}
