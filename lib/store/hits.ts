import { toHistoryEnd } from '../core/access/hit-days.ts'
import { findOverdue, type Hit, openHitMs, openQueuedHitMs } from '../core/access/open-hits.ts'
import { decideHit, toMonth } from '../core/access/quota.ts'
import { limitsOf, type Tiers } from '../core/access/tiers.ts'
import type { HitCount, LevelNote } from '../core/events/occurrences.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { Account } from './accounts.ts'
import { randomBase62 } from './base62.ts'
import {
  countHit,
  type HitRequest,
  hasNoFreeFailure,
  keepHit,
  openMonth,
  owedRefundUpdate,
  type RefundTerms,
  refundHit,
  type Wanted,
} from './hit-updates.ts'
import type { ItemChange, TableDeps } from './table.ts'
import {
  createUsageTable,
  toArchiveId,
  toHitCount,
  toHitState,
  type UsageItem,
  type UsageTable,
} from './usage-item.ts'

interface TakenHit {
  /** Undefined if none is left. */
  hit: Hit | undefined
  /** The hits of its month, with this one. Absent for an account without hits. */
  count?: HitCount | undefined
  /** Ids of open hits that a process that died left behind. */
  overdue: readonly string[]
}

/** The hits of an account, which are in its usage item. Every method is one conditional write, and safe to repeat. */
export interface HitStore {
  /** Counts one hit of the month's quota, also by day and operation and by access key, and opens it. */
  take(account: AccountPlan, request: HitRequest): Promise<TakenHit>
  /** The same for a request that is rendered synchronously, whose hit is open for a shorter time. */
  takeForRender(account: AccountPlan, request: HitRequest): Promise<TakenHit>
  /** Ids of open hits that a process that died left behind. A consistent read. */
  findOverdue(accountId: string): Promise<readonly string[]>
  /** Notes that so much of the quota is used, once a month and quota. Returns when it was noted first, in Unix ms. */
  noteLevel(accountId: string, percent: 50 | 90 | 100, of: LevelOf): Promise<number>
  /** Notes that a level, which is noted, is announced. */
  endLevel(accountId: string, percent: 50 | 90 | 100, of: LevelOf): Promise<void>
  /** Closes an open hit, which stays counted. Does nothing for one that is closed. */
  keep(accountId: string, hitId: string): Promise<void>
  /** Closes an open hit and no longer counts it. Does nothing for one that is closed. */
  refund(accountId: string, hitId: string): Promise<void>
  /**
   * Like `refund`, for a render that its page made fail: leaves the hit open if the free ones of its day are used up, because its record
   * comes before it is kept. Returns whether it counts.
   */
  refundFailure(account: AccountPlan, hitId: string): Promise<{ isCounted: boolean }>
  /** Returns the number of completed refunds of recorded hits, which is the fence of `refundOwed`. A consistent read. */
  countRefunds(accountId: string): Promise<number>
  /**
   * No longer counts the hit of a request, once, unless its month is over, and closes it if a process that died left it open.
   * @returns `counted`: its page made it fail, and the free failures of its day are used up. `again`: a refund was completed since `fence`
   * was read, maybe this one
   */
  refundOwed(request: RequestKey, terms: RefundTerms): Promise<'refunded' | 'counted' | 'again'>
  /** Completes a refund that the record of the request shows as settled. */
  completeRefund(request: RequestKey): Promise<void>
}

type LevelOf = Pick<LevelNote, 'month' | 'quota'>

type AccountPlan = Pick<Account, 'id' | 'plan' | 'limits'>

interface Deps extends TableDeps {
  tiers: Tiers
  nowMs: () => number
}

