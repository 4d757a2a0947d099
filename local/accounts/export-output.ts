import { toKeyViews } from '../../lib/core/access/account-keys.ts'
import { toStorageView } from '../../lib/core/access/account-storage.ts'
import { placesPartition } from '../../lib/core/access/places.ts'
import { toSubscriptionViews } from '../../lib/core/events/event.ts'
import type { Account } from '../../lib/store/accounts.ts'
import type { OpenStore } from './open-store.ts'
import { type Output, toState } from './output.ts'

/** Returns everything that is stored of an account, without its keys and its places, as one JSON object with one request in each line. */
export const exportOutput = (account: Account, store: Pick<OpenStore, 'openData' | 'audit'>): Output => ({
  text: toText(account, store),
})

async function* toText(account: Account, { openData, audit }: Pick<OpenStore, 'openData' | 'audit'>) {
  using opened = openData()
  const { data, tasks } = opened
  const keys = toKeyViews(account, new Map()).map(({ access_key: _, last_used: __, ...key }) => key)
  const storage = toStorageView(account.storage)
  const members = {
    account: { ...toState(account), keys, storage, subscriptions: toSubscriptionViews(account, true) },
    usage: await data.usage(account.id),
    tasks: await tasks.list(account.id),
    audit: await audit.list(account.id),
  }
  yield `${stringify(members).slice(0, -1)},"requests":[`
  let separator = '\n'
  // Only says what is in progress.
  const places = placesPartition(account.id)
  for await (const request of data.requests(account.id)) {
    if (request.accountId === places) continue
    yield separator + stringify(request)
    separator = ',\n'
  }
  yield '\n]}\n'
}

/** DynamoDB has sets, which JSON has not. */
const stringify = (value: object) =>
  JSON.stringify(value, (_name, member) => (member instanceof Set ? [...member] : member))
