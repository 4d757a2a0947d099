import { InvalidParameterError, NotFoundError } from '../../base/errors.ts'
import { type AlertEmail, emailOf, mayReceive } from '../../core/events/alert-email.ts'
import type { Subscriber, Subscription } from '../../core/events/event.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { eventTopics } from '../../schema/events.ts'
import {
  type SubscriptionChanges,
  type SubscriptionOptions,
  subscriptionsMax,
} from '../../schema/subscriptions.ts'
import type { Subscriptions } from '../../store/account-subscriptions.ts'
import type { AccountStore } from '../../store/accounts.ts'
import { randomBase62 } from '../../store/base62.ts'

interface Deps {
  accounts: Pick<AccountStore, 'changeSubscriptions'>
  nowMs: () => number
  /** Undefined if the service sends no emails. */
  alertEmail?: AlertEmail | undefined
}

/** An account, and which of its subscriptions. */
interface Changed {
  account: Subscriber
  id: string
}

const idLength = 8

export const subscriptionNotFound = () => new NotFoundError('The account has no subscription with this id.')

/** Creates, changes and deletes the subscriptions of an account. */
export const createSubscriptionJobs = ({ accounts, nowMs, alertEmail }: Deps) => {
  const change = async (accountId: string, edit: (before: Subscriptions) => Subscriptions) => {
    const account = await accounts.changeSubscriptions(accountId, edit)
    // It was closed since the request was authenticated.
    if (!account) throw subscriptionNotFound()
    return account
  }
  return {
    /** @throws InvalidParameterError if there are too many, or the format does not fit the URL */
    async create(accountId: string, options: SubscriptionOptions): Promise<Changed> {
      const { webhook_url: url, format, topics } = options
      assertChannel({ url, format }, alertEmail)
      const id = randomBase62(idLength)
      const created = toSeconds(nowMs())
      const account = await change(accountId, (before) => {
        // The write may have succeeded although its response was lost.
        const { [id]: _, ...others } = before.subscriptions
        assertFew(Object.keys(others).length)
        return {
          subscriptions: { ...others, [id]: { url, format, created } },
          topics: { ...before.topics, [id]: inOrder(topics) },
        }
      })
      return { account, id }
    },

    /** @throws NotFoundError, InvalidParameterError for no change, or if the format does not fit the URL */
    async update(accountId: string, id: string, changes: SubscriptionChanges): Promise<Changed> {
      const { webhook_url: url, format, topics } = changes
      if (Object.values(changes).every((value) => value === undefined))
        throw new InvalidParameterError('Nothing changes. Send `webhook_url`, `format` or `topics`.')
      const account = await change(accountId, (before) => {
        const changed = { ...find(before, id), ...(url !== undefined && { url }), ...(format && { format }) }
        assertChannel(changed, alertEmail)
        return {
          subscriptions: { ...before.subscriptions, [id]: changed },
          topics: topics ? { ...before.topics, [id]: inOrder(topics) } : before.topics,
        }
      })
      return { account, id }
    },

    /** @throws NotFoundError */
    async remove(accountId: string, id: string): Promise<void> {
      let isFirst = true
      await change(accountId, (before) => {
        // Later it may be missing because the write succeeded and its response was lost.
        if (isFirst) find(before, id)
        isFirst = false
        const { [id]: _, ...subscriptions } = before.subscriptions
        const { [id]: __, ...topics } = before.topics
        return { subscriptions, topics }
      })
    },
  }
}

const find = ({ subscriptions }: Subscriptions, id: string) => {
  const found = Object.hasOwn(subscriptions, id) ? subscriptions[id] : undefined
  if (!found) throw subscriptionNotFound()
  return found
}

/** Anyone could otherwise send emails to strangers in the name of the operator. */
const assertChannel = (
  { url, format }: Pick<Subscription, 'url' | 'format'>,
  alertEmail: AlertEmail | undefined,
) => {
  const email = emailOf(url)
  if (format !== 'email' && email === undefined) return
  if (format !== 'email')
    throw new InvalidParameterError('`webhook_url` begins with mailto:, which requires `format` email.')
  if (email === undefined)
    throw new InvalidParameterError('`format` email requires a `webhook_url` that begins with mailto:.')
  if (!alertEmail) throw new InvalidParameterError('`format` email is not available on this service.')
  if (!mayReceive(alertEmail, email))
    throw new InvalidParameterError(
      '`webhook_url` is not allowed. The operator of the service names the domains and addresses that may receive emails.',
    )
}

const assertFew = (count: number) => {
  if (count < subscriptionsMax) return
  throw new InvalidParameterError(
    `This account has ${subscriptionsMax} subscriptions, which is the maximum. Delete one before you create another.`,
  )
}

/** Each topic once. */
const inOrder = (topics: SubscriptionOptions['topics']) =>
  eventTopics.filter((topic) => topics.includes(topic))
