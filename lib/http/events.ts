import { NotFoundError } from '../base/errors.ts'
import {
  type StoredEvent,
  type Subscriber,
  toEventPartition,
  toEventView,
  toSubscriptionViews,
} from '../core/events/event.ts'
import type { RequestRecord } from '../core/requests/request-record.ts'
import { type EventDeps, sendEvent } from '../jobs/events/announce.ts'
import { createSubscriptionJobs, subscriptionNotFound } from '../jobs/events/subscriptions.ts'
import type { createRepeatWebhook } from '../jobs/repeat-webhook.ts'
import { operations } from '../schema/operations.ts'
import { readCursor, toCursor } from '../schema/requests.ts'
import type { EventStore } from '../store/events.ts'
import { accountOf, isMaskedFor, keyReader, pathId } from './call.ts'
import { type Route, type Run, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

type Jobs = ReturnType<typeof createSubscriptionJobs>

const viewOf = ({ account, id }: Awaited<ReturnType<Jobs['create']>>) =>
  toSubscriptionViews(account, false).find((view) => view.id === id) ?? null

/** Returns the operations of `/v1/subscriptions`. */
export const subscriptionListRoutes = (
  deps: Parameters<typeof createSubscriptionJobs>[0],
): [Route, Route] => {
  const jobs = createSubscriptionJobs(deps)
  return [
    route(operations.list_subscriptions, async (_options, { call }) =>
      jsonResponse({ subscriptions: toSubscriptionViews(accountOf(call), isMaskedFor(call)) }),
    ),
    route(operations.create_subscription, async (options, { call }) =>
      jsonResponse(viewOf(await jobs.create(accountOf(call).id, options))),
    ),
  ]
}

/** Returns the operations of `/v1/subscriptions/{id}`. */
export const subscriptionRoutes = (
  deps: Parameters<typeof createSubscriptionJobs>[0],
): [Route, Route, Route] => {
  const jobs = createSubscriptionJobs(deps)
  return [
    route(operations.get_subscription, async (_options, { call, event }) => {
      const views = toSubscriptionViews(accountOf(call), isMaskedFor(call))
      const view = views.find(({ id }) => id === pathId(event))
      if (!view) throw subscriptionNotFound()
      return jsonResponse(view)
    }),
    route(operations.update_subscription, async (changes, { call, event }) =>
      jsonResponse(viewOf(await jobs.update(accountOf(call).id, pathId(event), changes))),
    ),
    route(operations.delete_subscription, async (_options, { call, event }) => {
      await jobs.remove(accountOf(call).id, pathId(event))
      return noContent()
    }),
  ]
}

const testMessage = 'This is a test. The subscription works.'

export const testSubscription =
  (
    deps: EventDeps & { events: Pick<EventStore, 'find'>; nowMs: () => number },
  ): Run<typeof operations.test_subscription> =>
  async (_options, { call, event }) => {
    const account = accountOf(call)
    const subscriptionId = pathId(event)
    if (!Object.hasOwn(account.subscriptions ?? {}, subscriptionId)) throw subscriptionNotFound()
    const id = await sendEvent(
      deps,
      { accountId: account.id, subscriptionId },
      { type: 'test', data: { message: testMessage }, subject: call.requestId, atMs: deps.nowMs() },
    )
    const sent = await deps.events.find({ accountId: toEventPartition(account.id), id })
    if (!sent) throw new Error('The event that was just put is missing.')
    return jsonResponse(toView(account, sent), 202)
  }

export const listEvents =
  (events: Pick<EventStore, 'list'>): Run<typeof operations.list_events> =>
  async ({ limit, cursor }, { call }) => {
    const account = accountOf(call)
    const page = await events.list(account.id, { limit, beforeId: cursor && readCursor(cursor) })
    return jsonResponse({
      events: page.events.map((event) => toView(account, event)),
      cursor: page.nextId === undefined ? null : toCursor(page.nextId),
    })
  }

export const eventNotFound = () => new NotFoundError('The account has no event with this id.')

const keyOf = keyReader(eventNotFound, toEventPartition)

export const getEvent =
  (events: Pick<EventStore, 'find'>): Run<typeof operations.get_event> =>
  async (_options, { call, event }) => {
    const found = await events.find(keyOf(call, event))
    if (!found) throw eventNotFound()
    return jsonResponse(toView(accountOf(call), found))
  }

/** @param repeat for events, which are stored like requests */
export const repeatEventWebhook =
  (repeat: ReturnType<typeof createRepeatWebhook>): Run<typeof operations.repeat_event_webhook> =>
  async (_options, { call, event }) => {
    const account = accountOf(call)
    const record: RequestRecord = await repeat(keyOf(call, event), account)
    return jsonResponse(toView(account, record as unknown as StoredEvent), 202)
  }

const toView = ({ subscriptions }: Subscriber, event: StoredEvent) =>
  toEventView(event, subscriptions?.[event.subscriptionId]?.url)
