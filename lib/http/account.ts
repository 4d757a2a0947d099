import { toKeyViews } from '../core/access/account-keys.ts'
import { limitsOf, type Tiers } from '../core/access/tiers.ts'
import {
  type createChangeAccount,
  createChangeKey,
  createCreateKey,
  createDeleteKey,
} from '../jobs/change-account.ts'
import type { AccountReport, KeyList } from '../schema/account.ts'
import { operations } from '../schema/operations.ts'
import type { Account } from '../store/accounts.ts'
import type { UsageStore } from '../store/usage.ts'
import { accountOf, keyIdOf } from './call.ts'
import { type Route, route } from './endpoint.ts'
import { jsonResponse, noContent } from './response.ts'

interface AccountRoutesDeps {
  changeAccount: ReturnType<typeof createChangeAccount>
  tiers: Tiers
}

/** Returns the operations of `/v1/account`. */
export const accountRoutes = ({ changeAccount, tiers }: AccountRoutesDeps): [Route, Route] => [
  route(operations.get_account, async (_options, { call }) =>
    jsonResponse(toAccountReport(accountOf(call), tiers)),
  ),
  route(operations.update_account, async (changes, { call }) =>
    jsonResponse(toAccountReport(await changeAccount(accountOf(call), changes), tiers)),
  ),
]

type KeyDeps = Parameters<typeof createCreateKey>[0] & {
  usage: Pick<UsageStore, 'readKeyDays' | 'forgetKeys'>
}

/** Returns the operations of `/v1/account/keys`. */
export const keyRoutes = (deps: KeyDeps): [Route, ...Route[]] => {
  const createKey = createCreateKey(deps)
  const changeKey = createChangeKey(deps)
  const deleteKey = createDeleteKey(deps)
  const respond = async (account: Account) => {
    const days = await deps.usage.readKeyDays(account.id)
    const keys = toKeyViews(account, days)
    const list: KeyList = { keys, key_generation: account.keyGeneration ?? 0 }
    return jsonResponse(list)
  }
  return [
    route(operations.list_keys, (_options, { call }) => respond(accountOf(call))),
    route(operations.create_key, async (options, { call }) => {
      const { id } = accountOf(call)
      const created = await createKey(id, keyIdOf(call), options)
      if (options.rotate === 'access' && !options.grace_seconds)
        await deps.usage.forgetKeys(id, [options.id ?? keyIdOf(call)])
      return jsonResponse(created)
    }),
    route(operations.update_key, async (changes, { call }) =>
      respond(await changeKey(accountOf(call).id, changes)),
    ),
    route(operations.delete_key, async (options, { call }) => {
      const { id } = await deleteKey(accountOf(call).id, options)
      await deps.usage.forgetKeys(id, [options.id])
      return noContent()
    }),
  ]
}

/** Returns the account as a response shows it. */
export const toAccountReport = (account: Account, tiers: Tiers): AccountReport => {
  const { quota, requestsPerMinute, concurrency, freeFailures, features } = limitsOf(tiers, account)
  return {
    id: account.id,
    plan: {
      name: account.plan,
      quota,
      requests_per_minute: requestsPerMinute,
      concurrency,
      free_failures: freeFailures,
      features: [...features],
    },
    created: account.created,
    signed_requests: account.signedRequests === true,
    signature_version: account.signatureVersion ?? 1,
    invoice: account.paid ? 'paid' : 'unpaid',
    // An access key begins with the id of its account.
    access_key_start: account.id,
    key_generation: account.keyGeneration ?? 0,
  }
}
