import {
  type DeliveryAttempt,
  type DeliveryName,
  type DeliveryState,
  pendingDelivery,
  type RequestKey,
  type RequestRecord,
} from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { withoutSecrets } from '../schema/http-url.ts'
import { beginDelivery, clockSkewMs, openEntry } from './request-items.ts'
import type { RequestTable } from './request-table.ts'

/** The outcome of a worker's claim to upload a file or to deliver a webhook. */
export type DeliveryClaim =
  /** The `leaseUntilMs` of the delivery is the lease. */
  | { kind: 'started'; name: DeliveryName; record: RequestRecord }
  /** Another worker holds the lease until then; Unix ms. */
  | { kind: 'leased'; untilMs: number }
  /** Its next attempt is due later; Unix ms. */
  | { kind: 'early'; dueMs: number }
  /** Delivered, given up, or not to be sent. No delivery is needed. */
  | { kind: 'closed'; record: RequestRecord }
  | { kind: 'absent' }

export interface DeliveryStates {
  /** Takes the lease of the next attempt of a pending upload or webhook that is due. */
  startDeliveryAttempt(key: RequestKey, leaseUntilMs: number): Promise<DeliveryClaim>
  /**
   * Records the attempt of a record from `startDeliveryAttempt` and releases the lease; `nextAttemptMs` belongs to `pending`.
   * The webhook that waits for an upload becomes pending with the end of the upload.
   * Returns false, and records nothing, if another worker holds the lease.
   */
  endDeliveryAttempt(started: RequestRecord, end: DeliveryEnd): Promise<boolean>
  /**
   * Makes the webhook of an ended request pending and due now, at the start of its schedule, regardless of its state.
   * Returns undefined if the request has no webhook, or an attempt or its upload is in progress.
   */
  reopenWebhook(key: RequestKey): Promise<RequestRecord | undefined>
  /** pending → failed without an attempt, with the reason. Returns false if it is not pending or an attempt is in progress. */
  failDelivery(record: RequestRecord, reason: DeliveryAttempt): Promise<boolean>
}

type DeliveryEnd = Pick<DeliveryState, 'status' | 'attempts' | 'nextAttemptMs'> &
  Required<Pick<DeliveryState, 'attemptCount' | 'seriesCount'>>

/** A message may arrive this much early, because queues count in seconds. */
const earlyMs = 1_000

/** No worker holds the next attempt. */
const isFree = (name: DeliveryName) =>
  `(attribute_not_exists(#${name}.#leaseUntilMs) OR #${name}.#leaseUntilMs <= :now)`

/** No worker holds it, or a worker took its lease before the clock was set back. */
const isFreeFor = (name: DeliveryName) => `(${isFree(name)} OR #${name}.#leaseUntilMs > :latest)`

/** Returns how the record changes when a delivery has ended: what it gains, and what only a pending delivery has. */
const endDelivery = (name: DeliveryName, record: RequestRecord, nowMs: number) => {
  const ended = [`${name}.leaseUntilMs`, `${name}.nextAttemptMs`]
  const isNext = name === 'upload' && record.webhook?.status === 'waiting'
  return {
    set: {
      ...(name === 'upload' && { 'upload.url': withoutSecrets(record.upload?.url ?? '') }),
      ...(isNext && beginDelivery('webhook', record, nowMs)),
    },
    remove: isNext ? ended : [...ended, 'openShard', 'openSince'],
  }
}

export const createDeliveryStates = (table: RequestTable, nowMs: () => number): DeliveryStates => ({
  ...createStart(table, nowMs),
  ...createEnds(table, nowMs),
})

