import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { EventList, EventView } from '../../../lib/schema/events.ts'
import type {
  SubscriptionChanges,
  SubscriptionList,
  SubscriptionOptions,
  SubscriptionView,
} from '../../../lib/schema/subscriptions.ts'
import { callApi, readApi } from './call-api.ts'
import { isUnsettled, pollWhile } from './poll-budget.ts'
import { queryKeys } from './query-keys.ts'

const path = '/v1/subscriptions'

const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`

/** Reads the subscriptions of the account, the oldest first. */
export const useSubscriptions = () =>
  useQuery({
    queryKey: queryKeys.subscriptions(),
    queryFn: ({ signal }) => readApi<SubscriptionList>({ path, signal }),
  })

const useSubscriptionMutation = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.events() }),
  })
}

/** Creates a subscription. */
export const useSubscriptionCreation = () =>
  useSubscriptionMutation((body: SubscriptionOptions) =>
    readApi<SubscriptionView>({ method: 'POST', path, body }),
  )

/** Changes fields of a subscription. */
export const useSubscriptionChange = () =>
  useSubscriptionMutation(({ id, ...body }: SubscriptionChanges & { id: string }) =>
    readApi<SubscriptionView>({ method: 'PATCH', path: pathOf(id), body }),
  )

/** Deletes a subscription. Its events stay. */
export const useSubscriptionDeletion = () =>
  useSubscriptionMutation(async (id: string) => {
    await callApi({ method: 'DELETE', path: pathOf(id) })
  })

/** Sends an event of the type `test`, and returns it. */
export const useSubscriptionTest = () =>
  useSubscriptionMutation((id: string) => readApi<EventView>({ method: 'POST', path: `${pathOf(id)}/test` }))

/** Reads one page of the list of events, and reads it again while a first attempt is due. */
export const useEventList = (query: Readonly<Record<string, string>>) =>
  useQuery({
    queryKey: queryKeys.eventList(new URLSearchParams(query).toString()),
    queryFn: ({ signal }) => readApi<EventList>({ path: '/v1/events', query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      pollWhile(
        state.data?.events.some(({ webhook }) => isUnsettled({ status: 'done', upload: null, webhook })) ===
          true,
        state.dataUpdateCount,
      ),
  })

/** Reads one event, and reads it again while its message is on its way. */
export const useEvent = (id: string) =>
  useQuery({
    queryKey: queryKeys.event(id),
    queryFn: ({ signal }) => readApi<EventView>({ path: `/v1/events/${encodeURIComponent(id)}`, signal }),
    refetchInterval: ({ state }) =>
      pollWhile(state.data?.webhook.status === 'pending', state.dataUpdateCount),
  })
