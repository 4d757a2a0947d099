import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Plans } from '../core/plans.ts'
import { decideHit, type HitState, toHits, toMonth } from '../core/quota.ts'
import {
  decideRate,
  type RateDecision,
  type RateState,
  type RateStep,
  toAdmission,
  toConcurrency,
  toOpening,
  toRefusal,
  toWindow,
} from '../core/rate-limit.ts'
import type { Account } from './accounts.ts'
import { rateUpdate, type UsageUpdate } from './rate-updates.ts'

type Payer = Pick<Account, 'id' | 'plan'>

/** The body of `GET /v1/usage`. */
export interface Usage {
  /** Renders of the present month, UTC. */
  hits: { quota: number; used: number; remaining: number }
  /** Requests of the present minute; `reset` in Unix seconds. */
  concurrency: { limit: number; remaining: number; reset: number }
}

/** What an account has used. Limits are those of its plan at the moment of the call, so a change of plan counts at once. */
export interface UsageStore {
  /** Counts one request against the rate limit, or refuses it. Exact under any concurrency; one write where there is room. */
  admit(account: Payer): Promise<RateDecision>
  /** Takes one hit of the month's quota. False: there is none left, which is a `QuotaExceededError`. */
  takeHit(account: Payer): Promise<boolean>
  /**
   * Gives back a hit that came to nothing. Does nothing once its month is over.
   * @param takenAtMs when it was taken, Unix milliseconds
   */
  giveBackHit(accountId: string, takenAtMs: number): Promise<void>
  read(account: Payer): Promise<Usage>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  tableName: string
  plans: Plans
  nowMs: () => number
}

/** One item an account: both counters, so that a look at them is one read. */
interface Item {
  rateWindow?: number
  rateAdmitted?: number
  rateRefused?: number
  rateStrikes?: number
  rateBlockedUntil?: number
  hitMonth?: number
  hits?: number
}

export const createUsageStore = ({ dynamo, tableName, plans, nowMs }: Deps): UsageStore => {
  const update = createConditionalUpdate(dynamo, tableName)
  return {
    admit: ({ id, plan }) => admit((change) => update(id, change), plans[plan].requestsPerMinute, nowMs()),
    takeHit: ({ id, plan }) =>
      takeHit((change) => update(id, change), { month: toMonth(nowMs()), quota: plans[plan].quota }),
    async giveBackHit(accountId, takenAtMs) {
      await update(accountId, giveBackUpdate(toMonth(takenAtMs)))
    },
    async read({ id, plan }) {
      const { Item } = await dynamo.send(
        new GetCommand({ TableName: tableName, Key: { id }, ConsistentRead: true }),
      )
      const item = Item as Item | undefined
      const { quota, requestsPerMinute } = plans[plan]
      return {
        hits: toHits(toHitState(item), quota, nowMs()),
        concurrency: toConcurrency(toRateState(item), requestsPerMinute, nowMs()),
      }
    },
  }
}

/** The item after the update, or as it was where its condition did not hold. */
type Outcome = { written: true; item: Item } | { written: false; item: Item | undefined }

type Update = (change: UsageUpdate) => Promise<Outcome>

const createConditionalUpdate =
  (dynamo: DynamoDBDocumentClient, tableName: string) =>
  async (id: string, change: UsageUpdate): Promise<Outcome> => {
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
      return { written: true, item: Attributes as Item }
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
      return { written: false, item: error.Item && fromWire(error.Item) }
    }
  }

/** The document client leaves the item of a failed condition as it came over the wire. What is looked at are numbers. */
const fromWire = (item: NonNullable<ConditionalCheckFailedException['Item']>): Item =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, { N }]) => (N === undefined ? [] : [[name, Number(N)]])),
  )

/**
 * Each failed condition means that another request made the step that was wanted, so a handful of steps always ends it: count,
 * open, count, tally, and once more where a minute ends in between.
 */
const stepsMax = 8

const admit = async (update: Update, limit: number, atMs: number): Promise<RateDecision> => {
  const window = toWindow(atMs)
  let step: RateStep = { kind: 'count' }
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (step.kind === 'refuse') return toRefusal(step.until, limit, atMs)
    const { written, item } = await update(rateUpdate(step, { window, limit }))
    const state = toRateState(item)
    if (written && state)
      return step.kind === 'tally'
        ? toRefusal(toOpening(state, limit), limit, atMs)
        : toAdmission(state, limit, atMs)
    step = decideRate(state, { window, limit })
  }
  throw new Error('The rate of an account changed faster than it could be counted')
}

const takeHit = async (update: Update, limits: { month: number; quota: number }): Promise<boolean> => {
  let step: ReturnType<typeof decideHit> = limits.quota === 0 ? 'refuse' : 'count'
  for (let steps = 0; steps < stepsMax; steps += 1) {
    if (step === 'refuse') return false
    const { written, item } = await update(step === 'count' ? countHit(limits) : openMonth(limits.month))
    if (written) return true
    step = decideHit(toHitState(item), limits)
  }
  throw new Error('The hits of an account changed faster than they could be counted')
}

const countHit = ({ month, quota }: { month: number; quota: number }): UsageUpdate => ({
  UpdateExpression: 'SET hits = hits + :one',
  ConditionExpression: 'hitMonth BETWEEN :month AND :next AND hits < :quota',
  ExpressionAttributeValues: { ':one': 1, ':month': month, ':next': month + 1, ':quota': quota },
})

/** A month that is stored and neither this one nor the next is over, or was written by a clock that was wrong. */
const openMonth = (month: number): UsageUpdate => ({
  UpdateExpression: 'SET hitMonth = :month, hits = :one',
  ConditionExpression: 'attribute_not_exists(hitMonth) OR NOT hitMonth BETWEEN :month AND :next',
  ExpressionAttributeValues: { ':one': 1, ':month': month, ':next': month + 1 },
})

const giveBackUpdate = (month: number): UsageUpdate => ({
  UpdateExpression: 'SET hits = hits - :one',
  ConditionExpression: 'hitMonth = :month AND hits > :none',
  ExpressionAttributeValues: { ':one': 1, ':none': 0, ':month': month },
})

const toRateState = (item: Item | undefined): RateState | undefined =>
  item?.rateWindow === undefined
    ? undefined
    : {
        window: item.rateWindow,
        admitted: item.rateAdmitted ?? 0,
        refused: item.rateRefused ?? 0,
        strikes: item.rateStrikes ?? 0,
        blockedUntil: item.rateBlockedUntil ?? 0,
      }

const toHitState = (item: Item | undefined): HitState | undefined =>
  item?.hitMonth === undefined ? undefined : { month: item.hitMonth, hits: item.hits ?? 0 }
