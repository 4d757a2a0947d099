import { createHash } from 'node:crypto'
import type { AccountEvent, EventFormat, EventTopic, EventView } from '../../schema/events.ts'
import { maskedUrl } from '../../schema/http-url.ts'
import type { SubscriptionView } from '../../schema/subscriptions.ts'
import { createRequestId } from '../requests/request-id.ts'
import type { RequestKey, RequestRecord, WebhookState } from '../requests/request-record.ts'
import { toDeliveryView } from '../requests/request-view.ts'

/** Where the events of an account are sent. In the item of the account, where only the API and the worker of webhooks read it. */
export interface Subscription {
  /** That of a channel permits everyone who knows it to write there. */
  url: string
  format: EventFormat
  /** Unix seconds. */
  created: number
}

/** What an account has subscribed to, which workers read too. */
export interface Alerts {
  /** By the id of the subscription. */
  topics: Readonly<Record<string, readonly EventTopic[]>>
  /** The number of changes. */
  revision: number
}

/** The attributes of an account with its subscriptions, which both are absent until the first one. */
export interface Subscriber {
  alerts?: Alerts
  subscriptions?: Readonly<Record<string, Subscription>>
}

/** What one subscription receives of an event. Stored like an ended request, because its webhook is delivered like any other. */
export interface StoredEvent extends RequestKey {
  /** In the partition of the account's events. `ownerOf` returns the account. */
  accountId: string
  subscriptionId: string
  event: AccountEvent
  /** When it happened, in Unix seconds. */
  created: number
  /** Its URL and format are those of the subscription at each attempt. */
  webhook: WebhookState
}

/** Returns the partition of an account's events. Ids of accounts have no `#`. */
export const toEventPartition = (accountId: string): string => `${accountId}#events`

/** Returns an event, which is stored like a request, as such. Undefined for everything else. */
export const asEvent = (record: RequestRecord): StoredEvent | undefined =>
  'subscriptionId' in record ? (record as unknown as StoredEvent) : undefined

/** What has happened, and when (Unix ms): the same for every call that announces it. */
export interface Occurrence {
  subject: string
  atMs: number
  /** It is sent once in each window of this length. Windows begin with the Unix epoch. */
  windowMs?: number
}

/** Returns the id of what a subscription receives of an event. The same event has the same id each time that it is announced. The id has the time at which the window starts. */
export const toEventId = (
  subscriptionId: string,
  type: string,
  { subject, atMs, windowMs = 1 }: Occurrence,
): string =>
  createRequestId(
    Math.floor(atMs / windowMs) * windowMs,
    createHash('sha256')
      .update(JSON.stringify([subscriptionId, type, subject]))
      .digest(),
  )

/** Returns the ids of the subscriptions to a topic. */
export const subscribersOf = ({ alerts }: Subscriber, topic: EventTopic): string[] =>
  Object.entries(alerts?.topics ?? {})
    .filter(([, topics]) => topics.includes(topic))
    .map(([id]) => id)

/** Returns an event as its account sees it. @param url of its subscription. Undefined if that was deleted */
export const toEventView = (
  { id, event, created, subscriptionId, webhook }: StoredEvent,
  url: string | undefined,
): EventView => ({
  id,
  ...event,
  created,
  subscription_id: subscriptionId,
  webhook: toDeliveryView(webhook, url === undefined ? '' : maskedUrl(url)),
})

/** Returns the subscriptions of an account, the oldest first. @param isMasked whether only the host of each URL is shown */
export const toSubscriptionViews = (
  { alerts, subscriptions = {} }: Subscriber,
  isMasked: boolean,
): SubscriptionView[] =>
  Object.entries(subscriptions)
    .map(([id, { url, format, created }]) => ({
      id,
      webhook_url: isMasked ? maskedUrl(url) : url,
      format,
      topics: [...(alerts?.topics[id] ?? [])],
      created,
    }))
    .sort((first, second) => first.created - second.created || (first.id < second.id ? -1 : 1))
