import type { Hit } from '../core/access/open-hits.ts'
import type { RequestError } from '../core/requests/request-record.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { toWebhook } from '../core/requests/to-webhook.ts'
import { describeCause } from '../core/telemetry/describe-cause.ts'
import type { Logger } from '../logger.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { RenderRequest } from './render-request.ts'

export interface RecordResultDeps {
  requests: Pick<RequestStore, 'putDone' | 'putFailed'>
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

export type RecordFailure = (request: RenderRequest, error: RequestError) => Promise<void>

/** Writes the record of a synchronous request whose result is stored, and queues its webhook; it is delivered after the answer. */
export const createRecordResult =
  (deps: RecordResultDeps): RecordResult =>
  async (request, result, { hit }) => {
    const { requests, nowMs } = deps
    await requests.putDone({
      ...toNewRequest(request),
      finished: toSeconds(nowMs()),
      result,
      counted: hit !== undefined,
      hit,
    })
    await queueWebhook(deps, request)
  }

/** Writes the record of a synchronous request that failed and announces failures, and queues its webhook. */
export const createRecordFailure =
  (deps: RecordResultDeps): RecordFailure =>
  async (request, error) => {
    const { requests, nowMs } = deps
    await requests.putFailed({
      ...toNewRequest(request),
      finished: toSeconds(nowMs()),
      error,
      counted: false,
    })
    await queueWebhook(deps, request)
  }

const toSeconds = (ms: number) => Math.floor(ms / 1000)

const toNewRequest = ({ requestId, account, operation, options, createdMs }: RenderRequest) => ({
  accountId: account.id,
  id: requestId,
  operation: operation.id,
  created: toSeconds(createdMs),
  externalId: options.external_id,
  webhook: toWebhook(options),
})

const queueWebhook = async (
  { queues, log }: RecordResultDeps,
  { requestId, account, options }: RenderRequest,
) => {
  if (options.webhook_url === undefined) return
  try {
    await queues.sendWebhook({ accountId: account.id, requestId }, webhookDelaySeconds)
  } catch (error) {
    // The record says that the webhook is pending, so that the sweep queues it again.
    log.warn({ requestId, cause: describeCause(error) }, 'webhook not queued')
  }
}
