import {
  InvalidParameterError,
  KeyScopeError,
  MissingAccessKeyError,
  PaymentRequiredError,
  UnauthorizedError,
} from '../base/errors.ts'
import { toAccountId } from '../core/access/access-key.ts'
import { type CallerKey, findKey } from '../core/access/account-keys.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { isOpenTo } from '../schema/key-scopes.ts'
import type { Operation } from '../schema/operations.ts'
import type { Account, AccountStore } from '../store/accounts.ts'
import type { ApiRequest } from './read-request.ts'

/**
 * Returns the account that the access keys belong to, and which of its keys they are. They are checked before the body is parsed, which takes
 * a second of processor time for the worst bodies.
 * @throws InvalidParameterError for keys that differ, MissingAccessKeyError for none, UnauthorizedError for a wrong or
 * expired key or a closed account
 */
export const authenticate = async (
  { accessKeys, bodyKey, keyHint }: Pick<ApiRequest, 'accessKeys' | 'bodyKey' | 'keyHint'>,
  accounts: Pick<AccountStore, 'find'>,
  nowMs: number,
): Promise<{ account: Account; key: CallerKey }> => {
  const [headKey, ...others] = new Set(accessKeys)
  if (others.length > 0) throw severalKeys()
  const accessKey = headKey ?? bodyKey()
  if (accessKey === undefined) throw new MissingAccessKeyError(keyHint())
  const accountId = toAccountId(accessKey)
  const account = accountId === undefined ? undefined : await accounts.find(accountId)
  const key = account && findKey(account, accessKey, toSeconds(nowMs))
  if (!key || account.closed !== undefined) throw new UnauthorizedError()
  if ((bodyKey() ?? accessKey) !== accessKey) throw severalKeys()
  return { account, key }
}

const severalKeys = () =>
  new InvalidParameterError(
    '`access_key` is given several times with different values. Send it once, in the header `X-Access-Key`, in the query string of a GET or DELETE, or in the JSON body of a POST, PUT or PATCH.',
  )

/** @throws KeyScopeError if the key does not open the operation */
export const assertScope = ({ id, scope }: CallerKey, operation: Operation, method: string) => {
  if (isOpenTo(scope, operation, method)) return
  throw new KeyScopeError(
    `The access key ${id} has the scope \`${scope}\`, which does not include ${method} ${operation.path}. It includes ${scopeSubjects[scope]}.`,
  )
}

const scopeSubjects = {
  full: 'everything',
  render: 'the operations that render, batches, comparisons, and reading requests, usage and devices',
  read: 'only reading',
  links: 'only signed links: GET of an operation that renders, with a `signature`',
}

/** @throws PaymentRequiredError for an unpaid invoice */
export const assertPaid = ({ paid }: Pick<Account, 'paid'>) => {
  if (paid) return
  throw new PaymentRequiredError(
    'This account has an unpaid invoice. Requests are accepted again when the invoice is paid.',
  )
}