const createStart = (
  { update, find }: RequestTable,
  nowMs: () => number,
): Pick<DeliveryStates, 'startDeliveryAttempt'> => ({
  async startDeliveryAttempt(key, leaseUntilMs) {
    const start = async (name: DeliveryName, due: number): Promise<DeliveryClaim | undefined> => {
      const record = await update(key, {
        set: { [`${name}.leaseUntilMs`]: leaseUntilMs },
        condition: `#${name}.#status = :pending AND #${name}.#nextAttemptMs <= :due AND ${isFreeFor(name)}`,
        values: { pending: 'pending', due, now: nowMs(), latest: leaseUntilMs + clockSkewMs },
      })
      return record && { kind: 'started', name, record }
    }
    const started = await start('webhook', nowMs() + earlyMs)
    if (started) return started
    const refused = await find(key)
    if (!refused) return { kind: 'absent' }
    const name = pendingDelivery(refused)
    if (!name) return { kind: 'closed', record: refused }
    const isLater = wasPlannedLater(refused, name, nowMs())
    const due = isLater ? nextAttemptOf(refused, name) : nowMs() + earlyMs
    const startedLater = (isLater || name === 'upload') && (await start(name, due))
    return startedLater || toRefusal(refused, name, nowMs())
  },
})

const createEnds = (
  { update }: RequestTable,
  nowMs: () => number,
): Omit<DeliveryStates, 'startDeliveryAttempt'> => ({
  async endDeliveryAttempt(started, { status, attempts, attemptCount, seriesCount, nextAttemptMs }) {
    const name = pendingDelivery(started) ?? 'webhook'
    const { set, remove } =
      status === 'pending' && nextAttemptMs !== undefined
        ? {
            set: {
              [`${name}.nextAttemptMs`]: nextAttemptMs,
              ...openEntry('webhook', started, toSeconds(nextAttemptMs)),
            },
            remove: [`${name}.leaseUntilMs`],
          }
        : endDelivery(name, started, nowMs())
    const written = await update(started, {
      set: {
        [`${name}.status`]: status,
        [`${name}.attempts`]: attempts,
        [`${name}.attemptCount`]: attemptCount,
        [`${name}.seriesCount`]: seriesCount,
        ...set,
      },
      remove,
      condition: `#${name}.#leaseUntilMs = :lease`,
      values: { lease: started[name]?.leaseUntilMs },
    })
    return written !== undefined
  },

  reopenWebhook: (key) =>
    update(key, {
      set: {
        'webhook.seriesCount': 0,
        ...beginDelivery('webhook', key, nowMs()),
      },
      condition: `(#status = :done OR (#status = :failed AND #webhook.#errors = :true)) AND attribute_exists(#webhook) AND #webhook.#status <> :waiting AND ${isFree('webhook')}`,
      values: { done: 'done', failed: 'failed', waiting: 'waiting', true: true, now: nowMs() },
    }),

  async failDelivery(record, reason) {
    const name = pendingDelivery(record) ?? 'webhook'
    const { set, remove } = endDelivery(name, record, nowMs())
    const written = await update(record, {
      set: {
        [`${name}.status`]: 'failed',
        [`${name}.attempts`]: [...(record[name]?.attempts ?? []), reason],
        ...set,
      },
      remove,
      condition: `#${name}.#status = :pending AND ${isFree(name)}`,
      values: { pending: 'pending', now: nowMs() },
    })
    return written !== undefined
  },
})

const nextAttemptOf = (record: RequestRecord, name: DeliveryName) => record[name]?.nextAttemptMs ?? 0

/** Returns whether the clock was set back since the next attempt was planned. The first attempt of a series has no wait. */
const wasPlannedLater = (record: RequestRecord, name: DeliveryName, nowMs: number) => {
  const { seriesCount = 0, attempts = [] } = record[name] ?? {}
  if (nextAttemptOf(record, name) <= nowMs) return false
  if (seriesCount === 0) return true
  return (attempts.at(-1)?.time ?? record.finished ?? 0) * 1000 > nowMs + clockSkewMs
}

const toRefusal = (record: RequestRecord, name: DeliveryName, nowMs: number): DeliveryClaim => {
  const { nextAttemptMs = 0, leaseUntilMs = 0 } = record[name] ?? {}
  if (nextAttemptMs > nowMs + earlyMs) return { kind: 'early', dueMs: nextAttemptMs }
  return { kind: 'leased', untilMs: Math.max(leaseUntilMs, nowMs) }
}
