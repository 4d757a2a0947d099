import { isDeepStrictEqual } from 'node:util'
import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import { UnauthorizedError } from '../base/errors.ts'
import { withoutUndefined } from '../base/without-undefined.ts'
import { accessKeyLength, accountIdLength, secretKeyLength } from '../core/access/access-key.ts'
import {
  type AccessKeys,
  firstKeyName,
  type KeyOptions,
  keysOf,
  toKeyId,
  withKey,
  withRotatedKey,
} from '../core/access/account-keys.ts'
import { keyAttributes, statusAttributes } from '../core/access/account-status.ts'
import type { AccountStorage } from '../core/access/account-storage.ts'
import type { SignatureVersion } from '../core/access/signed-content.ts'
import type { AccountLimits } from '../core/access/tiers.ts'
import type { Subscriber } from '../core/events/event.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { TierName } from '../schema/tier-features.ts'
import { createChangeSubscriptions, type Subscriptions } from './account-subscriptions.ts'
import { randomBase62 } from './base62.ts'
import { createTable, type TableDeps } from './table.ts'

export interface Account extends Subscriber {
  id: string
  plan: TierName
  /** Instead of those of its plan. */
  limits?: AccountLimits
  /** False if an invoice is unpaid. Every request then returns 402. */
  paid: boolean
  /** By id. An account whose keys were never changed since it could have several has `accessKeyHash` instead. */
  keys?: AccessKeys
  /** Lower-case hex SHA-256. */
  accessKeyHash?: string
  secretKey: string
  /** Every operation that is marked as signed requires a signature. */
  signedRequests?: boolean
  /** What its signatures cover. The default is 1. */
  signatureVersion?: SignatureVersion
  /** The number of changes of a key, of `signedRequests` or of the storage. The default is 0. */
  keyGeneration?: number
  /** Where its results are uploaded to. */
  storage?: AccountStorage
  /**
   * The random part of the external id with which its role is assumed. Drawn when it is first needed. Roles that were stored before ids were
   * drawn trust the id of the account.
   */
  externalId?: string
  /** Unix seconds. */
  created: number
  /** Unix seconds. The keys of a closed account are invalid. */
  closed?: number
}

/** An account when it is created or rotated, which is the only time that its access key is known. */
export interface NewAccount {
  id: string
  plan: TierName
  accessKey: string
  secretKey: string
}

/** An account without its keys. */
export type AccountStatus = Pick<Account, (typeof statusAttributes)[number]>

export interface AccountStore {
  /** A consistent read, so a rotated key is invalid from the next request. */
  find(id: string): Promise<Account | undefined>
  /** Like `find`, without the keys. */
  findStatus(id: string): Promise<AccountStatus | undefined>
  create(plan: TierName): Promise<NewAccount>
  list(): Promise<Account[]>
  /**
   * One conditional write, like the methods below. Returns undefined if the account does not exist, is closed, or has another key
   * generation than the given one.
   */
  change(id: string, change: AccountChange, keyGeneration?: number): Promise<Account | undefined>
  /**
   * Replaces an access key: `keyId`, or the oldest full one. From this write on the old key is dead, unless `graceSeconds` keeps it.
   * @throws InvalidParameterError
   */
  rotateAccessKey(id: string, keyGeneration?: number, rotation?: Rotation): Promise<NewAccount | undefined>
  /** Returns the account with the new access key. @throws InvalidParameterError if there are too many */
  addKey(id: string, key: KeyOptions, keyGeneration?: number): Promise<NewAccount | undefined>
  /** Changes the access keys as `edit` returns them. @throws what `edit` throws */
  changeKeys(
    id: string,
    edit: (keys: AccessKeys) => AccessKeys,
    keyGeneration?: number,
  ): Promise<Account | undefined>
  rotateSecretKey(id: string, keyGeneration?: number): Promise<Account | undefined>
  /** Sets or removes the storage. */
  changeStorage(
    id: string,
    storage: AccountStorage | undefined,
    keyGeneration: number,
  ): Promise<Account | undefined>
  /**
   * Returns the external id of an account, which is drawn if it has none and no role that trusts the id of the account.
   * @throws UnauthorizedError if the account is closed
   */
  drawExternalId(account: Pick<Account, 'id' | 'externalId' | 'storage'>): Promise<string>
  /** Changes the subscriptions as `edit` returns them. Undefined if the account is closed. @throws what `edit` throws */
  changeSubscriptions(
    id: string,
    edit: (before: Subscriptions) => Subscriptions,
  ): Promise<Account | undefined>
  /** For good. */
  close(id: string): Promise<Account | undefined>
  /** Deletes a closed account with its keys. Returns false if it is open or does not exist. */
  erase(id: string): Promise<boolean>
}

