import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { findOverdue, type Hit, openHitMs, toHitId } from '../core/access/open-hits.ts'
import type { Plans } from '../core/access/plans.ts'
import { decideHit, toMonth } from '../core/access/quota.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { Account } from './accounts.ts'
import { randomBase62 } from './base62.ts'
import { unlessRefused } from './request-items.ts'
import { createApplyUpdate, toHitState, type UsageItem, type UsageUpdate } from './usage-item.ts'

interface TakenHit {
  /** Undefined if none is left. */
  hit: Hit | undefined
  /** Ids of open hits that a process that died left behind. */
  overdue: readonly string[]
}

/** The hits of an account, which are in its usage item. Every method is one conditional write, and safe to repeat. */
export interface HitStore {
  /** Counts one hit of the month's quota and opens it. */
  take(account: Pick<Account, 'id' | 'plan'>, requestId: string): Promise<TakenHit>
  /** Ids of open hits that a process that died left behind. A consistent read. */
  findOverdue(accountId: string): Promise<readonly string[]>
  /** Closes an open hit, which stays counted. Does nothing for one that is closed. */
  keep(accountId: string, hitId: string): Promise<void>
  /** Closes an open hit and no longer counts it. Does nothing for one that is closed. */
  refund(accountId: string, hitId: string): Promise<void>
  /** Returns the number of completed refunds of recorded hits, which is the fence of `returnHit`. A consistent read. */
  countReturns(accountId: string): Promise<number>
  /**
   * No longer counts the closed hit of a request, once, unless its month is over. False: a return was completed since `fence` was
   * read, maybe this one.
   */
  returnHit(request: RequestKey, terms: { month: number; fence: number }): Promise<boolean>
  /** Completes a refund that the record of the request shows as settled. */
  completeReturn(request: RequestKey): Promise<void>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  /** The table of the usage. */
  tableName: string
  plans: Plans
  nowMs: () => number
}

export const createHitStore = ({ dynamo, tableName: TableName, plans, nowMs }: Deps): HitStore => {
  const update = createApplyUpdate(dynamo, TableName)
  const send = (id: string, change: UsageUpdate) =>
    unlessRefused(dynamo.send(new UpdateCommand({ TableName, Key: { id }, ...change })))
  const read = async (id: string): Promise<UsageItem | undefined> =>
    (await dynamo.send(new GetCommand({ TableName, Key: { id }, ConsistentRead: true }))).Item

  return {
    take: ({ id, plan }, requestId) =>
      take((change) => update(id, change), {
        id: toHitId(requestId, randomBase62(8)),
        quota: plans[plan].quota,
        atMs: nowMs(),
      }),

    findOverdue: async (accountId) => findOverdue((await read(accountId))?.openHits, nowMs()),

    async keep(accountId, hitId) {
      await send(accountId, { UpdateExpression: 'REMOVE openHits.#hit', ...whileOpen(hitId) })
    },

    async refund(accountId, hitId) {
      await send(accountId, {
        UpdateExpression: 'SET hits = hits - :one REMOVE openHits.#hit',
        ExpressionAttributeValues: { ':one': 1 },
        ...whileOpen(hitId),
      })
    },

    countReturns: async (accountId) => (await read(accountId))?.hitReturns ?? 0,

    async returnHit({ accountId, id }, { month, fence }) {
      const { written, item } = await update(accountId, returnUpdate(id, { month, fence }))
      return written || (item?.hitReturns ?? 0) === fence
    },

    async completeReturn({ accountId, id }) {
      await send(accountId, {
        UpdateExpression: 'ADD hitReturns :one DELETE hitsInReturn :ids',
        ConditionExpression: 'contains(hitsInReturn, :id)',
        ExpressionAttributeValues: { ':one': 1, ':id': id, ':ids': new Set([id]) },
      })
    },
  }
}

const whileOpen = (hitId: string) => ({
  ConditionExpression: 'attribute_exists(openHits.#hit)',
  ExpressionAttributeNames: { '#hit': hitId },
})

const returnUpdate = (id: string, { month, fence }: { month: number; fence: number }): UsageUpdate => ({
  UpdateExpression: 'SET hits = hits - :one ADD hitsInReturn :ids',
  ConditionExpression: `hitMonth = :month AND hits > :none AND NOT contains(hitsInReturn, :id) AND ${
    fence === 0 ? 'attribute_not_exists(hitReturns)' : 'hitReturns = :fence'
  }`,
  ExpressionAttributeValues: {
    ':one': 1,
    ':none': 0,
    ':month': month,
    ':id': id,
    ':ids': new Set([id]),
    ...(fence !== 0 && { ':fence': fence }),
  },
})

/** Each rejected write means that another request made the same step, so a few tries always suffice. */
const stepsMax = 8

interface Wanted {
  id: string
  quota: number
  atMs: number
}

const take = async (
  update: (change: UsageUpdate) => ReturnType<ReturnType<typeof createApplyUpdate>>,
  wanted: Wanted,
): Promise<TakenHit> => {
  const limits = { month: toMonth(wanted.atMs), quota: wanted.quota }
  let change = countHit(wanted, limits.month)
  if (limits.quota === 0) return { hit: undefined, overdue: [] }
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const { written, item } = await update(change)
    const overdue = findOverdue(item?.openHits, wanted.atMs)
    // The SDK repeats a write whose response was lost. The repeated write is rejected.
    if (item && (written || item.openHits?.[wanted.id] !== undefined))
      return { hit: { id: wanted.id, month: item.hitMonth ?? limits.month }, overdue }
    const step = decideHit(toHitState(item), limits)
    if (step === 'refuse') return { hit: undefined, overdue }
    change = step === 'open' ? openMonth(wanted, limits.month) : countHit(wanted, limits.month, item)
  }
  throw new Error('The hits of an account changed faster than they could be counted')
}

/** @param item as stored; an item that an older version wrote has no open hits */
const countHit = ({ id, quota, atMs }: Wanted, month: number, item?: UsageItem): UsageUpdate => {
  const isPresent = 'hitMonth BETWEEN :month AND :next AND hits < :quota'
  const values = { ':one': 1, ':month': month, ':next': month + 1, ':quota': quota }
  if (item && !item.openHits)
    return {
      UpdateExpression: 'SET hits = hits + :one, openHits = :open',
      ConditionExpression: `${isPresent} AND attribute_not_exists(openHits)`,
      ExpressionAttributeValues: { ...values, ':open': { [id]: atMs + openHitMs } },
    }
  return {
    UpdateExpression: 'SET hits = hits + :one, openHits.#hit = :until',
    ConditionExpression: `${isPresent} AND attribute_exists(openHits) AND attribute_not_exists(openHits.#hit)`,
    ExpressionAttributeNames: { '#hit': id },
    ExpressionAttributeValues: { ...values, ':until': atMs + openHitMs },
  }
}

/**
 * A month that is stored and neither this one nor the next is over, or was written by a clock that was wrong. Its open hits and
 * returns end with it; the counter makes every return that was begun read again.
 */
const openMonth = ({ id, atMs }: Wanted, month: number): UsageUpdate => ({
  UpdateExpression:
    'SET hitMonth = :month, hits = :one, openHits = :open ADD hitReturns :one REMOVE hitsInReturn',
  ConditionExpression: 'attribute_not_exists(hitMonth) OR NOT hitMonth BETWEEN :month AND :next',
  ExpressionAttributeValues: {
    ':one': 1,
    ':month': month,
    ':next': month + 1,
    ':open': { [id]: atMs + openHitMs },
  },
})
