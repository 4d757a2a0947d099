import { randomBytes } from 'node:crypto'
import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import type { StorageKey } from '../core/access/account-storage.ts'
import { asEvent } from '../core/events/event.ts'
import { toEventBody } from '../core/events/event-message.ts'
import { asBatch, ownerOf } from '../core/requests/batch.ts'
import { toBatchCounts } from '../core/requests/batch-view.ts'
import {
  type DeliveryDecision,
  decideAfterAttempt,
  hiddenSeconds,
} from '../core/requests/delivery-schedule.ts'
import {
  describeResponse,
  type ReceiverKind,
  type ReceiverResponse,
} from '../core/requests/receiver-response.ts'
import type {
  DeliveryAttempt,
  DeliveryName,
  DeliveryState,
  RequestKey,
  RequestRecord,
} from '../core/requests/request-record.ts'
import { createWebhookMessage, type WebhookMessageOptions } from '../core/requests/webhook-message.ts'
import { continueTrace } from '../core/telemetry/trace-context.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { toChangeView } from '../core/watch/run-change.ts'
import type { CallReceiver } from '../egress/call-receiver.ts'
import { withoutSecrets } from '../schema/http-url.ts'
import type { AnyWebhookPayload } from '../schema/openapi-webhook.ts'
import type { Account, AccountStore } from '../store/accounts.ts'
import type { DeliveryClaim } from '../store/delivery-states.ts'
import type { RequestStore } from '../store/requests.ts'
import type { ResultStore } from '../store/results.ts'
import type { Announcer } from './events/announcer.ts'
import type { MessageResult, Receipt } from './message.ts'
import { untilDone } from './until-done.ts'
import { uploadResult } from './upload-result.ts'

export interface DeliverDeps {
  requests: Pick<RequestStore, 'startDeliveryAttempt' | 'endDeliveryAttempt'>
  accounts: Pick<AccountStore, 'find'>
  files: Pick<ResultStore, 'open'>
  post: CallReceiver
  /** Returns the key of the storage of an account. Undefined if its role does not permit it. */
  findKey: (account: Account) => Promise<StorageKey | undefined>
  /** Base URL of public results, without a trailing slash. */
  cacheUrl: string
  /** Base URL of the dashboard's service, without a trailing slash. Undefined if messages cannot link to it. */
  publicUrl: string | undefined
  /** Seconds between the attempts of a series. */
  retrySeconds: readonly number[]
  announcer: Pick<Announcer, 'announceGivenUp'>
  nowMs: () => number
  /** From 0 to 1. */
  random: () => number
  log: Pick<Logger, 'warn'>
}

/**
 * Longer than any attempt: 15 s for the response, 1 s for its body, and the writes around them. After a worker dies, other workers
 * wait this long.
 */
export const leaseMs = 40_000

/** Counted from the claim, like the lease. An attempt that begins later could overlap with the next worker's. */
export const beginMsMax = 15_000

/** Counted from the claim. A write after the end of the lease would be rejected. */
export const recordMsMax = 37_000

/** The lease, and the calls of AWS before and after it. */
export const neededMs = leaseMs + 5_000

/** Counted from the claim. An upload has until then. */
const uploadMsMax = 33_000

/**
 * Makes one attempt to upload the file of an ended request, or to deliver its webhook, if one is due. It may run twice, in
 * parallel, or after a crash at any step: the lease excludes a second worker, and a webhook that was acknowledged and recorded is never
 * sent again. An attempt that was not recorded is repeated under the same number. The outcome is delivered, failed, retry, early, leased,
 * closed, absent or superseded.
 */
export const createDeliver =
  (deps: DeliverDeps) =>
  async (
    key: RequestKey,
    { extendVisibility, follow }: Pick<Receipt, 'extendVisibility'> & Partial<Pick<Receipt, 'follow'>>,
  ): Promise<MessageResult> => {
    const { requests, nowMs } = deps
    const claimedMs = nowMs()
    const claim = await requests.startDeliveryAttempt(key, claimedMs + leaseMs)
    // A crash may have left it to this message.
    if (claim.kind === 'closed') await deps.announcer.announceGivenUp(claim.record)
    if (claim.kind !== 'started') return toRefusal(claim, nowMs())
    const hiding = hideMessage(deps, key, extendVisibility)
    const { name, record } = claim
    follow?.(record)
    const { [name]: state } = record
    // The claim's condition is that there is such a delivery.
    if (!state) return { outcome: 'closed' }
    const claimed = { record, name, state, claimedMs }
    const [account] = await Promise.all([deps.accounts.find(ownerOf(key)), hiding])
    const startedMs = nowMs()
    if (startedMs > claimedMs + beginMsMax) throw new Error('The account was read too late for this lease.')
    const reason = undeliverable(account, record, startedMs)
    if (account && reason === undefined) return attemptOnce(deps, { ...claimed, account, startedMs })
    const attempt = { time: toSeconds(startedMs), durationMs: 0, error: reason ?? accountClosed }
    return finalize(deps, { ...claimed, attempt, decision: { status: 'failed' } })
  }

