import {
  countedKey,
  countersMax,
  type HitDays,
  isKeyCounted,
  toCounter,
  toCounters,
} from '../core/access/hit-days.ts'
import { countersOf, type Hit, openHitMs, toHitId } from '../core/access/open-hits.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { UsageItem, UsageUpdate } from './usage-item.ts'

/** The request that a hit is taken for. */
export interface HitRequest {
  id: string
  operation: RenderOperationId
  /** Of the access key that sent it. */
  keyId?: string | undefined
}

/** A hit that is to be counted. */
export interface Wanted {
  accountId: string
  request: HitRequest
  nonce: string
  quota: number
  atMs: number
}

export interface RefundTerms {
  month: number
  fence: number
  hitId?: string | undefined
}

export const whileOpen = (hitId: string) => ({
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
export const uncounting = (hitId: string | undefined) => {
  const counters = hitId === undefined ? [] : countersOf(hitId)
  const { names, changes } = toChanges(counters, (path) => `if_not_exists(${path}, :one) - :one`)
  return { assignment: ['hits = hits - :one', ...changes].join(', '), names }
}

export const owedRefundUpdate = (id: string, { month, fence, hitId }: RefundTerms): UsageUpdate => {
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

/** A write that counts a hit, and the hit that it opens. */
export interface Counting {
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
export const countHit = (wanted: Wanted, month: number, item?: UsageItem): Counting => {
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
 * A month that is stored and neither this one nor the next is over, or was written by a clock that was wrong. Its open hits and
 * refunds end with it; the counter makes every refund that was begun read again.
 */
export const openMonth = (wanted: Wanted, month: number, item: UsageItem | undefined): Counting => {
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
