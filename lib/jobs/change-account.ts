import { InvalidParameterError, KeyGenerationError, LinkExpiredError } from '../base/errors.ts'
import { type AccessKeys, toKeyId, withChangedKey, withoutKey } from '../core/access/account-keys.ts'
import { toSeconds } from '../core/to-seconds.ts'
import {
  type AccountChanges,
  changeSecondsMax,
  type DeleteKeyOptions,
  type KeyChanges,
  type NewKey,
  type NewKeyOptions,
} from '../schema/account.ts'
import type { Account, AccountStore } from '../store/accounts.ts'

interface Deps {
  accounts: Pick<AccountStore, 'addKey' | 'change' | 'changeKeys' | 'rotateAccessKey' | 'rotateSecretKey'>
  nowMs: () => number
}

/*
 * Changes that the owner of an account signs. The signature covers the expiry and the key generation, so a captured request
 * can be sent again for minutes only, and without effect: the change itself makes the generation outdated.
 */

/**
 * Creates an access key, or replaces one or the secret key.
 * @param callerKeyId the id of the access key that is replaced by default
 * @throws LinkExpiredError, InvalidParameterError for an `expires` too far ahead and what does not fit the keys, KeyGenerationError
 */
export const createCreateKey =
  ({ accounts, nowMs }: Deps) =>
  async (id: string, callerKeyId: string, options: NewKeyOptions): Promise<NewKey> => {
    const { rotate, expires, key_generation: generation } = options
    assertTimely(expires, nowMs())
    const next = { id: null, access_key: null, secret_key: null, key_generation: generation + 1 }
    if (rotate === 'secret') {
      const { secretKey } = assertCurrent(await accounts.rotateSecretKey(id, generation))
      return { ...next, secret_key: secretKey }
    }
    const { accessKey } = assertCurrent(
      rotate === 'access'
        ? await accounts.rotateAccessKey(id, generation, {
            keyId: options.id ?? callerKeyId,
            graceSeconds: options.grace_seconds ?? 0,
          })
        : await accounts.addKey(id, toNewKey(options, nowMs()), generation),
    )
    return { ...next, id: toKeyId(accessKey), access_key: accessKey }
  }

/** The rules of the schema require a name and a scope. */
const toNewKey = ({ name = '', scope = 'links', valid_until: end = 0 }: NewKeyOptions, nowMs: number) => {
  assertAhead(end, nowMs)
  return { name, scope, ...(end > 0 && { expires: end }) }
}

/**
 * Changes the name or the expiry of an access key.
 * @throws LinkExpiredError, InvalidParameterError, KeyGenerationError
 */
export const createChangeKey =
  ({ accounts, nowMs }: Deps) =>
  async (accountId: string, changes: KeyChanges): Promise<Account> => {
    const { id, name, valid_until: end, expires, key_generation: generation } = changes
    assertTimely(expires, nowMs())
    assertAhead(end, nowMs())
    if (name === undefined && end === undefined)
      throw new InvalidParameterError('Nothing changes. Send `name`, `valid_until` or both.')
    const edit = (keys: AccessKeys) => withChangedKey(keys, id, { name, expires: end })
    return assertCurrent(await accounts.changeKeys(accountId, edit, generation))
  }

/** Deletes an access key. @throws InvalidParameterError, KeyGenerationError */
export const createDeleteKey =
  ({ accounts }: Deps) =>
  async (accountId: string, { id, key_generation: generation }: DeleteKeyOptions): Promise<Account> =>
    assertCurrent(await accounts.changeKeys(accountId, (keys) => withoutKey(keys, id), generation))

const assertAhead = (end = 0, nowMs: number) => {
  const nowSeconds = toSeconds(nowMs)
  if (end > 0 && end <= nowSeconds)
    throw new InvalidParameterError(
      `\`valid_until\` is ${end}, which has passed. It must be after ${nowSeconds}, the Unix time of the service, or 0 for a key that never expires.`,
    )
}

/**
 * Changes the settings of the account.
 * @throws LinkExpiredError, InvalidParameterError for an `expires` too far ahead, KeyGenerationError
 */
export const createChangeAccount =
  ({ accounts, nowMs }: Deps) =>
  async ({ id }: Pick<Account, 'id'>, changes: AccountChanges): Promise<Account> => {
    const { signed_requests: signedRequests, expires, key_generation: generation } = changes
    assertTimely(expires, nowMs())
    return assertCurrent(await accounts.change(id, { signedRequests }, generation))
  }

export const assertTimely = (expires: number, nowMs: number) => {
  const nowSeconds = toSeconds(nowMs)
  if (expires <= nowSeconds)
    throw new LinkExpiredError(
      `This request has expired: \`expires\` is ${expires}, and the time is ${nowSeconds}.`,
    )
  if (expires > nowSeconds + changeSecondsMax)
    throw new InvalidParameterError(
      `\`expires\` is ${expires}. It must be at most ${changeSecondsMax} seconds ahead of ${nowSeconds}, the Unix time of the service.`,
    )
}

/** Also refuses a change of an account that was closed since the request was authenticated. */
export const assertCurrent = <T>(changed: T | undefined): T => {
  if (changed !== undefined) return changed
  throw outdated()
}

/** Refuses a change before its effects, if the account already has another generation. */
export const assertGeneration = (
  { keyGeneration = 0 }: Pick<Account, 'keyGeneration'>,
  generation: number,
) => {
  if (generation !== keyGeneration) throw outdated()
}

const outdated = () =>
  new KeyGenerationError(
    '`key_generation` is out of date: a key, `signed_requests` or the storage has changed since. GET /v1/account returns the current one.',
  )