interface Rotation {
  keyId?: string | undefined
  graceSeconds?: number
}

export type AccountChange = Partial<
  Pick<Account, 'plan' | 'limits' | 'paid' | 'signedRequests' | 'signatureVersion'>
>

interface Deps extends TableDeps {
  nowMs: () => number
}

export const createAccountStore = (deps: Deps): AccountStore => {
  const { dynamo, tableName, nowMs } = deps
  const table = createTable<{ id: string }, Account>(deps)
  const find = (id: string) => table.find({ id })
  const update = createUpdate(table)
  const replace = createReplace(update, find)
  const changeKeys = createChangeKeys(replace, find)
  const changeWithNew = createChangeWithNew(changeKeys)
  return {
    find,
    async findStatus(id) {
      const { Item } = await dynamo.send(
        new GetCommand({
          TableName: tableName,
          Key: { id },
          ConsistentRead: true,
          // PLAN is a reserved word.
          ProjectionExpression: statusAttributes.map((name) => `#${name}`).join(', '),
          ExpressionAttributeNames: Object.fromEntries(statusAttributes.map((name) => [`#${name}`, name])),
        }),
      )
      return Item as AccountStatus | undefined
    },
    create: (plan) => create(table, plan, toSeconds(nowMs())),
    async list() {
      const accounts: Account[] = []
      // The audit of accounts is in the table, too.
      const onlyAccounts = {
        FilterExpression: 'attribute_exists(#created)',
        ExpressionAttributeNames: { '#created': 'created' },
      }
      const pages = paginateScan({ client: dynamo }, { TableName: tableName, ...onlyAccounts })
      for await (const page of pages) accounts.push(...((page.Items ?? []) as Account[]))
      return accounts.sort((a, b) => a.created - b.created)
    },
    change: update,
    changeKeys,
    rotateAccessKey: (id, keyGeneration, { keyId, graceSeconds = 0 } = {}) =>
      changeWithNew(id, keyGeneration, (keys, accessKey) =>
        withRotatedKey(keys, keyId ?? oldestOf(keys), {
          accessKey,
          graceSeconds,
          nowSeconds: toSeconds(nowMs()),
        }),
      ),
    addKey: (id, options, keyGeneration) =>
      changeWithNew(id, keyGeneration, (keys, accessKey) =>
        withKey(keys, accessKey, options, toSeconds(nowMs())),
      ),
    rotateSecretKey: (id, keyGeneration) =>
      replace(id, { secretKey: randomBase62(secretKeyLength) }, keyGeneration),
    changeStorage: (id, storage, keyGeneration) => replace(id, { storage }, keyGeneration),
    drawExternalId: createDrawExternalId(table, find),
    changeSubscriptions: createChangeSubscriptions<Account>(deps),
    close: (id) => update(id, { closed: toSeconds(nowMs()) }),
    erase: (id) => table.delete({ id }, { condition: 'attribute_exists(#closed)' }),
  }
}

/** The SDK repeats a write whose response was lost, and the repeated write is refused. Only the first one can have set a random key. */
const createReplace =
  (update: ReturnType<typeof createUpdate>, find: AccountStore['find']) =>
  async (id: string, keys: StoredChange, keyGeneration: number | undefined) => {
    const account = (await update(id, keys, keyGeneration)) ?? (await find(id))
    return account && Object.entries(keys).every(([name, value]) => isSame(account, name, value))
      ? account
      : undefined
  }

const isSame = (account: Account, name: string, value: unknown) =>
  isDeepStrictEqual(account[name as keyof Account], value)

/** Each rejected change means that another one was made, so a few tries always suffice. */
const changesMax = 8

