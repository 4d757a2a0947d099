import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { toHistoryEnd } from '../core/access/hit-days.ts'
import { findOverdue, type Hit } from '../core/access/open-hits.ts'
import { decideHit, toMonth } from '../core/access/quota.ts'
import type { Tiers } from '../core/access/tiers.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { Account } from './accounts.ts'
import { randomBase62 } from './base62.ts'
import {
  countHit,
  type HitRequest,
  openMonth,
  owedRefundUpdate,
  type RefundTerms,
  uncounting,
  type Wanted,
  whileOpen,
} from './hit-updates.ts'
import { createTable, type TableDeps, unlessRefused } from './table.ts'
import { createApplyUpdate, toArchiveId, toHitState, type UsageItem, type UsageUpdate } from './usage-item.ts'

interface TakenHit {
  /** Undefined if none is left. */
  hit: Hit | undefined
  /** Ids of open hits that a process that died left behind. */
  overdue: readonly string[]
}

/** The hits of an account, which are in its usage item. Every method is one conditional write, and safe to repeat. */
export interface HitStore {
  /** Counts one hit of the month's quota, also by day and operation and by access key, and opens it. */
  take(account: Pick<Account, 'id' | 'plan'>, request: HitRequest): Promise<TakenHit>
  /** Ids of open hits that a process that died left behind. A consistent read. */
  findOverdue(accountId: string): Promise<readonly string[]>
  /** Closes an open hit, which stays counted. Does nothing for one that is closed. */
  keep(accountId: string, hitId: string): Promise<void>
  /** Closes an open hit and no longer counts it. Does nothing for one that is closed. */
  refund(accountId: string, hitId: string): Promise<void>
  /** Returns the number of completed refunds of recorded hits, which is the fence of `refundOwed`. A consistent read. */
  countRefunds(accountId: string): Promise<number>
  /**
   * No longer counts the hit of a request, once, unless its month is over, and closes it if a process that died left it open. False: a refund was completed since `fence` was
   * read, maybe this one.
   * @param terms `hitId`: of the hit, if its record names it
   */
  refundOwed(request: RequestKey, terms: RefundTerms): Promise<boolean>
  /** Completes a refund that the record of the request shows as settled. */
  completeRefund(request: RequestKey): Promise<void>
}

interface Deps extends TableDeps {
  tiers: Tiers
  nowMs: () => number
}

export const createHitStore = ({ dynamo, tableName: TableName, tiers, nowMs }: Deps): HitStore => {
  const update = createApplyUpdate(dynamo, TableName)
  const send = (id: string, change: UsageUpdate) =>
    unlessRefused(dynamo.send(new UpdateCommand({ TableName, Key: { id }, ...change })))
  const table = createTable<{ id: string }, UsageItem>({ dynamo, tableName: TableName })

  return {
    take: ({ id, plan }, request) =>
      take(update, {
        accountId: id,
        request,
        nonce: randomBase62(8),
        quota: tiers[plan].quota,
        atMs: nowMs(),
      }),

    findOverdue: async (accountId) => findOverdue((await table.find({ id: accountId }))?.openHits, nowMs()),

    async keep(accountId, hitId) {
      await send(accountId, { UpdateExpression: 'REMOVE openHits.#hit', ...whileOpen(hitId) })
    },

    async refund(accountId, hitId) {
      const { ConditionExpression, ExpressionAttributeNames } = whileOpen(hitId)
      const { assignment, names } = uncounting(hitId)
      await send(accountId, {
        UpdateExpression: `SET ${assignment} REMOVE openHits.#hit`,
        ExpressionAttributeValues: { ':one': 1 },
        ConditionExpression,
        ExpressionAttributeNames: { ...ExpressionAttributeNames, ...names },
      })
    },

    countRefunds: async (accountId) => (await table.find({ id: accountId }))?.hitReturns ?? 0,

    async refundOwed({ accountId, id }, terms) {
      const { written, item } = await update(accountId, owedRefundUpdate(id, terms))
      return written || (item?.hitReturns ?? 0) === terms.fence
    },

    async completeRefund({ accountId, id }) {
      await send(accountId, {
        UpdateExpression: 'ADD hitReturns :one DELETE hitsInReturn :ids',
        ConditionExpression: 'contains(hitsInReturn, :id)',
        ExpressionAttributeValues: { ':one': 1, ':id': id, ':ids': new Set([id]) },
      })
    },
  }
}

/** Each rejected write means that another request made the same step, so a few tries always suffice. */
const stepsMax = 8

type Update = ReturnType<typeof createApplyUpdate>

const take = async (update: Update, wanted: Wanted): Promise<TakenHit> => {
  const { accountId, quota, atMs } = wanted
  const limits = { month: toMonth(atMs), quota }
  if (quota === 0) return { hit: undefined, overdue: [] }
  let attempt = countHit(wanted, limits.month)
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const { written, item } = await update(accountId, attempt.change)
    const overdue = findOverdue(item?.openHits, atMs)
    // The SDK repeats a write whose response was lost. The repeated write is rejected.
    if (written || item?.openHits?.[attempt.hit.id] !== undefined) return { hit: attempt.hit, overdue }
    const step = decideHit(toHitState(item), limits)
    if (step === 'refuse') return { hit: undefined, overdue }
    if (step === 'open') await archive(update, wanted, item)
    attempt =
      step === 'open'
        ? openMonth(wanted, limits.month, item)
        : countHit(wanted, item?.hitMonth ?? limits.month, item)
  }
  throw new Error('The hits of an account changed faster than they could be counted.')
}

/**
 * Keeps the days of a month that is over. The new month is opened only if no hit was counted or refunded since.
 */
const archive = async (update: Update, { accountId, atMs }: Wanted, item: UsageItem | undefined) => {
  const { hitMonth, hitDays } = item ?? {}
  if (hitMonth === undefined || !hitDays || toHistoryEnd(hitMonth) * 1000 <= atMs) return
  await update(toArchiveId(accountId, hitMonth), {
    UpdateExpression: 'SET hitDays = :days, #ttl = :ttl',
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: { ':days': hitDays, ':ttl': toHistoryEnd(hitMonth) },
  })
}
