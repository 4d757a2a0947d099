import type { RequestKey, RequestRecord, WebhookState } from '../core/request-record.ts'
import { openEntry } from './request-items.ts'
import type { RequestTable } from './request-table.ts'

/** What became of a worker's wish to deliver a webhook. */
export type WebhookClaim =
  /** `record.webhook.leaseUntilMs` is the lease. */
  | { kind: 'started'; record: RequestRecord }
  /** Another worker is at it until then; Unix ms. */
  | { kind: 'leased'; untilMs: number }
  /** Its next attempt is due later; Unix ms. */
  | { kind: 'early'; dueMs: number }
  /** Delivered, given up, or not to be sent: nothing to do. */
  | { kind: 'closed'; record: RequestRecord }
  | { kind: 'absent' }

export interface WebhookStates {
  /** Takes the lease of the next attempt of a pending webhook that is due. */
  startWebhookAttempt(key: RequestKey, leaseUntilMs: number): Promise<WebhookClaim>
  /**
   * Records the attempt of a record from `startWebhookAttempt` and gives the lease back; `nextAttemptMs` belongs to `pending`.
   * False: the lease was lost to another worker, nothing is recorded.
   */
  endWebhookAttempt(
    started: RequestRecord,
    webhook: Pick<WebhookState, 'status' | 'attempts' | 'nextAttemptMs'>,
  ): Promise<boolean>
  /** Makes the webhook of a done request pending again, due now, whatever became of it. False: there is none. */
  reopenWebhook(key: RequestKey): Promise<boolean>
}

/** A message may arrive that much before its time: queues count in seconds. */
const earlyMs = 1_000

const toSeconds = (ms: number) => Math.floor(ms / 1000)

export const createWebhookStates = ({ update, find }: RequestTable, nowMs: () => number): WebhookStates => ({
  async startWebhookAttempt(key, leaseUntilMs) {
    const record = await update(key, {
      set: { 'webhook.leaseUntilMs': leaseUntilMs },
      condition:
        '#status = :done AND #webhook.#status = :pending AND #webhook.#nextAttemptMs <= :due AND (attribute_not_exists(#webhook.#leaseUntilMs) OR #webhook.#leaseUntilMs <= :now)',
      values: { done: 'done', pending: 'pending', due: nowMs() + earlyMs, now: nowMs() },
    })
    return record ? { kind: 'started', record } : toRefusal(await find(key), nowMs())
  },

  async endWebhookAttempt(started, { status, attempts, nextAttemptMs }) {
    const isOpen = status === 'pending' && nextAttemptMs !== undefined
    const next = isOpen && {
      'webhook.nextAttemptMs': nextAttemptMs,
      ...openEntry('webhook', started, toSeconds(nextAttemptMs)),
    }
    const written = await update(started, {
      set: { 'webhook.status': status, 'webhook.attempts': attempts, ...next },
      remove: [
        'webhook.leaseUntilMs',
        ...(isOpen ? [] : ['webhook.nextAttemptMs', 'openShard', 'openSince']),
      ],
      condition: '#webhook.#leaseUntilMs = :lease',
      values: { lease: started.webhook?.leaseUntilMs },
    })
    return written !== undefined
  },

  async reopenWebhook(key) {
    const written = await update(key, {
      set: {
        'webhook.status': 'pending',
        'webhook.nextAttemptMs': nowMs(),
        ...openEntry('webhook', key, toSeconds(nowMs())),
      },
      condition: '#status = :done AND attribute_exists(#webhook)',
      values: { done: 'done' },
    })
    return written !== undefined
  },
})

const toRefusal = (record: RequestRecord | undefined, nowMs: number): WebhookClaim => {
  if (!record) return { kind: 'absent' }
  const { status, nextAttemptMs = 0, leaseUntilMs = 0 } = record.webhook ?? {}
  if (status !== 'pending') return { kind: 'closed', record }
  if (nextAttemptMs > nowMs + earlyMs) return { kind: 'early', dueMs: nextAttemptMs }
  return { kind: 'leased', untilMs: Math.max(leaseUntilMs, nowMs) }
}
