import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb'
import type { HitDays } from '../core/access/hit-days.ts'
import type { OpenHits, OpenRenders } from '../core/access/open-hits.ts'
import type { HitState } from '../core/access/quota.ts'
import type { RateState } from '../core/access/rate-limit.ts'
import type { HitCount, LevelNote } from '../core/events/occurrences.ts'

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
  /** In progress, of synchronous and background requests. Unlike `openHits` it continues when a month ends. */
  renders?: OpenRenders
  /** Requests whose refund is not completed. */
  hitsInReturn?: ReadonlySet<string>
  /** The number of completed refunds of recorded hits. */
  hitReturns?: number
}

/** An update of an account's usage item that applies only if the item is unchanged. */
export type UsageUpdate = Pick<
  UpdateCommandInput,
  'UpdateExpression' | 'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>

/** The item after the update, or the current item if the condition failed. */
export type UsageOutcome =
  | { written: true; item: UsageItem }
  | { written: false; item: UsageItem | undefined }

export const createApplyUpdate =
  (dynamo: DynamoDBDocumentClient, tableName: string) =>
  async (id: string, change: UsageUpdate): Promise<UsageOutcome> => {
    try {
      const { Attributes } = await dynamo.send(
        new UpdateCommand({
          TableName: tableName,
          Key: { id },
          ...change,
          ReturnValues: 'ALL_NEW',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      )
      return { written: true, item: Attributes as UsageItem }
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
      return { written: false, item: error.Item && fromWire(error.Item) }
    }
  }

type WireItem = NonNullable<ConditionalCheckFailedException['Item']>

/** The document client does not decode the item of a failed condition. Numbers, maps of numbers and sets of texts are decoded here. */
const fromWire = (item: WireItem): UsageItem =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, { N, M, SS }]): [string, unknown][] => {
      if (SS !== undefined) return [[name, new Set(SS)]]
      if (M !== undefined) return [[name, fromWire(M)]]
      return N === undefined ? [] : [[name, Number(N)]]
    }),
  )

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

/** Returns the id of the item with the `hitDays` of a past month. Ids of accounts have no `#`. */
export const toArchiveId = (accountId: string, month: number): string => `${accountId}#${month}`
