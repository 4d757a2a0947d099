import { findKey } from '../lib/core/access/account-keys.ts'
import { toSeconds } from '../lib/core/to-seconds.ts'
import type { AccountStore } from '../lib/store/accounts.ts'
import type { ServiceFile } from './service-file.ts'

type KnownAccount = ServiceFile['accounts'][number]

/**
 * Returns the current state of the previous start's account, with a new access key if the known one is no longer valid. Without an open
 * account, returns a new one on the largest plan.
 */
export const ensureDemoAccount = async (
  accounts: AccountStore,
  previous: ServiceFile | undefined,
): Promise<KnownAccount> => {
  const known = previous?.accounts[0]
  const stored = known && (await accounts.find(known.id))
  if (!stored || stored.closed !== undefined) return accounts.create('scale')
  if (findKey(stored, known.accessKey, toSeconds(Date.now())))
    return { ...known, plan: stored.plan, secretKey: stored.secretKey }
  const added = await accounts.addKey(stored.id, { name: 'npm start', scope: 'full' })
  return added ?? accounts.create('scale')
}
