import { findKey } from '../lib/core/access/account-keys.ts'
import { toSeconds } from '../lib/core/to-seconds.ts'
import type { AccountStore } from '../lib/store/accounts.ts'
import type { ServiceFile } from './service-file.ts'

type KnownAccount = ServiceFile['accounts'][number]

/** Returns the current state of the previous start's account if its access key is still valid, otherwise a new account on the largest plan. */
export const ensureDemoAccount = async (
  accounts: AccountStore,
  previous: ServiceFile | undefined,
): Promise<KnownAccount> => {
  const known = previous?.accounts[0]
  const stored = known && (await accounts.find(known.id))
  const isOpen =
    stored && stored.closed === undefined && findKey(stored, known.accessKey, toSeconds(Date.now()))
  if (isOpen) return { ...known, plan: stored.plan, secretKey: stored.secretKey }
  return accounts.create('scale')
}
