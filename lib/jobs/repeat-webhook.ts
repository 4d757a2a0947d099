import { InvalidParameterError, NotFoundError } from '../base/errors.ts'
import { asEvent, type StoredEvent, type Subscriber } from '../core/events/event.ts'
import { asBatch } from '../core/requests/batch.ts'
import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'

interface Deps {
  requests: Pick<RequestStore, 'find' | 'reopenWebhook'>
  queues: Pick<Queues, 'sendWebhook'>
  nowMs: () => number
}

/**
 * Delivers the webhook of a request, a batch or an event again regardless of its state: one attempt immediately and, if it fails, the full retry schedule. Does nothing
 * while an attempt is in progress, or before an ended request is settled.
 * @param subscriber the account, for an event
 * @returns the record as it is now
 * @throws NotFoundError, InvalidParameterError if nothing can be delivered
 */
export const createRepeatWebhook =
  ({ requests, queues, nowMs }: Deps, notFound: () => NotFoundError = requestNotFound) =>
  async (key: RequestKey, subscriber: Subscriber = {}): Promise<RequestRecord> => {
    const record = await requests.find(key)
    if (!record) throw notFound()
    const event = asEvent(record)
    if (event) assertSubscribed(event, subscriber)
    else assertRepeatable(record, nowMs())
    // It is sent once its hit is refunded and its input deleted. Its delivery would take it from the list of what the sweep completes.
    if (record.owesHit || record.hasInput) return record
    const reopened = await requests.reopenWebhook(key)
    // If this fails, the sweep finds the record and queues it.
    if (reopened) await queues.sendWebhook(key)
    return reopened ?? record
  }

export const requestNotFound = () => new NotFoundError('The account has no request with this id.')

const assertSubscribed = ({ subscriptionId }: StoredEvent, { subscriptions = {} }: Subscriber) => {
  if (!Object.hasOwn(subscriptions, subscriptionId))
    throw new InvalidParameterError('The subscription of the event was deleted, so it cannot be sent again.')
}

const assertRepeatable = (record: RequestRecord, nowMs: number) => {
  const { status, webhook, result } = record
  const batch = asBatch(record)
  if (!webhook) throw new InvalidParameterError(`The ${batch ? 'batch' : 'request'} has no \`webhook_url\`.`)
  if (batch?.status === 'done') return
  if (batch)
    throw new InvalidParameterError(
      'The batch has not ended. Its webhook is sent when all requests have ended.',
    )
  if (status === 'failed' && webhook.errors) return
  if (status !== 'done' || !result)
    throw new InvalidParameterError(
      `The request is ${status}. Webhooks are sent for requests that are done and, with \`webhook_errors\`, for requests that failed.`,
    )
  if (result.expires * 1000 <= nowMs)
    throw new InvalidParameterError('The file of the request has expired, so there is nothing to deliver.')
}