export const createHitStore = ({ dynamo, tableName, tiers, nowMs }: Deps): HitStore => {
  const { find, change } = createUsageTable({ dynamo, tableName })
  const update: Update = (id, wanted) => change({ id }, wanted)
  const toWanted = (account: AccountPlan, request: HitRequest, openMs: number): Wanted => ({
    accountId: account.id,
    request,
    nonce: randomBase62(8),
    quota: limitsOf(tiers, account).quota,
    openMs,
    atMs: nowMs(),
  })

  return {
    take: (account, request) => take(update, toWanted(account, request, openQueuedHitMs)),
    takeForRender: (account, request) => take(update, toWanted(account, request, openHitMs)),
    ...createLevels(update, nowMs),

    findOverdue: async (accountId) => findOverdue((await find({ id: accountId }))?.openHits, nowMs()),

    async keep(accountId, hitId) {
      await update(accountId, keepHit(hitId))
    },

    async refund(accountId, hitId) {
      await update(accountId, refundHit(hitId))
    },

    async refundFailure(account, hitId) {
      const { id } = account
      const { freeFailures } = limitsOf(tiers, account)
      const { written, item } = await update(id, refundHit(hitId, freeFailures))
      if (written) return { isCounted: false }
      return {
        isCounted: item?.openHits?.[hitId] !== undefined && hasNoFreeFailure(hitId, freeFailures, item),
      }
    },

    countRefunds: async (accountId) => (await find({ id: accountId }))?.hitReturns ?? 0,

    async refundOwed({ accountId, id }, terms) {
      const { written, item } = await update(accountId, owedRefundUpdate(id, terms))
      if (written) return 'refunded'
      if ((item?.hitReturns ?? 0) !== terms.fence) return 'again'
      const isNoted = item?.hitsInReturn?.has(id) === true
      const { hit, freeFailures } = terms
      return !isNoted && item?.hitMonth === hit.month && hasNoFreeFailure(hit.id, freeFailures, item)
        ? 'counted'
        : 'refunded'
    },

    async completeRefund({ accountId, id }) {
      const ids = new Set([id])
      await update(accountId, {
        count: { hitReturns: 1 },
        drop: { hitsInReturn: ids },
        condition: 'contains(#hitsInReturn, :id)',
        values: { id },
      })
    },
  }
}

/** Each rejected write means that another request made the same step, so a few tries always suffice. */
const stepsMax = 8

type Update = (id: string, wanted: ItemChange) => ReturnType<UsageTable['change']>

const createLevels = (update: Update, nowMs: () => number): Pick<HitStore, 'noteLevel' | 'endLevel'> => ({
  async noteLevel(accountId, percent, { month, quota }) {
    const name = `level${percent}` as const
    const atMs = nowMs()
    const { written, item } = await update(accountId, {
      set: { [name]: { month, quota, atMs } },
      condition: `attribute_not_exists(#${name}) OR #${name}.#month <> :month OR #${name}.#quota <> :quota`,
      values: { month, quota },
    })
    return written ? atMs : (item?.[name]?.atMs ?? atMs)
  },
  async endLevel(accountId, percent, { month, quota }) {
    const name = `level${percent}`
    await update(accountId, {
      set: { [`${name}.announcedMs`]: nowMs() },
      condition: `#${name}.#month = :month AND #${name}.#quota = :quota`,
      values: { month, quota },
    })
  },
})

const take = async (update: Update, wanted: Wanted): Promise<TakenHit> => {
  const { accountId, quota, atMs } = wanted
  if (quota === 0) return { hit: undefined, overdue: [] }
  let attempt = countHit(wanted, toMonth(atMs))
  for (let steps = 0; steps < stepsMax; steps += 1) {
    const { written, item } = await update(accountId, attempt.change)
    const overdue = findOverdue(item?.openHits, atMs)
    // The SDK repeats a write whose response was lost. The repeated write is rejected.
    if (written || item?.openHits?.[attempt.hit.id] !== undefined)
      return { hit: attempt.hit, count: toHitCount(item), overdue }
    const next = await decideNext(update, wanted, item)
    if (next === 'refuse') return { hit: undefined, count: toHitCount(item), overdue }
    attempt = next
  }
  throw new Error('The hits of an account changed faster than they could be counted.')
}

const decideNext = async (update: Update, wanted: Wanted, item: UsageItem | undefined) => {
  const { quota, atMs } = wanted
  const limits = { month: toMonth(atMs), quota }
  const step = decideHit(toHitState(item), limits)
  if (step === 'refuse') return step
  if (step === 'count') return countHit(wanted, item?.hitMonth ?? limits.month, item)
  await archive(update, wanted, item)
  return openMonth(wanted, limits.month, item)
}

/**
 * Keeps the days of a month that is over. The new month is opened only if no hit was counted or refunded since.
 */
const archive = async (update: Update, { accountId, atMs }: Wanted, item: UsageItem | undefined) => {
  const { hitMonth, hitDays } = item ?? {}
  if (hitMonth === undefined || !hitDays || toHistoryEnd(hitMonth) * 1000 <= atMs) return
  const ttl = toHistoryEnd(hitMonth)
  await update(toArchiveId(accountId, hitMonth), { set: { hitDays, ttl } })
}
