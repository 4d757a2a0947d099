import { InvalidParameterError } from '../../base/errors.ts'
import { printable } from '../../base/printable.ts'
import type { KeyView } from '../../schema/account.ts'
import type { KeyScope } from '../../schema/key-scopes.ts'
import { hashAccessKey, isKeyOf } from './access-key.ts'

/** An access key as it is stored. */
export interface AccessKey {
  /** Lower-case hex SHA-256. */
  hash: string
  /** The whole key, if its scope is `links`. Every link shows it, and without the secret key it opens nothing. */
  shown?: string
  name: string
  scope: KeyScope
  /** Unix seconds. */
  created: number
  /** Unix seconds from which it is invalid. */
  expires?: number
  /** Of a key that was rotated with a grace period: the `expires` that it had before, 0 for none. */
  expiresBefore?: number
}

/** The access keys of an account by their id, which is the start of the key. */
export type AccessKeys = Readonly<Record<string, AccessKey>>

export type KeyOptions = Pick<AccessKey, 'name' | 'scope' | 'expires'>

/** Returns what is stored of a new key. */
const toStoredKey = (accessKey: string, options: KeyOptions, nowSeconds: number): AccessKey => ({
  ...options,
  hash: hashAccessKey(accessKey),
  ...(options.scope === 'links' && { shown: accessKey }),
  created: nowSeconds,
})

interface KeyOwner {
  id: string
  created: number
  keys?: AccessKeys
  accessKeyHash?: string
}

export const firstKeyName = 'First key'

/** Only the hash of the key of an older account is known, so its id is the part of the key that is known: the account's id. */
export const keysOf = ({ id, created, keys, accessKeyHash = '' }: KeyOwner): AccessKeys =>
  keys ?? { [id]: { hash: accessKeyHash, name: firstKeyName, scope: 'full', created } }

/** Returns the keys as responses show them, the oldest first. */
export const toKeyViews = (account: KeyOwner, days: ReadonlyMap<string, string>): KeyView[] =>
  Object.entries(keysOf(account))
    .map(([id, { name, scope, created, expires, shown }]) => ({
      id,
      access_key: shown ?? null,
      name,
      scope,
      created,
      valid_until: expires ?? null,
      last_used: days.get(id) ?? null,
    }))
    .sort((first, second) => first.created - second.created || (first.id < second.id ? -1 : 1))

const keyIdLength = 10

/** Returns the id of a key that is being created. */
export const toKeyId = (accessKey: string): string => accessKey.slice(0, keyIdLength)

/** The key that a request was sent with. */
export interface CallerKey {
  id: string
  scope: KeyScope
}

/** Returns which key of an account this is, or undefined for a wrong or expired one. */
export const findKey = (account: KeyOwner, accessKey: string, nowSeconds: number): CallerKey | undefined => {
  const keys = keysOf(account)
  for (const id of [toKeyId(accessKey), account.id]) {
    const key = keys[id]
    if (key && isKeyOf(accessKey, key.hash))
      return isExpired(key, nowSeconds) ? undefined : { id, scope: key.scope }
  }
  return undefined
}

const isExpired = ({ expires }: AccessKey, nowSeconds: number): boolean =>
  expires !== undefined && expires <= nowSeconds

/** Every request reads all keys of its account, and DynamoDB bills a read by steps of 4 KB. */
export const keysMax = 20

/** For so long an expired key is still listed. */
const expiredSeconds = 7 * 86_400

/** Returns the keys with a new one. @throws InvalidParameterError if there are too many */
export const withKey = (
  keys: AccessKeys,
  accessKey: string,
  options: KeyOptions,
  nowSeconds: number,
): AccessKeys => {
  const kept = Object.entries(keys).filter(([, old]) => !isExpired(old, nowSeconds - expiredSeconds))
  if (kept.length >= keysMax)
    throw new InvalidParameterError(
      `This account has ${keysMax} access keys, which is the maximum. Delete one before you create another.`,
    )
  return {
    ...Object.fromEntries(kept),
    [toKeyId(accessKey)]: toStoredKey(accessKey, options, nowSeconds),
  }
}

/** Returns the key with this id. @throws InvalidParameterError */
const keyWithId = (keys: AccessKeys, id: string): AccessKey => {
  const key = Object.hasOwn(keys, id) ? keys[id] : undefined
  if (key) return key
  throw new InvalidParameterError(
    `\`id\` is "${printable(id, 24)}". It must be the id of an access key of this account: ${Object.keys(keys).join(', ')}.`,
  )
}

/** Returns the keys without one. @throws InvalidParameterError for the last full key */
export const withoutKey = (keys: AccessKeys, id: string): AccessKeys => {
  keyWithId(keys, id)
  const { [id]: _, ...rest } = keys
  return assertManageable(rest, id)
}

/** Returns the keys with a change of one. @throws InvalidParameterError for an expiry of the last full key */
export const withChangedKey = (
  keys: AccessKeys,
  id: string,
  { name, expires }: { name?: string | undefined; expires?: number | undefined },
): AccessKeys => {
  const { expires: before, expiresBefore, ...key } = keyWithId(keys, id)
  // 0 ends the expiry.
  const after = expires ?? before ?? 0
  const changed = {
    ...key,
    ...(name !== undefined && { name }),
    ...(after > 0 && { expires: after }),
    // A new expiry is the one to keep.
    ...(expires === undefined && expiresBefore !== undefined && { expiresBefore }),
  }
  return assertManageable({ ...keys, [id]: changed }, id)
}

/**
 * Replaces a key by one with the same name, scope and expiry. The old one is valid for `graceSeconds` more. A key in its grace period can be
 * rotated again, because the response with the new key may have been lost.
 * @throws InvalidParameterError for a key that does not exist or has expired
 */
export const withRotatedKey = (
  keys: AccessKeys,
  id: string,
  next: { accessKey: string; graceSeconds: number; nowSeconds: number },
): AccessKeys => {
  const { accessKey, graceSeconds, nowSeconds } = next
  const key = keyWithId(keys, id)
  const { [id]: _, ...others } = keys
  if (isExpired(key, nowSeconds))
    throw new InvalidParameterError(
      `\`id\` is "${id}", an access key that has expired. It must be the id of a valid key. Create a new key instead.`,
    )
  const { name, scope, expires = 0, expiresBefore = expires } = key
  const graceEnd = Math.min(nowSeconds + graceSeconds, expires || Number.POSITIVE_INFINITY)
  const kept = graceSeconds > 0 ? { ...others, [id]: { ...key, expires: graceEnd, expiresBefore } } : others
  const options = { name, scope, ...(expiresBefore > 0 && { expires: expiresBefore }) }
  return withKey(kept, accessKey, options, nowSeconds)
}

/** Returns a whole key of the scope `links` that never expires, if the account has one. */
export const findLinksKey = (account: KeyOwner): string | undefined =>
  Object.values(keysOf(account)).find(({ shown, expires }) => shown !== undefined && expires === undefined)
    ?.shown

/** Only a full key can change keys, so one without an end must stay. */
const assertManageable = (keys: AccessKeys, id: string): AccessKeys => {
  if (Object.values(keys).some(({ scope, expires }) => scope === 'full' && expires === undefined)) return keys
  throw new InvalidParameterError(
    `\`id\` is "${id}", the last access key of the scope \`full\` without an expiry. It can be neither deleted nor given an expiry, because no other key can manage the account. Create another one first.`,
  )
}
