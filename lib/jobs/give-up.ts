import {
  type DeliveryAttempt,
  pendingDelivery,
  type RequestKey,
  type RequestRecord,
} from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Announcer } from './events/announcer.ts'
import type { MessageResult } from './message.ts'

/** A webhook that is still not attempted after this time is given up. */
export const overdueSecondsMax = 48 * 3600

interface GiveUpDeps {
  requests: Pick<RequestStore, 'failDelivery'>
  queues: Pick<Queues, 'sendWebhook'>
  announcer: Pick<Announcer, 'announceGivenUp'>
  nowMs: () => number
}

/** Fails the pending delivery of a record. Queues the webhook that waited for an upload. Returns false if an attempt is in progress. */
export const giveUpDelivery = async (
  { requests, queues, announcer, nowMs }: GiveUpDeps,
  record: RequestRecord,
  error: string,
): Promise<boolean> => {
  const attempt = { time: toSeconds(nowMs()), durationMs: 0, error }
  const isGivenUp = await requests.failDelivery(record, attempt)
  if (!isGivenUp) return false
  if (pendingDelivery(record) === 'upload' && record.webhook?.status === 'waiting')
    await queues.sendWebhook(record)
  await announcer.announceGivenUp(withEnd(record, attempt))
  return true
}

const withEnd = (record: RequestRecord, attempt: DeliveryAttempt): RequestRecord => {
  const name = pendingDelivery(record) ?? 'webhook'
  const state = record[name]
  return state
    ? { ...record, [name]: { ...state, status: 'failed', attempts: [...state.attempts, attempt] } }
    : record
}

interface Deps extends GiveUpDeps {
  requests: Pick<RequestStore, 'find' | 'failDelivery'>
}

/** A worker may be processing the webhook through another message. */
const leasedSeconds = 60

/**
 * Returns whether the message was of an upload, which ended, and not of the webhook that followed it. The queue delivers a message twice, or
 * again after a crash.
 */
const isOfUpload = ({ upload, webhook }: RequestRecord, nowMs: number) =>
  upload !== undefined &&
  (webhook?.attemptCount ?? 0) === 0 &&
  nowMs - (webhook?.nextAttemptMs ?? 0) <= overdueSecondsMax * 1000

/** Fails an upload or a webhook whose message exhausted its receives. Otherwise its record would stay `pending` indefinitely. */
export const createGiveUp =
  (deps: Deps) =>
  async (key: RequestKey): Promise<MessageResult> => {
    const record = await deps.requests.find(key)
    if (!record) return { outcome: 'absent' }
    const delivery = pendingDelivery(record)
    if (!delivery) {
      // A crash may have left it to this message.
      await deps.announcer.announceGivenUp(record)
      return { outcome: 'closed' }
    }
    if (delivery === 'webhook' && isOfUpload(record, deps.nowMs())) {
      await deps.queues.sendWebhook(record)
      return { outcome: 'closed' }
    }
    const isGivenUp = await giveUpDelivery(deps, record, 'The service could not deliver it.')
    return isGivenUp
      ? { outcome: 'failed', ...(delivery === 'upload' && { fields: { delivery } }) }
      : { outcome: 'leased', retrySeconds: leasedSeconds }
  }
