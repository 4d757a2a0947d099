import { type HitDays, monthsOf, toHistory } from '../core/access/hit-days.ts'
import { toHits } from '../core/access/quota.ts'
import {
  dashboardRate,
  decideRate,
  guessRateStep,
  type RateDecision,
  type RateStep,
  toAdmission,
  toConcurrency,
  toRefusal,
  toWindow,
  visitorRate,
  windowMs,
} from '../core/access/rate-limit.ts'
import { limitsOf, type Tiers } from '../core/access/tiers.ts'
import type { UsageHistory, UsageReport } from '../schema/usage.ts'
import type { Account } from './accounts.ts'
import type { ItemChange, TableDeps } from './table.ts'
import {
  createUsageTable,
  type Rate,
  rateNames,
  toArchiveId,
  toHitState,
  toRateState,
  type UsageTable,
} from './usage-item.ts'

/** An account, for `admit` with the id of the access key of its request. */
export interface Payer extends Pick<Account, 'id' | 'plan' | 'limits'> {
  keyId?: string
  /** The trace of its request, for the records that it makes. */
  traceparent?: string
}

/** The usage of an account. Limits are read from its plan at each call, so a change of plan applies immediately. */
export interface UsageStore {
  /**
   * Counts one request against the rate limit of the plan, of the dashboard or of a visitor's day, or rejects it. Exact under any
   * concurrency; takes one write below the limit, which also notes the day as that of the key's last use.
   */
  admit(account: Payer, rate?: Rate): Promise<RateDecision>
  read(account: Payer): Promise<Omit<UsageReport, 'renders'>>
  /** Returns the day (UTC) of the last request with each access key, by the id of the key. */
  readKeyDays(accountId: string): Promise<ReadonlyMap<string, string>>
  /** Forgets the days of keys that no longer exist. */
  forgetKeys(accountId: string, keyIds: readonly string[]): Promise<void>
  /** Returns the hits of the last days, by day and operation. */
  readHistory(accountId: string, days: number): Promise<UsageHistory>
}

interface Deps extends TableDeps {
  tiers: Tiers
  nowMs: () => number
}

export const createUsageStore = ({ dynamo, tableName, tiers, nowMs }: Deps): UsageStore => {
  const table = createUsageTable({ dynamo, tableName })
  const lastWindows = createLastWindows()
  return {
    admit(account, rate = 'api') {
      const { id, keyId } = account
      const atMs = nowMs()
      const lengthMs = rate === 'daily' ? visitorRate.windowMs : windowMs
      const limit = {
        api: limitsOf(tiers, account).requestsPerMinute,
        dashboard: dashboardRate.requestsPerMinute,
        daily: visitorRate.requestsPerDay,
      }[rate]
      const limits = { window: toWindow(atMs, lengthMs), lengthMs, limit }
      const first = guessRateStep(lastWindows.exchange(`${id} ${rate}`, limits.window), limits.window)
      const day = keyId !== undefined && { [keyDayPrefix + keyId]: Math.floor(atMs / dayMs) }
      return admit((change) => table.change({ id }, { ...change, set: { ...change.set, ...day } }), {
        first,
        limits,
        rate,
        atMs,
      })
    },
    async read(account) {
      const item = await table.find({ id: account.id })
      const { quota, requestsPerMinute } = limitsOf(tiers, account)
      return {
        hits: toHits(toHitState(item), quota, nowMs()),
        concurrency: toConcurrency(toRateState(item), requestsPerMinute, nowMs()),
      }
    },
    async readKeyDays(accountId) {
      const days = Object.entries((await table.find({ id: accountId })) ?? {}).filter(([name]) =>
        name.startsWith(keyDayPrefix),
      )
      return new Map(days.map(([name, day]) => [name.slice(keyDayPrefix.length), toDate(Number(day))]))
    },
    async forgetKeys(accountId, keyIds) {
      if (keyIds.length === 0) return
      await table.update(
        { id: accountId },
        { remove: keyIds.map((id) => keyDayPrefix + id), condition: 'attribute_exists(#id)' },
      )
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

/** Precedes the id of a key in the name of the attribute with the day of its last use, counted from 1970. */
const keyDayPrefix = 'keyDay_'

const dayMs = 86_400_000

const toDate = (day: number) => new Date(day * dayMs).toISOString().slice(0, 10)

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

interface RateLimits {
  window: number
  lengthMs: number
  limit: number
}

interface Admission {
  first: RateStep
  limits: RateLimits
  rate: Rate
  atMs: number
}

const admit = async (
  update: (change: ItemChange) => ReturnType<UsageTable['change']>,
  { first, limits, rate, atMs }: Admission,
): Promise<RateDecision> => {
  const { limit, lengthMs } = limits
  let step = first
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (step.kind === 'refuse') return toRefusal(step.until, limit, atMs, lengthMs)
    const change = step.kind === 'count' ? count(limits) : begin(limits)
    const { written, item } = await update({ ...change, names: rateNames[rate] })
    const state = toRateState(item, rate)
    if (written && state) return toAdmission(state, limit, atMs, lengthMs)
    step = decideRate(state, limits)
  }
  throw new Error('The rate of an account changed faster than it could be counted.')
}

/** Each step is one conditional write. Its condition covers every value that the decision used. */
const count = ({ window, limit }: RateLimits): ItemChange => ({
  count: { admitted: 1 },
  condition: '#window BETWEEN :window AND :next AND #admitted < :limit',
  values: { window, next: window + 1, limit },
})

/** A clock that was far ahead may have begun a later window. */
const begin = ({ window }: RateLimits): ItemChange => ({
  set: { window, admitted: 1 },
  condition: 'attribute_not_exists(#window) OR NOT #window BETWEEN :window AND :next',
  values: { window, next: window + 1 },
})
