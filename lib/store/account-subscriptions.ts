import type { Alerts, Subscriber, Subscription } from '../core/events/event.ts'
import { createTable, type TableDeps } from './table.ts'

/** Both by the id of the subscription. */
export interface Subscriptions {
  topics: Alerts['topics']
  subscriptions: Readonly<Record<string, Subscription>>
}

interface StoredAccount extends Subscriber {
  id: string
  closed?: number
}

/** Each rejected change means that another one was made, so a few tries always suffice. */
const changesMax = 8

/** Writes other subscriptions than those of the account as it was read. Undefined if they, or the account, were changed since. */
const putSubscriptions = <Item extends StoredAccount>(
  deps: TableDeps,
  { id, alerts }: StoredAccount,
  { topics, subscriptions }: Subscriptions,
) => {
  const revision = alerts?.revision ?? 0
  const isUnchanged = alerts ? '#alerts.#revision = :revision' : 'attribute_not_exists(#alerts)'
  return createTable<{ id: string }, Item>(deps).update(
    { id },
    {
      set: { alerts: { topics, revision: revision + 1 }, subscriptions },
      condition: `attribute_exists(#id) AND attribute_not_exists(#closed) AND ${isUnchanged}`,
      ...(alerts && { values: { revision } }),
    },
  )
}

/** Returns the method of the store of accounts. */
export const createChangeSubscriptions =
  <Item extends StoredAccount>(deps: TableDeps) =>
  async (id: string, edit: (before: Subscriptions) => Subscriptions): Promise<Item | undefined> => {
    for (let tries = 1; tries <= changesMax; tries += 1) {
      const account = await createTable<{ id: string }, Item>(deps).find({ id })
      if (!account || account.closed !== undefined) return undefined
      const { alerts, subscriptions = {} } = account
      const edited = edit({ topics: alerts?.topics ?? {}, subscriptions })
      const changed = await putSubscriptions<Item>(deps, account, edited)
      if (changed) return changed
    }
    throw new Error('The subscriptions of an account changed faster than they could be read.')
  }
