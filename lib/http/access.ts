import { isKeyOf, toAccountId } from '../core/access-key.ts'
import { InvalidParameterError, PaymentRequiredError, UnauthorizedError } from '../errors.ts'
import type { Account, AccountStore } from '../store/accounts.ts'

/**
 * The account that the keys open.
 * @throws InvalidParameterError for keys that differ, UnauthorizedError for none, a wrong one, or one of a closed account
 */
export const authenticate = async (
  accessKeys: readonly string[],
  accounts: Pick<AccountStore, 'find'>,
): Promise<Account> => {
  const [accessKey, ...others] = new Set(accessKeys)
  if (others.length > 0)
    throw new InvalidParameterError(
      '`access_key` is given several times with different values. Send it once: in the X-Access-Key header, the query string of a GET, or the JSON body of a POST.',
    )
  if (accessKey === undefined) throw new UnauthorizedError()
  const accountId = toAccountId(accessKey)
  const account = accountId === undefined ? undefined : await accounts.find(accountId)
  if (!account || !isKeyOf(accessKey, account.accessKeyHash)) throw new UnauthorizedError()
  if (account.closed !== undefined) throw new UnauthorizedError()
  return account
}

/** @throws PaymentRequiredError for an unpaid invoice */
export const assertPaid = ({ paid }: Pick<Account, 'paid'>) => {
  if (paid) return
  throw new PaymentRequiredError(
    'The account has an unpaid invoice. It works again as soon as the invoice is paid.',
  )
}
