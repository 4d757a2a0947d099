import { type HitDays, monthsOf, toHistory } from '../core/access/hit-days.ts'
import { toHits } from '../core/access/quota.ts'
import {
  decideRate,
  guessRateStep,
  type RateDecision,
  type RateStep,
  toAdmission,
  toConcurrency,
  toRefusal,
  toWindow,
} from '../core/access/rate-limit.ts'
import type { Tiers } from '../core/access/tiers.ts'
import type { UsageHistory, UsageReport } from '../schema/usage.ts'
import type { Account } from './accounts.ts'
import { createTable, type TableDeps } from './table.ts'
import {
  createApplyUpdate,
  toArchiveId,
  toHitState,
  toRateState,
  type UsageItem,
  type UsageOutcome,
  type UsageUpdate,
} from './usage-item.ts'

type Payer = Pick<Account, 'id' | 'plan'>

/** The usage of an account. Limits are read from its plan at each call, so a change of plan applies immediately. */
export interface UsageStore {
  /** Counts one request against the rate limit, or rejects it. Exact under any concurrency; takes one write below the limit. */
  admit(account: Payer): Promise<RateDecision>
  read(account: Payer): Promise<UsageReport>
  /** Returns the hits of the last days, by day and operation. */
  readHistory(accountId: string, days: number): Promise<UsageHistory>
}

interface Deps extends TableDeps {
  tiers: Tiers
  nowMs: () => number
}

export const createUsageStore = ({ dynamo, tableName, tiers, nowMs }: Deps): UsageStore => {
  const update = createApplyUpdate(dynamo, tableName)
  const lastWindows = createLastWindows()
  const table = createTable<{ id: string }, UsageItem>({ dynamo, tableName })
  return {
    admit({ id, plan }) {
      const atMs = nowMs()
      const limits = { window: toWindow(atMs), limit: tiers[plan].requestsPerMinute }
      const first = guessRateStep(lastWindows.exchange(id, limits.window), limits.window)
      return admit((change) => update(id, change), { first, limits, atMs })
    },
    async read({ id, plan }) {
      const item = await table.find({ id })
      const { quota, requestsPerMinute } = tiers[plan]
      return {
        hits: toHits(toHitState(item), quota, nowMs()),
        concurrency: toConcurrency(toRateState(item), requestsPerMinute, nowMs()),
      }
    },
    async readHistory(accountId, days) {
      const atMs = nowMs()
      const current = await table.find({ id: accountId })
      const months = await Promise.all(
        monthsOf(atMs, days).map(async (month): Promise<[number, HitDays]> => {
          const item =
            current?.hitMonth === month ? current : await table.find({ id: toArchiveId(accountId, month) })
          return [month, item?.hitDays ?? {}]
        }),
      )
      return toHistory(new Map(months), { atMs, days })
    },
  }
}

/** Accounts whose last window is remembered. It only decides what is tried first, so it may forget. */
const rememberedMax = 10_000

const createLastWindows = () => {
  const windows = new Map<string, number>()
  return {
    /** Remembers the window, and returns the one that was remembered before. */
    exchange(id: string, window: number): number | undefined {
      const last = windows.get(id)
      if (windows.size >= rememberedMax) windows.clear()
      windows.set(id, window)
      return last
    },
  }
}

/**
 * Each failed condition means that another request made the same step, so a few steps always suffice: begin, count, and these again
 * if a minute ends in between.
 */
const stepsMax = 8

type BoundUpdate = (change: UsageUpdate) => Promise<UsageOutcome>

interface RateLimits {
  window: number
  limit: number
}

interface Admission {
  first: RateStep
  limits: RateLimits
  atMs: number
}

const admit = async (update: BoundUpdate, { first, limits, atMs }: Admission): Promise<RateDecision> => {
  const { limit } = limits
  let step = first
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (step.kind === 'refuse') return toRefusal(step.until, limit, atMs)
    const { written, item } = await update(step.kind === 'count' ? count(limits) : begin(limits))
    const state = toRateState(item)
    if (written && state) return toAdmission(state, limit, atMs)
    step = decideRate(state, limits)
  }
  throw new Error('The rate of an account changed faster than it could be counted.')
}

/** Each step is one conditional write. Its condition covers every value that the decision used. */
const count = ({ window, limit }: RateLimits): UsageUpdate => ({
  UpdateExpression: 'SET rateAdmitted = rateAdmitted + :one',
  ConditionExpression: 'rateWindow BETWEEN :window AND :next AND rateAdmitted < :limit',
  ExpressionAttributeValues: { ':one': 1, ':window': window, ':next': window + 1, ':limit': limit },
})

/** A clock that was far ahead may have begun a later window. */
const begin = ({ window }: RateLimits): UsageUpdate => ({
  UpdateExpression: 'SET rateWindow = :window, rateAdmitted = :one',
  ConditionExpression: 'attribute_not_exists(rateWindow) OR NOT rateWindow BETWEEN :window AND :next',
  ExpressionAttributeValues: { ':window': window, ':next': window + 1, ':one': 1 },
})
