import type { Tiers } from '../core/access/tiers.ts'
import type { createChangeAccount, createRotateKey } from '../jobs/change-account.ts'
import type { AccountReport } from '../schema/account.ts'
import { operations } from '../schema/operations.ts'
import type { Account } from '../store/accounts.ts'
import { accountOf } from './call.ts'
import { type Route, type Run, route } from './endpoint.ts'
import { jsonResponse } from './response.ts'

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

export const rotateKey =
  (rotate: ReturnType<typeof createRotateKey>): Run<typeof operations.rotate_key> =>
  async (options, { call }) =>
    jsonResponse(await rotate(accountOf(call), options))

const toAccountReport = (account: Account, tiers: Tiers): AccountReport => {
  const { quota, requestsPerMinute, features } = tiers[account.plan]
  return {
    id: account.id,
    plan: { name: account.plan, quota, requests_per_minute: requestsPerMinute, features: [...features] },
    created: account.created,
    signed_requests: account.signedRequests === true,
    signature_version: account.signatureVersion ?? 1,
    invoice: account.paid ? 'paid' : 'unpaid',
    // An access key begins with the id of its account.
    access_key_start: account.id,
    key_generation: account.keyGeneration ?? 0,
  }
}
