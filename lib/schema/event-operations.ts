import { NotFoundError } from '../base/errors.ts'
import { EventList, EventView, ListEventsOptions } from './events.ts'
import { json, noContent, noOptions, signed } from './operation-rows.ts'
import {
  SubscriptionChanges,
  SubscriptionList,
  SubscriptionOptions,
  SubscriptionView,
} from './subscriptions.ts'

const subscriptions = { functionName: 'subscriptions', path: '/v1/subscriptions' } as const

const pathParameter = { description: 'The `id` of the subscription.', example: 'k3Zq9ToX' }

const subscription = { functionName: 'subscription', path: '/v1/subscriptions/{id}', pathParameter } as const

const eventParameter = {
  description: 'The `id` of the event.',
  example: '0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3',
}

/** The rows of events and their subscriptions in the operations table. */
export const eventOperations = {
  list_subscriptions: {
    ...subscriptions,
    methods: ['GET'],
    summary: 'List subscriptions',
    description:
      'Returns the event subscriptions of the account, the oldest first. For keys of the scope `read`, `webhook_url` shows only the host, because the URL of a channel permits to write to it. Does not count against the quota.',
    input: noOptions,
    ...json(SubscriptionList),
    ...signed(),
  },
  create_subscription: {
    ...subscriptions,
    methods: ['POST'],
    summary: 'Create a subscription',
    description:
      'Sends events of the account to a URL from now on, until the subscription is deleted. An account has at most 10 subscriptions. Returns the subscription. Does not count against the quota.',
    input: SubscriptionOptions,
    ...json(SubscriptionView),
    ...signed(),
  },
  get_subscription: {
    ...subscription,
    methods: ['GET'],
    summary: 'Get a subscription',
    description: 'Returns a subscription, as the list shows it. Does not count against the quota.',
    input: noOptions,
    ...json(SubscriptionView),
    ...signed(NotFoundError),
  },
  update_subscription: {
    ...subscription,
    methods: ['PATCH'],
    summary: 'Update a subscription',
    description:
      'Changes the URL, the format or the topics. Events that are still to be sent use the new URL and format. Returns the subscription. Does not count against the quota.',
    input: SubscriptionChanges,
    ...json(SubscriptionView),
    ...signed(NotFoundError),
  },
  delete_subscription: {
    ...subscription,
    methods: ['DELETE'],
    summary: 'Delete a subscription',
    description:
      'Ends a subscription. Its events that were not delivered are not sent. Does not count against the quota.',
    input: noOptions,
    ...noContent,
    ...signed(NotFoundError),
  },
  test_subscription: {
    functionName: 'subscription-test',
    methods: ['POST'],
    path: '/v1/subscriptions/{id}/test',
    pathParameter,
    summary: 'Test a subscription',
    description:
      'Sends an event of the type `test` immediately, and returns it. `GET /v1/events/{id}` shows how its attempts end. Does not count against the quota.',
    input: noOptions,
    ...json(EventView, 202),
    ...signed(NotFoundError),
  },
  list_events: {
    functionName: 'events',
    methods: ['GET'],
    path: '/v1/events',
    summary: 'List events',
    description:
      'Returns the events of the last 30 days that subscriptions of the account received or are to receive, with their attempts, newest first. Does not count against the quota.',
    input: ListEventsOptions,
    ...json(EventList),
    ...signed(),
  },
  get_event: {
    functionName: 'event',
    methods: ['GET'],
    path: '/v1/events/{id}',
    pathParameter: eventParameter,
    summary: 'Get an event',
    description: 'Returns an event with its attempts. Does not count against the quota.',
    input: noOptions,
    ...json(EventView),
    ...signed(NotFoundError),
  },
  repeat_event_webhook: {
    functionName: 'event-webhook',
    methods: ['POST'],
    path: '/v1/events/{id}/webhook',
    pathParameter: eventParameter,
    summary: 'Redeliver an event',
    description:
      'Sends an event again, whether it was delivered or all attempts failed. The first attempt is made immediately. If it fails, the full retry schedule follows. Returns the event. Does not count against the quota.',
    input: noOptions,
    ...json(EventView, 202),
    ...signed(NotFoundError),
  },
} as const
