import type {
  RequestKey,
  RequestRecord,
  WebhookAttempt,
  WebhookState,
} from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { clockSkewMs, openEntry } from './request-items.ts'
import type { RequestTable } from './request-table.ts'

/** The outcome of a worker's claim to deliver a webhook. */
export type WebhookClaim =
  /** `record.webhook.leaseUntilMs` is the lease. */
  | { kind: 'started'; record: RequestRecord }
  /** Another worker holds the lease until then; Unix ms. */
  | { kind: 'leased'; untilMs: number }
  /** Its next attempt is due later; Unix ms. */
  | { kind: 'early'; dueMs: number }
  /** Delivered, given up, or not to be sent. No delivery is needed. */
  | { kind: 'closed'; record: RequestRecord }
  | { kind: 'absent' }

export interface WebhookStates {
  /** Takes the lease of the next attempt of a pending webhook that is due. */
  startWebhookAttempt(key: RequestKey, leaseUntilMs: number): Promise<WebhookClaim>
  /**
   * Records the attempt of a record from `startWebhookAttempt` and releases the lease; `nextAttemptMs` belongs to `pending`.
   * Returns false, and records nothing, if another worker holds the lease.
   */
  endWebhookAttempt(started: RequestRecord, webhook: WebhookEnd): Promise<boolean>
  /**
   * Makes the webhook of an ended request pending and due now, at the start of its schedule, regardless of its state.
   * Returns undefined if the request has no webhook or an attempt is in progress.
   */
  reopenWebhook(key: RequestKey): Promise<RequestRecord | undefined>
  /** pending → failed without an attempt, with the reason. Returns false if it is not pending or an attempt is in progress. */
  giveUpWebhook(record: RequestRecord, reason: WebhookAttempt): Promise<boolean>
}

type WebhookEnd = Pick<WebhookState, 'status' | 'attempts' | 'nextAttemptMs'> &
  Required<Pick<WebhookState, 'attemptCount' | 'seriesCount'>>

/** A message may arrive this much early, because queues count in seconds. */
const earlyMs = 1_000

/** No worker holds the next attempt. */
const isFree = '(attribute_not_exists(#webhook.#leaseUntilMs) OR #webhook.#leaseUntilMs <= :now)'

/** No worker holds it, or a worker took its lease before the clock was set back. */
const isFreeFor = `(${isFree} OR #webhook.#leaseUntilMs > :latest)`

/** The attributes that only a pending webhook has. */
const openAttributes = ['webhook.leaseUntilMs', 'webhook.nextAttemptMs', 'openShard', 'openSince']

export const createWebhookStates = ({ update, find }: RequestTable, nowMs: () => number): WebhookStates => ({
  async startWebhookAttempt(key, leaseUntilMs) {
    const start = (due: number) =>
      update(key, {
        set: { 'webhook.leaseUntilMs': leaseUntilMs },
        condition: `#webhook.#status = :pending AND #webhook.#nextAttemptMs <= :due AND ${isFreeFor}`,
        values: { pending: 'pending', due, now: nowMs(), latest: leaseUntilMs + clockSkewMs },
      })
    const record = await start(nowMs() + earlyMs)
    if (record) return { kind: 'started', record }
    const refused = await find(key)
    const setBack = refused && wasPlannedLater(refused, nowMs()) && (await start(nextAttemptOf(refused)))
    return setBack ? { kind: 'started', record: setBack } : toRefusal(refused, nowMs())
  },

  async endWebhookAttempt(started, { status, attempts, attemptCount, seriesCount, nextAttemptMs }) {
    const isOpen = status === 'pending' && nextAttemptMs !== undefined
    const next = isOpen && {
      'webhook.nextAttemptMs': nextAttemptMs,
      ...openEntry('webhook', started, toSeconds(nextAttemptMs)),
    }
    const written = await update(started, {
      set: {
        'webhook.status': status,
        'webhook.attempts': attempts,
        'webhook.attemptCount': attemptCount,
        'webhook.seriesCount': seriesCount,
        ...next,
      },
      remove: isOpen ? ['webhook.leaseUntilMs'] : openAttributes,
      condition: '#webhook.#leaseUntilMs = :lease',
      values: { lease: started.webhook?.leaseUntilMs },
    })
    return written !== undefined
  },

  reopenWebhook: (key) =>
    update(key, {
      set: {
        'webhook.status': 'pending',
        'webhook.seriesCount': 0,
        'webhook.nextAttemptMs': nowMs(),
        ...openEntry('webhook', key, toSeconds(nowMs())),
      },
      condition: `(#status = :done OR (#status = :failed AND #webhook.#errors = :true)) AND attribute_exists(#webhook) AND ${isFree}`,
      values: { done: 'done', failed: 'failed', true: true, now: nowMs() },
    }),

  async giveUpWebhook(record, reason) {
    const written = await update(record, {
      set: {
        'webhook.status': 'failed',
        'webhook.attempts': [...(record.webhook?.attempts ?? []), reason],
      },
      remove: openAttributes,
      condition: `#webhook.#status = :pending AND ${isFree}`,
      values: { pending: 'pending', now: nowMs() },
    })
    return written !== undefined
  },
})

const nextAttemptOf = ({ webhook }: Pick<RequestRecord, 'webhook'>) => webhook?.nextAttemptMs ?? 0

/** Returns whether the clock was set back since the next attempt was planned. The first attempt of a series has no wait. */
const wasPlannedLater = ({ webhook, finished = 0 }: RequestRecord, nowMs: number) => {
  if (webhook?.status !== 'pending' || nextAttemptOf({ webhook }) <= nowMs) return false
  if ((webhook.seriesCount ?? 0) === 0) return true
  return (webhook.attempts.at(-1)?.time ?? finished) * 1000 > nowMs + clockSkewMs
}

const toRefusal = (record: RequestRecord | undefined, nowMs: number): WebhookClaim => {
  if (!record) return { kind: 'absent' }
  const { status, nextAttemptMs = 0, leaseUntilMs = 0 } = record.webhook ?? {}
  if (status !== 'pending') return { kind: 'closed', record }
  if (nextAttemptMs > nowMs + earlyMs) return { kind: 'early', dueMs: nextAttemptMs }
  return { kind: 'leased', untilMs: Math.max(leaseUntilMs, nowMs) }
}
