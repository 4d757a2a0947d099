import { describeCause } from '../base/describe-cause.ts'
import { InternalError, QuotaExceededError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import { toFingerprint } from '../core/requests/idempotency-key.ts'
import type { QueuedRequest, RequestError, RequestKey } from '../core/requests/request-record.ts'
import { toSummary } from '../core/requests/request-summary.ts'
import { toDeliveries } from '../core/requests/to-deliveries.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { operations, type RenderOperationId } from '../schema/operations.ts'
import type { DeliveryOptions } from '../schema/render-options.ts'
import type { IdempotencyStore } from '../store/idempotency.ts'
import type { InputStore } from '../store/inputs.ts'
import type { Queues } from '../store/queues.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Payer } from '../store/usage.ts'
import { type FinalizeDeps, finalizeRequest } from './finalize-request.ts'
import type { Hits } from './hits.ts'
import { type FirstRequest, type KeyedRequest, releaseKey, takeKey } from './idempotency.ts'
import type { Places } from './places.ts'
import { putQueued } from './put-queued.ts'

export interface AcceptDeps extends FinalizeDeps {
  requests: Pick<RequestStore, 'find' | 'putQueued' | 'fail' | 'settle'>
  idempotency: IdempotencyStore
  inputs: Pick<InputStore, 'put' | 'delete'>
  hits: Hits
  places: Pick<Places, 'open' | 'keep' | 'close' | 'send'>
  queues: Pick<Queues, 'sendRender' | 'sendWebhook'>
  log: Pick<Logger, 'warn'>
}

/** A request that may be rendered later. */
export interface LaterRequest extends KeyedRequest {
  account: Payer
  operation: RenderOperationId
  /** As validated. */
  options: DeliveryOptions
  /** If it is a run of a task. */
  run?: Pick<QueuedRequest, 'taskId' | 'watch' | 'keptUntil'>
}

/** The response. A repeated request receives that of the first one. */
export interface Accepted extends FirstRequest {
  isRepeat: boolean
}

/**
 * Records the request and queues it. From then on it ends done or failed. A repeat with the same Idempotency-Key continues where
 * the first one stopped, even after a crash.
 *
 * @throws QueueFullError, QuotaExceededError, InvalidParameterError for a key that came with other parameters, InternalError if it could not be
 * queued. A repeat is then a new request, unless this one could not be failed: then the repeat returns this one, and queues it again if
 * no worker has claimed it
 */
export const createAcceptRequest =
  (deps: AcceptDeps) =>
  async (request: LaterRequest): Promise<Accepted> => {
    const { operation, options } = request
    const first = await takeKey(deps.idempotency, request, () => toFingerprint(operation, options))
    const key = { accountId: request.account.id, id: first.requestId }
    const accepted = { ...first, isRepeat: first.requestId !== request.requestId }
    if (!accepted.isRepeat || !(await resume(deps, key))) await enqueue(deps, { ...request, ...first })
    return accepted
  }

/**
 * Returns whether the request is on record. If no worker has claimed it, its message may not have been sent. Sending it again is safe.
 */
const resume = async ({ requests, queues }: AcceptDeps, key: RequestKey): Promise<boolean> => {
  const record = await requests.find(key)
  if (record?.status === 'queued' && record.attempts === 0) await queues.sendRender(record)
  return record !== undefined
}

const enqueue = async (deps: AcceptDeps, request: LaterRequest): Promise<void> => {
  const attempt = attemptFor(deps, request)
  const queued = toQueued(request)
  const isWritten = await record(deps, request.account, queued).catch(async (error: unknown) => {
    await attempt(keepOrClose(deps, queued), 'request not closed')
    throw error
  })
  if (!isWritten) {
    await keepOrClose(deps, queued)
    await resume(deps, queued)
    return
  }
  await attempt(deps.places.keep(queued), 'request not kept open')
  await deps.places.send(request.account, queued).catch(async (cause: unknown) => {
    await withdraw(deps, request)
    throw new InternalError(notQueued.message, { cause })
  })
}

/** Counts the request and records it. Returns false if it is already on record. */
const record = async (deps: AcceptDeps, account: Payer, queued: QueuedRequest): Promise<boolean> => {
  await deps.places.open(account, queued)
  const hit = await deps.hits.take(account, queued)
  if (!hit) {
    // A repeat in parallel with the first request must not use a second hit.
    if (await deps.requests.find(queued)) return false
    throw new QuotaExceededError()
  }
  const isWritten = await putQueued(deps, { ...queued, hit }).catch(async (cause: unknown) => {
    // The write may have succeeded even though the call failed. If it succeeds later, the open hit is still there for it.
    if (await deps.requests.find(queued)) return false
    throw new InternalError(notQueued.message, { cause })
  })
  await (isWritten ? deps.hits.keep(queued.accountId, hit) : deps.hits.close(queued.accountId, hit))
  return isWritten
}

/** A repeat opens the request too, and perhaps after it has ended. */
const keepOrClose = async ({ requests, places }: AcceptDeps, queued: QueuedRequest): Promise<void> => {
  const found = await requests.find(queued)
  await (found?.status === 'queued' ? places.keep(queued) : places.close(found ?? queued))
}

/** Returns what logs the failure of work. It never rejects. */
const attemptFor =
  ({ log }: AcceptDeps, { account, requestId }: LaterRequest) =>
  (work: Promise<unknown>, failure: string) =>
    work.catch((error: unknown) =>
      log.warn({ account: account.id, requestId, cause: describeCause(error) }, failure),
    )

/**
 * Fails a request that could not be queued, and forgets its key: a request that failed before its caller received an id must not be
 * reported as accepted. Keeps the key if the request may still be rendered. Never rejects: the services that it calls may be
 * unavailable too, and the sweep completes the remaining steps.
 */
const withdraw = async (deps: AcceptDeps, request: LaterRequest) => {
  const { account, requestId } = request
  const attempt = attemptFor(deps, request)
  const fail = async () => {
    const record = await deps.requests.find({ accountId: account.id, id: requestId })
    if (record) {
      const end = { error: notQueued, finished: toSeconds(deps.nowMs()) }
      const failed = await deps.requests.fail(record, end)
      // It has ended already, for example because a worker received its message although the call failed.
      if (!failed) return
      await attempt(finalizeRequest(deps, failed), 'request not finalized')
    }
    await attempt(releaseKey(deps.idempotency, request), 'idempotency key not released')
  }
  await attempt(fail(), 'request not failed')
}

const notQueued: RequestError = {
  code: 'internal_error',
  message: 'The request could not be queued. Send it again.',
}

const toQueued = (request: LaterRequest): QueuedRequest => {
  const { account, requestId, operation, created, options } = request
  const { external_id: externalId } = options
  return {
    accountId: account.id,
    id: requestId,
    operation,
    created,
    keyId: account.keyId,
    traceparent: account.traceparent,
    options: { ...options },
    counted: true,
    externalId,
    summary: toSummary(operations[operation], options),
    ...toDeliveries(options),
    ...request.run,
  }
}
