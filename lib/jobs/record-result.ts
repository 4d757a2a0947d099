import { describeCause } from '../core/describe-cause.ts'
import type { Hit } from '../core/open-hits.ts'
import type { StoredResult } from '../core/stored-result.ts'
import type { Logger } from '../logger.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { RenderRequest } from './render-request.ts'

export interface RecordResultDeps {
  requests: Pick<RequestStore, 'putDone'>
  queues: Pick<Queues, 'sendWebhook'>
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

export type RecordResult = (
  request: RenderRequest,
  result: StoredResult,
  facts: {
    /** The hit that the request holds. */
    hit?: Hit | undefined
  },
) => Promise<void>

/** A webhook comes after the answer that gives its caller the request's id (decisions 7.3); the function is frozen once that is out. */
const webhookDelaySeconds = 1

/** Writes the record of a synchronous request whose result is stored, and queues its webhook; it is delivered after the answer. */
export const createRecordResult =
  ({ requests, queues, nowMs, log }: RecordResultDeps): RecordResult =>
  async ({ requestId, account, operation, options, createdMs }, result, { hit }) => {
    const { webhook_url: url, webhook_signed: signed, external_id: externalId } = options
    await requests.putDone({
      accountId: account.id,
      id: requestId,
      operation: operation.id,
      created: Math.floor(createdMs / 1000),
      finished: Math.floor(nowMs() / 1000),
      result,
      counted: hit !== undefined,
      hit,
      externalId,
      webhook: url === undefined ? undefined : { url, signed },
    })
    if (url === undefined) return
    try {
      await queues.sendWebhook({ accountId: account.id, requestId }, webhookDelaySeconds)
    } catch (error) {
      // The record says that the webhook is pending, so that the sweep queues it again.
      log.warn({ requestId, cause: describeCause(error) }, 'webhook not queued')
    }
  }