const attemptOnce = async (deps: DeliverDeps, begun: Omit<Sending, keyof Sent>): Promise<MessageResult> => {
  const { nowMs, random, retrySeconds } = deps
  const { name, state, startedMs } = begun
  const sent = toSent(begun, deps)
  // An ended request has a result or an error.
  if (!sent) return { outcome: 'closed' }
  const response = await call(deps, { ...begun, ...sent })
  const endedMs = nowMs()
  const kind = kindOf(name, state)
  const error = describeResponse(response, kind, begun.record.result?.contentType)
  const attempt = toAttempt(response, error, startedMs, endedMs)
  const decision = decideAfterAttempt({
    kind,
    response,
    attempts: addAttempt(state, attempt).seriesCount,
    retrySeconds,
    nowMs: endedMs,
    random: random(),
  })
  return finalize(deps, { ...begun, attempt, decision })
}

/** Until the lease ends. If this fails, the queue's own visibility timeout applies, which is longer. */
const hideMessage = async (
  { log }: DeliverDeps,
  { id }: RequestKey,
  extendVisibility: Receipt['extendVisibility'],
) => {
  try {
    await extendVisibility(leaseMs / 1000 + 1)
  } catch (error) {
    log.warn({ requestId: id, cause: describeCause(error) }, 'visibility not changed')
  }
}

const toRefusal = (claim: Exclude<DeliveryClaim, { kind: 'started' }>, nowMs: number): MessageResult => {
  const { kind: outcome } = claim
  if (claim.kind === 'early') return { outcome, retrySeconds: hiddenSeconds(claim.dueMs, nowMs) }
  if (claim.kind === 'leased')
    return { outcome, retrySeconds: Math.max(1, hiddenSeconds(claim.untilMs, nowMs)) }
  return { outcome }
}

const accountClosed = 'The account is closed.'

/** Returns a sentence that says why the result can no longer be announced. */
const undeliverable = (account: Account | undefined, record: RequestRecord, nowMs: number) => {
  if (!account || account.closed !== undefined) return accountClosed
  const { result } = record
  const event = asEvent(record)
  if (event && !account.subscriptions?.[event.subscriptionId]) return 'The subscription was deleted.'
  return result && result.expires * 1000 <= nowMs ? 'The file has expired.' : undefined
}

interface Claimed {
  record: RequestRecord
  name: DeliveryName
  state: DeliveryState
  claimedMs: number
}

/** What a webhook sends, and where to. */
interface Sent extends Pick<WebhookMessageOptions, 'payload' | 'secretKey'> {
  url: string
}

interface Sending extends Claimed, Sent {
  account: Account
  startedMs: number
}

const call = (deps: DeliverDeps, sending: Sending): Promise<ReceiverResponse> => {
  const { name, record, state, account, claimedMs, startedMs } = sending
  if (name === 'webhook') return send(deps, sending)
  return uploadResult(deps, { record, state, account, limitMs: claimedMs + uploadMsMax - startedMs })
}

const send = ({ post }: DeliverDeps, sending: Sending): Promise<ReceiverResponse> => {
  const { record, state, url, payload, secretKey, startedMs } = sending
  const message = createWebhookMessage({
    payload,
    secretKey,
    attempt: (state.attemptCount ?? 0) + 1,
    timestamp: toSeconds(startedMs),
    externalId: record.externalId,
    traceparent: record.traceparent && continueTrace([record.traceparent], randomBytes(24)),
  })
  return post(url, message)
}

