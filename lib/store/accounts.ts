import { GetCommand, paginateScan } from '@aws-sdk/lib-dynamodb'
import {
  accessKeyLength,
  accountIdLength,
  hashAccessKey,
  secretKeyLength,
} from '../core/access/access-key.ts'
import { keyAttributes, statusAttributes } from '../core/access/account-status.ts'
import type { SignatureVersion } from '../core/access/signed-content.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { TierName } from '../schema/tier-features.ts'
import { randomBase62 } from './base62.ts'
import { createTable, type TableDeps } from './table.ts'

export interface Account {
  id: string
  plan: TierName
  /** False if an invoice is unpaid. Every request then returns 402. */
  paid: boolean
  /** Lower-case hex SHA-256. */
  accessKeyHash: string
  secretKey: string
  /** Every operation that is marked as signed requires a signature. */
  signedRequests?: boolean
  /** What its signatures cover. The default is 1. */
  signatureVersion?: SignatureVersion
  /** The number of changes of a key or of `signedRequests`. The default is 0. */
  keyGeneration?: number
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
  /** From this write on the old access key is dead. */
  rotateAccessKey(id: string, keyGeneration?: number): Promise<NewAccount | undefined>
  rotateSecretKey(id: string, keyGeneration?: number): Promise<Account | undefined>
  /** For good. */
  close(id: string): Promise<Account | undefined>
}

export type AccountChange = Partial<Pick<Account, 'plan' | 'paid' | 'signedRequests' | 'signatureVersion'>>

interface Deps extends TableDeps {
  nowMs: () => number
}

export const createAccountStore = (deps: Deps): AccountStore => {
  const { dynamo, tableName, nowMs } = deps
  const update = createUpdate(deps)
  const find = (id: string) => accountTable(deps).find({ id })
  /** The SDK repeats a write whose response was lost, and the repeated write is refused. Only the first one can have set a random key. */
  const rotate = async (id: string, key: Partial<Account>, keyGeneration: number | undefined) => {
    const written = await update(id, key, keyGeneration)
    const account = written ?? (await find(id))
    return account && Object.entries(key).every(([name, value]) => account[name as keyof Account] === value)
      ? account
      : undefined
  }
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
    create: (plan) => create(deps, plan),
    async list() {
      const accounts: Account[] = []
      for await (const page of paginateScan({ client: dynamo }, { TableName: tableName }))
        accounts.push(...((page.Items ?? []) as Account[]))
      return accounts.sort((a, b) => a.created - b.created)
    },
    change: update,
    async rotateAccessKey(id, keyGeneration) {
      const accessKey = createAccessKey(id)
      const account = await rotate(id, { accessKeyHash: hashAccessKey(accessKey) }, keyGeneration)
      return account && { id, plan: account.plan, accessKey, secretKey: account.secretKey }
    },
    rotateSecretKey: (id, keyGeneration) =>
      rotate(id, { secretKey: randomBase62(secretKeyLength) }, keyGeneration),
    close: (id) => update(id, { closed: toSeconds(nowMs()) }),
  }
}

const createAccessKey = (id: string) => id + randomBase62(accessKeyLength - accountIdLength)

type StoredChange = Partial<Omit<Account, 'id' | 'keyGeneration'>>

const isKeyAttribute = (name: string) => keyAttributes.some((attribute) => attribute === name)

const accountTable = (deps: TableDeps) => createTable<{ id: string }, Account>(deps)

const createUpdate = (deps: Deps) => (id: string, change: StoredChange, keyGeneration?: number) =>
  accountTable(deps).update(
    { id },
    {
      set: change,
      ...(Object.keys(change).some(isKeyAttribute) && { add: { keyGeneration: 1 } }),
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

const create = async (deps: Deps, plan: TierName): Promise<NewAccount> => {
  for (let draw = 1; draw <= drawsMax; draw += 1) {
    const id = randomBase62(accountIdLength)
    const accessKey = createAccessKey(id)
    const secretKey = randomBase62(secretKeyLength)
    const account: Account = {
      id,
      plan,
      paid: true,
      signedRequests: false,
      accessKeyHash: hashAccessKey(accessKey),
      secretKey,
      created: toSeconds(deps.nowMs()),
    }
    if (await accountTable(deps).put(account, { condition: 'attribute_not_exists(#id)' }))
      return { id, plan, accessKey, secretKey }
  }
  throw new Error('Every id that was drawn belongs to another account.')
}
