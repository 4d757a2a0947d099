import {
  countedKey,
  countersMax,
  type HitDays,
  isKeyCounted,
  toCounter,
  toCounters,
  toFailureCounter,
} from '../core/access/hit-days.ts'
import { countersOf, type Hit, toHitId } from '../core/access/open-hits.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { ItemChange } from './table.ts'
import type { UsageItem } from './usage-item.ts'

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
  /** How long it may be open. */
  openMs: number
  atMs: number
}

export interface RefundTerms {
  hit: Hit
  fence: number
  /** If the page made the render fail: how many such renders a day are free. */
  freeFailures?: number | undefined
}

/** Joins changes of one item, and their conditions. */
const joined = (...parts: readonly Partial<ItemChange>[]): ItemChange => ({
  set: Object.assign({}, ...parts.map(({ set }) => set)),
  count: Object.assign({}, ...parts.map(({ count }) => count)),
  add: Object.assign({}, ...parts.map(({ add }) => add)),
  remove: parts.flatMap(({ remove = [] }) => remove),
  condition: parts.flatMap(({ condition }) => condition || []).join(' AND '),
  names: Object.assign({}, ...parts.map(({ names }) => names)),
  values: Object.assign({}, ...parts.map(({ values }) => values)),
})

export const keepHit = (hitId: string): ItemChange => ({
  remove: ['openHits.hit'],
  condition: 'attribute_exists(#openHits)',
  names: { hit: hitId },
})

/** Counts one more, or one less, in each counter of a hit. A day's counter can be missing only if the clock of a function was wrong. */
const counting = (counters: readonly string[], change: 1 | -1) => ({
  count: Object.fromEntries(counters.map((_counter, index) => [`hitDays.counter${index}`, change])),
  names: Object.fromEntries(counters.map((counter, index) => [`counter${index}`, counter])),
})

/** No longer counts a hit. */
const uncounting = (hitId: string) => joined({ count: { hits: -1 } }, counting(countersOf(hitId), -1))

const failureCounterOf = (hitId: string) => toFailureCounter(countersOf(hitId)[0] ?? '')

/** Whether the free failures of the hit's day are used up. */
export const hasNoFreeFailure = (
  hitId: string,
  freeFailures: number | undefined,
  item: UsageItem | undefined,
): boolean => freeFailures !== undefined && (item?.hitDays?.[failureCounterOf(hitId)] ?? 0) >= freeFailures

/** A part of a refund that counts a free failure, if one is left. */
const countFailure = (hitId: string, freeFailures: number | undefined): Partial<ItemChange> =>
  freeFailures === undefined
    ? {}
    : {
        count: { 'hitDays.failures': 1 },
        condition:
          ':none < :free AND (attribute_not_exists(#hitDays.#failures) OR #hitDays.#failures < :free)',
        names: { failures: failureCounterOf(hitId) },
        values: { free: freeFailures, none: 0 },
      }

/** @param freeFailures if the page made the render fail */
export const refundHit = (hitId: string, freeFailures?: number): ItemChange =>
  joined(
    keepHit(hitId),
    { condition: 'attribute_exists(#openHits.#hit)' },
    uncounting(hitId),
    countFailure(hitId, freeFailures),
  )

export const owedRefundUpdate = (requestId: string, { hit, fence, freeFailures }: RefundTerms): ItemChange =>
  joined(uncounting(hit.id), countFailure(hit.id, freeFailures), {
    add: { hitsInReturn: new Set([requestId]) },
    remove: ['openHits.hit'],
    condition: `#hitMonth = :month AND #hits > :none AND NOT contains(#hitsInReturn, :id) AND ${
      fence === 0 ? 'attribute_not_exists(#hitReturns)' : '#hitReturns = :fence'
    }`,
    names: { hit: hit.id },
    values: { month: hit.month, none: 0, id: requestId, ...(fence !== 0 && { fence }) },
  })

/** A write that counts a hit, and the hit that it opens. */
interface Counting {
  hit: Hit
  change: ItemChange
}

const toHit = ({ request, nonce, openMs, atMs }: Wanted, month: number, hitDays?: HitDays) => {
  const { id, operation } = request
  const keyId = countedKey(hitDays, request.keyId)
  const counter = toCounter(operation, month, atMs)
  const hit = { id: toHitId(id, { nonce, counter, keyId }), month }
  return { hit, counters: toCounters(counter, keyId), untilMs: atMs + openMs }
}

const addDays = (counters: readonly string[]): Partial<ItemChange> => ({
  ...counting(counters, 1),
  ...(isKeyCounted(counters) && {
    condition: '(attribute_exists(#hitDays.#counter1) OR size(#hitDays) < :countersMax)',
    values: { countersMax },
  }),
})

/** Counts a hit in a month that has begun. @param item as stored, if it was read */
export const countHit = (wanted: Wanted, month: number, item?: UsageItem): Counting => {
  const { hit, counters, untilMs } = toHit(wanted, month, item?.hitDays)
  const change = joined(
    {
      set: { 'openHits.hit': untilMs },
      count: { hits: 1 },
      condition: '#hitMonth = :month AND #hits < :quota AND attribute_not_exists(#openHits.#hit)',
      names: { hit: hit.id },
      values: { month, quota: wanted.quota },
    },
    addDays(counters),
  )
  return { hit, change }
}

/**
 * A month that is stored and neither this one nor the next is over, or was written by a clock that was wrong. Its open hits and
 * refunds end with it; the counter makes every refund that was begun read again.
 */
export const openMonth = (wanted: Wanted, month: number, item: UsageItem | undefined): Counting => {
  const { hit, counters, untilMs } = toHit(wanted, month)
  const isFirst = item?.hitMonth === undefined
  const change: ItemChange = {
    set: {
      hitMonth: month,
      hits: 1,
      openHits: { [hit.id]: untilMs },
      hitDays: Object.fromEntries(counters.map((counter) => [counter, 1])),
    },
    count: { hitReturns: 1 },
    // Earlier versions had the renders in progress here.
    remove: ['hitsInReturn', 'renders'],
    condition: isFirst ? 'attribute_not_exists(#hitMonth)' : '#hitMonth = :seenMonth AND #hits = :seenHits',
    ...(!isFirst && { values: { seenMonth: item.hitMonth, seenHits: item.hits } }),
  }
  return { hit, change }
}
