import { InvalidParameterError, KeyGenerationError, LinkExpiredError } from '../base/errors.ts'
import { toSeconds } from '../core/to-seconds.ts'
import {
  type AccountChanges,
  changeSecondsMax,
  type NewKey,
  type RotateKeyOptions,
} from '../schema/account.ts'
import type { Account, AccountStore } from '../store/accounts.ts'

interface Deps {
  accounts: Pick<AccountStore, 'change' | 'rotateAccessKey' | 'rotateSecretKey'>
  nowMs: () => number
}

/*
 * Changes that the owner of an account signs. The signature covers the expiry and the key generation, so a captured request
 * can be sent again for minutes only, and without effect: the change itself makes the generation outdated.
 */

/**
 * Replaces a key of the account.
 * @throws LinkExpiredError, InvalidParameterError for an `expires` too far ahead, KeyGenerationError
 */
export const createRotateKey =
  ({ accounts, nowMs }: Deps) =>
  async ({ id }: Pick<Account, 'id'>, options: RotateKeyOptions): Promise<NewKey> => {
    const { rotate, expires, key_generation: generation } = options
    assertTimely(expires, nowMs())
    const next = { access_key: null, secret_key: null, key_generation: generation + 1 }
    if (rotate === 'access') {
      const { accessKey } = assertCurrent(await accounts.rotateAccessKey(id, generation))
      return { ...next, access_key: accessKey }
    }
    const { secretKey } = assertCurrent(await accounts.rotateSecretKey(id, generation))
    return { ...next, secret_key: secretKey }
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

const assertTimely = (expires: number, nowMs: number) => {
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
const assertCurrent = <T>(changed: T | undefined): T => {
  if (changed !== undefined) return changed
  throw new KeyGenerationError(
    '`key_generation` is out of date: a key or `signed_requests` has changed since. GET /v1/account returns the current one.',
  )
}
