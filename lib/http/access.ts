import {
  InvalidParameterError,
  MissingAccessKeyError,
  PaymentRequiredError,
  UnauthorizedError,
} from '../base/errors.ts'
import { isKeyOf, toAccountId } from '../core/access/access-key.ts'
import type { Account, AccountStore } from '../store/accounts.ts'
import type { ApiRequest } from './read-request.ts'

/**
 * Returns the account that the access keys belong to. A key in the head is checked before the body is parsed, which takes a second of
 * processor time for the worst bodies.
 * @throws InvalidParameterError for keys that differ, MissingAccessKeyError for none, UnauthorizedError for a wrong key or
 * a closed account
 */
export const authenticate = async (
  { accessKeys, bodyKey, keyHint }: Pick<ApiRequest, 'accessKeys' | 'bodyKey' | 'keyHint'>,
  accounts: Pick<AccountStore, 'find'>,
): Promise<Account> => {
  const [headKey, ...others] = new Set(accessKeys)
  if (others.length > 0) throw severalKeys()
  const accessKey = headKey ?? bodyKey()
  if (accessKey === undefined) throw new MissingAccessKeyError(keyHint())
  const accountId = toAccountId(accessKey)
  const account = accountId === undefined ? undefined : await accounts.find(accountId)
  if (!account || !isKeyOf(accessKey, account.accessKeyHash)) throw new UnauthorizedError()
  if (account.closed !== undefined) throw new UnauthorizedError()
  if ((bodyKey() ?? accessKey) !== accessKey) throw severalKeys()
  return account
}

const severalKeys = () =>
  new InvalidParameterError(
    '`access_key` is given several times with different values. Send it once, in the header `X-Access-Key`, in the query string of a GET or DELETE, or in the JSON body of a POST or PATCH.',
  )

/** @throws PaymentRequiredError for an unpaid invoice */
export const assertPaid = ({ paid }: Pick<Account, 'paid'>) => {
  if (paid) return
  throw new PaymentRequiredError(
    'This account has an unpaid invoice. Requests are accepted again when the invoice is paid.',
  )
}