const createChangeKeys =
  (replace: ReturnType<typeof createReplace>, find: AccountStore['find']): AccountStore['changeKeys'] =>
  async (id, edit, keyGeneration) => {
    for (let tries = 1; tries <= changesMax; tries += 1) {
      const account = await find(id)
      const generation = account?.keyGeneration ?? 0
      if (!account || account.closed !== undefined || generation !== (keyGeneration ?? generation))
        return undefined
      const changed = await replace(id, { keys: edit(keysOf(account)) }, generation)
      if (changed || keyGeneration !== undefined) return changed
    }
    throw new Error('The keys of an account changed faster than they could be read.')
  }

type EditWithNew = (keys: AccessKeys, accessKey: string) => AccessKeys

const createChangeWithNew =
  (changeKeys: AccountStore['changeKeys']) =>
  async (
    id: string,
    keyGeneration: number | undefined,
    edit: EditWithNew,
  ): Promise<NewAccount | undefined> => {
    let accessKey = createAccessKey(id)
    const draw = (keys: AccessKeys) => {
      while (Object.hasOwn(keys, toKeyId(accessKey))) accessKey = createAccessKey(id)
      return edit(keys, accessKey)
    }
    const account = await changeKeys(id, draw, keyGeneration)
    return account && { id, plan: account.plan, accessKey, secretKey: account.secretKey }
  }

const createAccessKey = (id: string) => id + randomBase62(accessKeyLength - accountIdLength)

/** The first key of an account, or what replaced it. One full key never expires. */
const oldestOf = (keys: AccessKeys): string =>
  Object.entries(keys)
    .filter(([, { scope, expires }]) => scope === 'full' && expires === undefined)
    .reduce((oldest, entry) => (entry[1].created < oldest[1].created ? entry : oldest))[0]

const externalIdLength = 32

const createDrawExternalId =
  (table: AccountTable, find: AccountStore['find']): AccountStore['drawExternalId'] =>
  async ({ id, externalId, storage }) => {
    if (externalId !== undefined) return externalId
    if (storage?.roleArn !== undefined) return id
    const drawn = await table.update(
      { id },
      {
        set: { externalId: randomBase62(externalIdLength) },
        condition:
          'attribute_exists(#id) AND attribute_not_exists(#closed) AND attribute_not_exists(#externalId)',
      },
    )
    const account = drawn ?? (await find(id))
    if (account?.externalId === undefined) throw new UnauthorizedError()
    return account.externalId
  }

/** Without a value, the storage is removed. */
type StoredChange = Partial<Omit<Account, 'id' | 'keyGeneration' | 'storage'>> & {
  storage?: AccountStorage | undefined
}

const countedAttributes: readonly string[] = [...keyAttributes, 'storage']

type AccountTable = ReturnType<typeof createTable<{ id: string }, Account>>

const createUpdate = (table: AccountTable) => (id: string, change: StoredChange, keyGeneration?: number) =>
  table.update(
    { id },
    {
      set: withoutUndefined(change),
      remove: [
        ...(change.keys ? ['accessKeyHash'] : []),
        ...('storage' in change && !change.storage ? ['storage'] : []),
      ],
      ...(Object.keys(change).some((name) => countedAttributes.includes(name)) && {
        count: { keyGeneration: 1 },
      }),
      condition: `attribute_exists(#id) AND attribute_not_exists(#closed)${toCondition(keyGeneration)}`,
      ...(keyGeneration !== undefined && keyGeneration > 0 && { values: { keyGeneration } }),
    },
  )

/** An account whose keys were never changed has no generation. */
const toCondition = (keyGeneration: number | undefined): string => {
  if (keyGeneration === undefined) return ''
  return keyGeneration === 0
    ? ' AND attribute_not_exists(#keyGeneration)'
    : ' AND #keyGeneration = :keyGeneration'
}

/** Ids are short, so two of a million accounts may draw the same one. */
const drawsMax = 5

const create = async (table: AccountTable, plan: TierName, created: number): Promise<NewAccount> => {
  for (let draw = 1; draw <= drawsMax; draw += 1) {
    const id = randomBase62(accountIdLength)
    const accessKey = createAccessKey(id)
    const secretKey = randomBase62(secretKeyLength)
    const account: Account = {
      id,
      plan,
      paid: true,
      signedRequests: false,
      keys: withKey({}, accessKey, { name: firstKeyName, scope: 'full' }, created),
      secretKey,
      created,
    }
    if (await table.put(account, { condition: 'attribute_not_exists(#id)' }))
      return { id, plan, accessKey, secretKey }
  }
  throw new Error('Every id that was drawn belongs to another account.')
}
