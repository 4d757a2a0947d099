import { pendingDelivery, type RequestKey } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { RequestStore } from '../store/requests.ts'
import type { MessageResult } from './message.ts'

interface Deps {
  requests: Pick<RequestStore, 'find' | 'giveUpWebhook'>
  nowMs: () => number
}

/** A worker may be processing the webhook through another message. */
const leasedSeconds = 60

/** Fails a webhook whose message exhausted its receives. Otherwise its record would stay `pending` indefinitely. */
export const createGiveUpWebhook =
  ({ requests, nowMs }: Deps) =>
  async (key: RequestKey): Promise<MessageResult> => {
    const record = await requests.find(key)
    if (!record) return { outcome: 'absent' }
    if (!pendingDelivery(record)) return { outcome: 'closed' }
    const time = toSeconds(nowMs())
    const error = 'The service could not deliver it.'
    const isGivenUp = await requests.giveUpWebhook(record, { time, durationMs: 0, error })
    return isGivenUp ? { outcome: 'failed' } : { outcome: 'leased', retrySeconds: leasedSeconds }
  }
