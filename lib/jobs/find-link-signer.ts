import { findLinksKey } from '../core/access/account-keys.ts'
import type { Account, AccountStore } from '../store/accounts.ts'

/** Returns an account with an access key of it that opens only signed links, which the first link creates. Undefined for a closed account. */
export const findLinkSigner = async (
  id: string,
  accounts: Pick<AccountStore, 'find' | 'addKey'>,
): Promise<{ account: Account; accessKey: string } | undefined> => {
  const account = await accounts.find(id)
  if (!account || account.closed !== undefined) return undefined
  const known = findLinksKey(account)
  if (known !== undefined) return { account, accessKey: known }
  const created = await accounts.addKey(id, { name: 'Signed links', scope: 'links' })
  return created && { account, accessKey: created.accessKey }
}
