import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import type { Hit } from '../core/access/open-hits.ts'
import type { RequestError, Upload } from '../core/requests/request-record.ts'
import { toSummary } from '../core/requests/request-summary.ts'
import { toStorageUpload } from '../core/requests/storage-object.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { toDeliveries } from '../core/requests/to-deliveries.ts'
import type { RenderReport } from '../core/telemetry/render-report.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import type { Account } from '../store/accounts.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Payer } from '../store/usage.ts'
import type { StoringRequest } from './results.ts'

/** A request whose caller waits for the response. */
export interface SynchronousRequest extends StoringRequest {
  operation: StoringRequest['operation'] & { id: RenderOperationId }
  /** Unix milliseconds. */
  createdMs: number
  account: Payer & Pick<Account, 'storage'>
  report: RenderReport
}

interface RecordResultDeps {
  requests: Pick<RequestStore, 'putDone' | 'putFailed'>
  queues: Pick<Queues, 'sendWebhook'>
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

export type RecordResult = (
  request: SynchronousRequest,
  result: StoredResult,
  /** The hit that the request holds. */
  hit?: Hit,
) => Promise<void>

/** The delay in seconds of a webhook, because the caller must receive the request id before the webhook arrives. The message is queued
 * before the response is sent, because Lambda freezes the function afterwards. */
const webhookDelaySeconds = 1

export type RecordFailure = (request: SynchronousRequest, error: RequestError) => Promise<void>

/** Writes the record of a synchronous request with a stored result, and queues its upload or webhook for after the response. */
export const createRecordResult =
  (deps: RecordResultDeps): RecordResult =>
  async (request, result, hit) => {
    const { requests, nowMs } = deps
    await requests.putDone({
      ...toNewRequest(request),
      ...toEnd(request, nowMs()),
      upload: uploadOf(request, result),
      result,
      counted: hit !== undefined,
      hit,
    })
    request.report.isRecorded = true
    if (uploadOf(request, result) ?? request.options.webhook_url) await queueWebhook(deps, request)
  }

/** Returns where the result of a request is uploaded to, if it is. */
export const uploadOf = (request: SynchronousRequest, result: StoredResult): Upload | undefined => {
  const { requestId: id, operation, createdMs, options } = request
  const named = { id, operation: operation.id, created: toSeconds(createdMs) }
  return toDeliveries(options).upload ?? toStorageUpload(request, named, result)
}

/** Writes the record of a failed synchronous request that announces failures, and queues its webhook. */
export const createRecordFailure =
  (deps: RecordResultDeps): RecordFailure =>
  async (request, error) => {
    const { requests, nowMs } = deps
    await requests.putFailed({
      ...toNewRequest(request),
      ...toEnd(request, nowMs()),
      error,
      counted: request.report.countedFailure !== undefined,
      hit: request.report.countedFailure,
    })
    request.report.isRecorded = true
    await queueWebhook(deps, request)
  }

const toEnd = ({ createdMs }: SynchronousRequest, nowMs: number) => ({
  finished: toSeconds(nowMs),
  durationMs: nowMs - createdMs,
})

const toNewRequest = ({ requestId, account, operation, options, createdMs }: SynchronousRequest) => ({
  accountId: account.id,
  id: requestId,
  operation: operation.id,
  created: toSeconds(createdMs),
  keyId: account.keyId,
  traceparent: account.traceparent,
  externalId: options.external_id,
  summary: toSummary(operation, options),
  ...toDeliveries(options),
})

const queueWebhook = async (
  { queues, log }: RecordResultDeps,
  { requestId, account }: SynchronousRequest,
) => {
  try {
    await queues.sendWebhook({ accountId: account.id, id: requestId }, webhookDelaySeconds)
  } catch (error) {
    // The record says that the webhook is pending. The sweep queues it again.
    log.warn({ requestId, cause: describeCause(error) }, 'webhook not queued')
  }
}