/** With the current secret key of the account, URL and format of a subscription. A change applies from the next attempt. */
const toSent = (
  { record, state, account, startedMs }: Pick<Sending, 'record' | 'state' | 'account' | 'startedMs'>,
  { cacheUrl, publicUrl }: Pick<DeliverDeps, 'cacheUrl' | 'publicUrl'>,
): Sent | undefined => {
  const event = asEvent(record)
  const subscription = event && account.subscriptions?.[event.subscriptionId]
  if (event && subscription) {
    const { url, format } = subscription
    const attempt = (state.seriesCount ?? 0) + 1
    const body = toEventBody(event, { format, attempt, publicUrl, nowMs: startedMs })
    return {
      url,
      payload: { id: event.id, body },
      secretKey: format === 'json' ? account.secretKey : undefined,
    }
  }
  const payload = toPayload(record, cacheUrl)
  const secretKey = record.webhook?.signed ? account.secretKey : undefined
  return payload && { url: state.url, payload, secretKey }
}

const toPayload = (record: RequestRecord, cacheUrl: string): AnyWebhookPayload | undefined => {
  const { id, created, result, error, taskId, change, upload } = record
  const batch = asBatch(record)
  if (batch) return { id, batch: toBatchCounts(batch), created }
  if (result) {
    const payload = {
      ...{ id, file: `${cacheUrl}/${result.name}`, expires: result.expires, created },
      ...(upload && { upload: toUploadOutcome(upload) }),
    }
    return change && taskId !== undefined
      ? { ...payload, task_id: taskId, change: toChangeView(change, cacheUrl) }
      : payload
  }
  return error && { id, error: { code: error.code, message: error.message }, created }
}

const kindOf = (name: DeliveryName, { object }: DeliveryState): ReceiverKind => (object ? 'storage' : name)

const toUploadOutcome = ({ url, object, status }: DeliveryState) => ({
  url: withoutSecrets(url),
  ...object,
  status: status === 'delivered' ? ('delivered' as const) : ('failed' as const),
})

const toAttempt = (
  { status }: ReceiverResponse,
  error: string | undefined,
  startedMs: number,
  endedMs: number,
): DeliveryAttempt => {
  return {
    time: toSeconds(startedMs),
    ...(status !== undefined && { status }),
    durationMs: endedMs - startedMs,
    ...(error !== undefined && { error }),
  }
}

/** The number of attempts that a record keeps. A webhook can be redelivered indefinitely, but a record has a bounded size. */
const attemptsKept = 50

/** Returns the attempts with a new one appended. */
const addAttempt = (state: DeliveryState, attempt: DeliveryAttempt) => ({
  attempts: [...state.attempts, attempt].slice(-attemptsKept),
  attemptCount: (state.attemptCount ?? 0) + 1,
  seriesCount: (state.seriesCount ?? 0) + 1,
})

interface EndedAttempt extends Claimed {
  attempt: DeliveryAttempt
  decision: DeliveryDecision
}

const finalize = async (
  { requests, announcer, nowMs, log }: DeliverDeps,
  { record, name, state, claimedMs, attempt, decision }: EndedAttempt,
): Promise<MessageResult> => {
  const added = addAttempt(state, attempt)
  // If the acknowledgement is not recorded, the webhook is delivered twice.
  const isRecorded = await untilDone(
    () => requests.endDeliveryAttempt(record, { ...added, ...decision }),
    claimedMs + recordMsMax,
    nowMs,
  )
  const { status, durationMs, error } = attempt
  const fields = {
    ...(name === 'upload' && { delivery: name }),
    ...{ attempt: added.attemptCount, status, durationMs, error },
  }
  // The attempt was recorded by a write whose response was lost, or another worker took over after a long pause. The next read tells which.
  if (!isRecorded) return { outcome: 'superseded', retrySeconds: 1, fields }
  if (decision.status !== 'pending') {
    // The same message delivers the webhook.
    const isNext = name === 'upload' && record.webhook?.status === 'waiting'
    const ended = { ...record, [name]: { ...state, ...added, status: decision.status } }
    await announcer.announceGivenUp(ended).catch((thrown: unknown) => {
      if (!isNext) throw thrown
      // The webhook must not wait for it. Its end announces the upload again.
      log.warn({ requestId: record.id, cause: describeCause(thrown) }, 'upload not announced')
    })
    return { outcome: decision.status, ...(isNext && { retrySeconds: 0 }), fields }
  }
  return { outcome: 'retry', retrySeconds: hiddenSeconds(decision.nextAttemptMs, nowMs()), fields }
}
