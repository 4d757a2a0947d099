import type { HitDays } from '../core/access/hit-days.ts'
import type { OpenHits } from '../core/access/open-hits.ts'
import type { HitState } from '../core/access/quota.ts'
import type { RateState } from '../core/access/rate-limit.ts'
import type { HitCount, LevelNote } from '../core/events/occurrences.ts'
import { createTable, type TableDeps } from './table.ts'

/** One item per account with both counters, which takes one read. */
export interface UsageItem {
  rateWindow?: number
  rateAdmitted?: number
  /** The same for the reads of the dashboard. */
  pageWindow?: number
  pageAdmitted?: number
  /** The same for the days of a group of visitors. */
  dayWindow?: number
  dayAdmitted?: number
  hitMonth?: number
  hits?: number
  /** The hits of `hitMonth` by day and operation. Earlier months are in separate items (`toArchiveId`). */
  hitDays?: HitDays
  /** For accounts that have subscribed to them. */
  level50?: LevelNote
  level90?: LevelNote
  level100?: LevelNote
  openHits?: OpenHits
  /** Requests whose refund is not completed. */
  hitsInReturn?: ReadonlySet<string>
  /** The number of completed refunds of recorded hits. */
  hitReturns?: number
}

/** The attributes of the rates of an account or of a group of visitors. */
export const rateNames = {
  api: { window: 'rateWindow', admitted: 'rateAdmitted' },
  dashboard: { window: 'pageWindow', admitted: 'pageAdmitted' },
  daily: { window: 'dayWindow', admitted: 'dayAdmitted' },
} as const

export type Rate = keyof typeof rateNames

export const toRateState = (item: UsageItem | undefined, rate: Rate = 'api'): RateState | undefined => {
  const window = item?.[rateNames[rate].window]
  return window === undefined ? undefined : { window, admitted: item?.[rateNames[rate].admitted] ?? 0 }
}

export const toHitState = (item: UsageItem | undefined): HitState | undefined =>
  item?.hitMonth === undefined ? undefined : { month: item.hitMonth, hits: item.hits ?? 0 }

/** Returns the hits of an item, with the levels of the quota that are noted. */
export const toHitCount = (item: UsageItem | undefined): HitCount | undefined =>
  item?.hitMonth === undefined
    ? undefined
    : {
        month: item.hitMonth,
        hits: item.hits ?? 0,
        notes: { 50: item.level50, 90: item.level90, 100: item.level100 },
      }

/** The items of accounts, and of groups of visitors, by id. */
export const createUsageTable = (deps: TableDeps) => createTable<{ id: string }, UsageItem>(deps)

export type UsageTable = ReturnType<typeof createUsageTable>

/** Returns the id of the item with the `hitDays` of a past month. Ids of accounts have no `#`. */
export const toArchiveId = (accountId: string, month: number): string => `${accountId}#${month}`
