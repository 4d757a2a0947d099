import {
  countedKey,
  countersMax,
  type HitDays,
  isKeyCounted,
  toCounter,
  toCounters,
  toFailureCounter,
} from '../core/access/hit-days.ts'
import {
  countersOf,
  type Hit,
  openHitMs,
  openQueuedHitMs,
  renderOf,
  toHitId,
} from '../core/access/open-hits.ts'
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
  /** The most renders in progress, if this hit begins one. The hit of a request that is queued does not. */
  concurrency: number | undefined
  atMs: number
}

export interface RefundTerms {
  month: number
  fence: number
  hitId?: string | undefined
  /** If the page made the render fail: how many such renders a day are free. */
  freeFailures?: number | undefined
}

const closing = 'REMOVE openHits.#hit, renders.#render'

const namesOf = (hitId: string) => ({ '#hit': hitId, '#render': renderOf(hitId) })

/** Also ends the render that began with the hit, which continues when the month of the hit is over. */
export const keepHit = (hitId: string): UsageUpdate => ({
  UpdateExpression: closing,
  ConditionExpression: 'attribute_exists(openHits) AND attribute_exists(renders)',
  ExpressionAttributeNames: namesOf(hitId),
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

const failureCounterOf = (hitId: string | undefined) => {
  const [counter] = hitId === undefined ? [] : countersOf(hitId)
  return counter === undefined ? undefined : toFailureCounter(counter)
}

/** Whether the free failures of the hit's day are used up. */
export const hasNoFreeFailure = (
  { hitId, freeFailures }: Pick<RefundTerms, 'hitId' | 'freeFailures'>,
  item: UsageItem | undefined,
): boolean => {
  const counter = failureCounterOf(hitId)
  if (freeFailures === undefined || counter === undefined) return false
  return freeFailures === 0 || (item?.hitDays?.[counter] ?? 0) >= freeFailures
}

/** A part of a refund that counts a free failure, if one is left. */
const countFailure = ({ hitId, freeFailures }: Pick<RefundTerms, 'hitId' | 'freeFailures'>): Part => {
  const counter = failureCounterOf(hitId)
  if (freeFailures === undefined || counter === undefined)
    return { set: '', condition: '', names: {}, values: {} }
  const path = 'hitDays.#failures'
  return {
    set: `, ${path} = if_not_exists(${path}, :none) + :one`,
    condition: ` AND :none < :free AND (attribute_not_exists(${path}) OR ${path} < :free)`,
    names: { '#failures': counter },
    values: { ':free': freeFailures, ':none': 0 },
  }
}

/** Also ends the render that began with the hit. @param freeFailures if the page made the render fail */
export const refundHit = (hitId: string, freeFailures?: number): UsageUpdate => {
  const { assignment, names } = uncounting(hitId)
  const failure = countFailure({ hitId, freeFailures })
  return {
    UpdateExpression: `SET ${assignment}${failure.set} ${closing}`,
    ExpressionAttributeValues: { ':one': 1, ...failure.values },
    ConditionExpression: `attribute_exists(openHits.#hit) AND attribute_exists(renders)${failure.condition}`,
    ExpressionAttributeNames: { ...namesOf(hitId), ...names, ...failure.names },
  }
}

export const owedRefundUpdate = (id: string, terms: RefundTerms): UsageUpdate => {
  const { month, fence, hitId } = terms
  const { assignment, names } = uncounting(hitId)
  const failure = countFailure(terms)
  return {
    UpdateExpression: `SET ${assignment}${failure.set} ADD hitsInReturn :ids${hitId === undefined ? '' : ' REMOVE openHits.#hit'}`,
    ConditionExpression: `hitMonth = :month AND hits > :none AND NOT contains(hitsInReturn, :id) AND ${
      fence === 0 ? 'attribute_not_exists(hitReturns)' : 'hitReturns = :fence'
    }${failure.condition}`,
    ...(hitId !== undefined && { ExpressionAttributeNames: { '#hit': hitId, ...names, ...failure.names } }),
    ExpressionAttributeValues: {
      ':one': 1,
      ':none': 0,
      ':month': month,
      ':id': id,
      ':ids': new Set([id]),
      ...(fence !== 0 && { ':fence': fence }),
      ...failure.values,
    },
  }
}

/** A write that counts a hit, and the hit that it opens. */
interface Counting {
  hit: Hit
  change: UsageUpdate
}

const toHit = ({ request, nonce, concurrency, atMs }: Wanted, month: number, hitDays?: HitDays) => {
  const { id, operation } = request
  const keyId = countedKey(hitDays, request.keyId)
  const counter = toCounter(operation, month, atMs)
  const hit = { id: toHitId(id, { nonce, counter, keyId }), month }
  const openMs = concurrency === undefined ? openQueuedHitMs : openHitMs
  return { hit, counters: toCounters(counter, keyId), untilMs: atMs + openMs }
}

const toFirst = (counters: readonly string[]) => Object.fromEntries(counters.map((counter) => [counter, 1]))

/** A part of an update, which may set and require nothing. */
interface Part {
  set: string
  condition: string
  names: Record<string, string>
  values: Record<string, unknown>
}

const toUpdate = (...parts: Part[]) => {
  const names = Object.assign({}, ...parts.map((part) => part.names))
  return {
    UpdateExpression: `SET ${parts.flatMap(({ set }) => set || []).join(', ')}`,
    ConditionExpression: parts.flatMap(({ condition }) => condition || []).join(' AND '),
    ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
    ExpressionAttributeValues: Object.assign({}, ...parts.map(({ values }) => values)),
  } satisfies UsageUpdate
}

const addOpen = ({ id }: Hit, untilMs: number): Part => ({
  set: 'openHits.#hit = :until',
  condition: 'attribute_not_exists(openHits.#hit)',
  names: { '#hit': id },
  values: { ':until': untilMs },
})

/** A render that is to begin. */
export interface NewRender {
  /** Random. */
  name: string
  /** Unix ms. Its process has ended by then. */
  untilMs: number
  /** The most that may be in progress. Without it, none begins. */
  concurrency: number | undefined
}

const addRender = ({ name, untilMs, concurrency }: NewRender): Part =>
  concurrency === undefined
    ? { set: '', condition: 'attribute_exists(renders)', names: {}, values: {} }
    : {
        set: 'renders.#render = :renderUntil',
        condition: 'size(renders) < :concurrency',
        names: { '#render': name },
        values: { ':renderUntil': untilMs, ':concurrency': concurrency },
      }

/** The first hit of an account creates the list, also if 0.3 counted the hits before. */
const firstRenders = ({ name, untilMs, concurrency }: NewRender): Part => ({
  set: 'renders = :renders',
  condition: 'attribute_not_exists(renders)',
  names: {},
  values: { ':renders': concurrency === undefined ? {} : { [name]: untilMs } },
})

/** Ends renders, whether or not they are in progress. */
export const endRenders = (names: readonly string[]): UsageUpdate => ({
  UpdateExpression: `REMOVE ${names.map((_name, index) => `renders.#render${index}`).join(', ')}`,
  ConditionExpression: 'attribute_exists(renders)',
  ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#render${index}`, name])),
})

/** Begins a render whose hit is counted already. @param isFirst whether the item lists no renders yet */
export const beginRender = (render: NewRender, isFirst: boolean): UsageUpdate =>
  toUpdate(isFirst ? firstRenders(render) : addRender(render))

const renderOfHit = ({ id }: Hit, { concurrency }: Wanted, untilMs: number): NewRender => ({
  name: renderOf(id),
  untilMs,
  concurrency,
})

const addDays = (counters: readonly string[]): Part => {
  const { names, changes } = toChanges(counters, (path) => `if_not_exists(${path}, :none) + :one`)
  const part = { set: changes.join(', '), condition: '', names }
  if (!isKeyCounted(counters)) return { ...part, values: { ':none': 0 } }
  return {
    ...part,
    condition: '(attribute_exists(hitDays.#counter1) OR size(hitDays) < :countersMax)',
    values: { ':none': 0, ':countersMax': countersMax },
  }
}

/** Counts a hit in a month that has begun. @param item as stored, if it was read */
export const countHit = (wanted: Wanted, month: number, item?: UsageItem): Counting => {
  const { hit, counters, untilMs } = toHit(wanted, month, item?.hitDays)
  const render = renderOfHit(hit, wanted, untilMs)
  const change = toUpdate(
    {
      set: 'hits = hits + :one',
      condition: 'hitMonth = :month AND hits < :quota',
      names: {},
      values: { ':one': 1, ':month': month, ':quota': wanted.quota },
    },
    addOpen(hit, untilMs),
    addDays(counters),
    !item || item.renders ? addRender(render) : firstRenders(render),
  )
  return { hit, change }
}

/**
 * A month that is stored and neither this one nor the next is over, or was written by a clock that was wrong. Its open hits and
 * refunds end with it; the counter makes every refund that was begun read again.
 */
export const openMonth = (wanted: Wanted, month: number, item: UsageItem | undefined): Counting => {
  const { hit, counters, untilMs } = toHit(wanted, month)
  const render = renderOfHit(hit, wanted, untilMs)
  const isFirst = item?.hitMonth === undefined
  const { UpdateExpression, ...change } = toUpdate(
    {
      set: 'hitMonth = :month, hits = :one, openHits = :open, hitDays = :days',
      condition: isFirst ? 'attribute_not_exists(hitMonth)' : 'hitMonth = :seenMonth AND hits = :seenHits',
      names: {},
      values: {
        ':one': 1,
        ':month': month,
        ':open': { [hit.id]: untilMs },
        ':days': toFirst(counters),
        ...(!isFirst && { ':seenMonth': item.hitMonth, ':seenHits': item.hits }),
      },
    },
    item?.renders ? addRender(render) : firstRenders(render),
  )
  const ending = 'ADD hitReturns :one REMOVE hitsInReturn'
  return { hit, change: { ...change, UpdateExpression: `${UpdateExpression} ${ending}` } }
}
