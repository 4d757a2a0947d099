import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import {
  countedKey,
  countersMax,
  type HitDays,
  isKeyCounted,
  toCounter,
  toCounters,
  toHistoryEnd,
} from '../core/access/hit-days.ts'
import { countersOf, findOverdue, type Hit, openHitMs, toHitId } from '../core/access/open-hits.ts'
import { decideHit, toMonth } from '../core/access/quota.ts'
import type { Tiers } from '../core/access/tiers.ts'
import type { RequestKey } from '../core/requests/request-record.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { Account } from './accounts.ts'
import { randomBase62 } from './base62.ts'
import { createTable, type TableDeps, unlessRefused } from './table.ts'
import { createApplyUpdate, toArchiveId, toHitState, type UsageItem, type UsageUpdate } from './usage-item.ts'

interface TakenHit {
  /** Undefined if none is left. */
  hit: Hit | undefined
  /** Ids of open hits that a process that died left behind. */
  overdue: readonly string[]
}

/** The request that a hit is taken for. */
export interface HitRequest {
  id: string
  operation: RenderOperationId
  /** Of the access key that sent it. */
  keyId?: string | undefined
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

interface RefundTerms {
  month: number
  fence: number
  hitId?: string | undefined
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

const whileOpen = (hitId: string) => ({
  ConditionExpression: 'attribute_exists(openHits.#hit)',
  ExpressionAttributeNames: { '#hit': hitId },
})

/** Returns the placeholders of counters, and the changes of their values. */
const toChanges = (counters: readonly string[], toChange: (path: string) => string) => ({
  names: Object.fromEntries(counters.map((counter, index) => [`#counter${index}`, counter])),
  changes: counters.map(
    (_counter, index) => `hitDays.#counter${index} = ${toChange(`hitDays.#counter${index}`)}`,
  ),
})

/** Returns how a hit is no longer counted. A day's counter can be missing only if the clock of a function was wrong. */
const uncounting = (hitId: string | undefined) => {
  const counters = hitId === undefined ? [] : countersOf(hitId)
  const { names, changes } = toChanges(counters, (path) => `if_not_exists(${path}, :one) - :one`)
  return { assignment: ['hits = hits - :one', ...changes].join(', '), names }
}

const owedRefundUpdate = (id: string, { month, fence, hitId }: RefundTerms): UsageUpdate => {
  const { assignment, names } = uncounting(hitId)
  return {
    UpdateExpression: `SET ${assignment} ADD hitsInReturn :ids${hitId === undefined ? '' : ' REMOVE openHits.#hit'}`,
    ConditionExpression: `hitMonth = :month AND hits > :none AND NOT contains(hitsInReturn, :id) AND ${
      fence === 0 ? 'attribute_not_exists(hitReturns)' : 'hitReturns = :fence'
    }`,
    ...(hitId !== undefined && { ExpressionAttributeNames: { '#hit': hitId, ...names } }),
    ExpressionAttributeValues: {
      ':one': 1,
      ':none': 0,
      ':month': month,
      ':id': id,
      ':ids': new Set([id]),
      ...(fence !== 0 && { ':fence': fence }),
    },
  }
}

/** Each rejected write means that another request made the same step, so a few tries always suffice. */
const stepsMax = 8

interface Wanted {
  accountId: string
  request: HitRequest
  nonce: string
  quota: number
  atMs: number
}

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

/** A write that counts a hit, and the hit that it opens. */
interface Counting {
  hit: Hit
  change: UsageUpdate
}

const toHit = ({ request, nonce, atMs }: Wanted, month: number, hitDays?: HitDays) => {
  const { id, operation } = request
  const keyId = countedKey(hitDays, request.keyId)
  const counter = toCounter(operation, month, atMs)
  const hit = { id: toHitId(id, { nonce, counter, keyId }), month }
  return { hit, counters: toCounters(counter, keyId), untilMs: atMs + openHitMs }
}

const toFirst = (counters: readonly string[]) => Object.fromEntries(counters.map((counter) => [counter, 1]))

/** A part of an update that counts a hit. */
interface Part {
  set: string
  condition: string
  names: Record<string, string>
  values: Record<string, unknown>
}

const addOpen = ({ id }: Hit, untilMs: number): Part => ({
  set: 'openHits.#hit = :until',
  condition: 'attribute_exists(openHits) AND attribute_not_exists(openHits.#hit)',
  names: { '#hit': id },
  values: { ':until': untilMs },
})

const beginOpen = ({ id }: Hit, untilMs: number): Part => ({
  set: 'openHits = :open',
  condition: 'attribute_not_exists(openHits)',
  names: {},
  values: { ':open': { [id]: untilMs } },
})

const addDays = (counters: readonly string[]): Part => {
  const { names, changes } = toChanges(counters, (path) => `if_not_exists(${path}, :none) + :one`)
  const part = { set: changes.join(', '), condition: 'attribute_exists(hitDays)', names }
  if (!isKeyCounted(counters)) return { ...part, values: { ':none': 0 } }
  return {
    ...part,
    condition: `${part.condition} AND (attribute_exists(hitDays.#counter1) OR size(hitDays) < :countersMax)`,
    values: { ':none': 0, ':countersMax': countersMax },
  }
}

const beginDays = (counters: readonly string[]): Part => ({
  set: 'hitDays = :days',
  condition: 'attribute_not_exists(hitDays)',
  names: {},
  values: { ':days': toFirst(counters) },
})

/**
 * Counts a hit in a month that has begun.
 * @param item as stored. An item that an older version wrote lacks a map, which is then created
 */
const countHit = (wanted: Wanted, month: number, item?: UsageItem): Counting => {
  const { hit, counters, untilMs } = toHit(wanted, month, item?.hitDays)
  const open = !item || item.openHits ? addOpen(hit, untilMs) : beginOpen(hit, untilMs)
  const days = !item || item.hitDays ? addDays(counters) : beginDays(counters)
  const names = { ...open.names, ...days.names }
  const change = {
    UpdateExpression: `SET hits = hits + :one, ${open.set}, ${days.set}`,
    ConditionExpression: `hitMonth = :month AND hits < :quota AND ${open.condition} AND ${days.condition}`,
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: {
      ':one': 1,
      ':month': month,
      ':quota': wanted.quota,
      ...open.values,
      ...days.values,
    },
  }
  return { hit, change }
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

/**
 * A month that is stored and neither this one nor the next is over, or was written by a clock that was wrong. Its open hits and
 * refunds end with it; the counter makes every refund that was begun read again.
 */
const openMonth = (wanted: Wanted, month: number, item: UsageItem | undefined): Counting => {
  const { hit, counters, untilMs } = toHit(wanted, month)
  const change = {
    UpdateExpression:
      'SET hitMonth = :month, hits = :one, openHits = :open, hitDays = :days ADD hitReturns :one REMOVE hitsInReturn',
    ConditionExpression:
      item?.hitMonth === undefined
        ? 'attribute_not_exists(hitMonth)'
        : 'hitMonth = :seenMonth AND hits = :seenHits',
    ExpressionAttributeValues: {
      ':one': 1,
      ':month': month,
      ':open': { [hit.id]: untilMs },
      ':days': toFirst(counters),
      ...(item?.hitMonth !== undefined && { ':seenMonth': item.hitMonth, ':seenHits': item.hits }),
    },
  }
  return { hit, change }
}
