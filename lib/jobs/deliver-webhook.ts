import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import type {
  RequestKey,
  RequestRecord,
  WebhookAttempt,
  WebhookState,
} from '../core/requests/request-record.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { createWebhookMessage } from '../core/requests/webhook-message.ts'
import { describeResponse, type WebhookResponse } from '../core/requests/webhook-outcome.ts'
import { decideAfterAttempt, hiddenSeconds, type WebhookDecision } from '../core/requests/webhook-schedule.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { toChangeView } from '../core/watch/run-change.ts'
import type { PostWebhook } from '../egress/post-webhook.ts'
import type { WebhookChangePayload, WebhookErrorPayload, WebhookPayload } from '../schema/openapi-webhook.ts'
import type { Account, AccountStore } from '../store/accounts.ts'
import type { RequestStore } from '../store/requests.ts'
import type { WebhookClaim } from '../store/webhook-states.ts'
import type { Delivery, MessageResult } from './message.ts'
import { untilDone } from './until-done.ts'

export interface DeliverWebhookDeps {
  requests: Pick<RequestStore, 'startWebhookAttempt' | 'endWebhookAttempt'>
  accounts: Pick<AccountStore, 'find'>
  post: PostWebhook
  /** Base URL of public results, without a trailing slash. */
  cacheUrl: string
  /** Seconds between the attempts of a series. */
  retrySeconds: readonly number[]
  nowMs: () => number
  /** From 0 to 1. */
  random: () => number
  log: Pick<Logger, 'warn'>
}

type DeliveryContext = Pick<Delivery, 'extendVisibility'>

/**
 * Longer than any attempt: 15 s for the response, 1 s for its body, and the writes around them. After a worker dies, other workers
 * wait this long.
 */
export const leaseMs = 40_000

/** Counted from the claim, like the lease. An attempt that begins later could overlap with the next worker's. */
export const beginMsMax = 15_000

/** Counted from the claim. A write after the end of the lease would be rejected. */
export const recordMsMax = 37_000

/**
 * Makes one attempt to deliver the webhook of an ended request, if one is due. It may run twice, in
 * parallel, or after a crash at any step: the lease excludes a second worker, and a webhook that was acknowledged and recorded is never
 * sent again. An attempt that was not recorded is repeated under the same number. The outcome is delivered, failed, retry, early, leased,
 * closed, absent or superseded.
 */
export const createDeliverWebhook =
  (deps: DeliverWebhookDeps) =>
  async (key: RequestKey, { extendVisibility }: DeliveryContext): Promise<MessageResult> => {
    const { requests, nowMs, random, retrySeconds } = deps
    const claimedMs = nowMs()
    const claim = await requests.startWebhookAttempt(key, claimedMs + leaseMs)
    if (claim.kind !== 'started') return toRefusal(claim, nowMs())
    const hiding = hideMessage(deps, key, extendVisibility)
    const { webhook, result } = claim.record
    const payload = toPayload(claim.record, deps.cacheUrl)
    // The claim's condition is that there is a webhook, and an ended request has a result or an error.
    if (!webhook || !payload) return { outcome: 'closed' }
    const claimed = { record: claim.record, webhook, deadlineMs: claimedMs + recordMsMax }
    const [account] = await Promise.all([deps.accounts.find(key.accountId), hiding])
    const startedMs = nowMs()
    if (startedMs > claimedMs + beginMsMax) throw new Error('The account was read too late for this lease.')
    const reason = undeliverable(account, result, startedMs)
    if (!account || reason !== undefined) {
      const attempt = { time: toSeconds(startedMs), durationMs: 0, error: reason ?? accountClosed }
      return finalize(deps, { ...claimed, attempt, decision: { status: 'failed' } })
    }
    const response = await send(deps, { ...claimed, payload, account, startedMs })
    const endedMs = nowMs()
    const attempt = toAttempt(response, startedMs, endedMs)
    const attempts = (webhook.seriesCount ?? 0) + 1
    const decision = decideAfterAttempt({
      response,
      attempts,
      retrySeconds,
      nowMs: endedMs,
      random: random(),
    })
    return finalize(deps, { ...claimed, attempt, decision })
  }

/** Until the lease ends. If this fails, the queue's own visibility timeout applies, which is longer. */
const hideMessage = async (
  { log }: DeliverWebhookDeps,
  { id }: RequestKey,
  extendVisibility: DeliveryContext['extendVisibility'],
) => {
  try {
    await extendVisibility(leaseMs / 1000 + 1)
  } catch (error) {
    log.warn({ requestId: id, cause: describeCause(error) }, 'visibility not changed')
  }
}

const toRefusal = (claim: Exclude<WebhookClaim, { kind: 'started' }>, nowMs: number): MessageResult => {
  const { kind: outcome } = claim
  if (claim.kind === 'early') return { outcome, retrySeconds: hiddenSeconds(claim.dueMs, nowMs) }
  if (claim.kind === 'leased')
    return { outcome, retrySeconds: Math.max(1, hiddenSeconds(claim.untilMs, nowMs)) }
  return { outcome }
}

const accountClosed = 'The account is closed.'

/** Returns a sentence that says why the result can no longer be announced. */
const undeliverable = (account: Account | undefined, result: StoredResult | undefined, nowMs: number) => {
  if (!account || account.closed !== undefined) return accountClosed
  return result && result.expires * 1000 <= nowMs ? 'The file has expired.' : undefined
}

interface Claimed {
  record: RequestRecord
  webhook: WebhookState
  /** The attempt can be recorded until this time. */
  deadlineMs: number
}

interface Sending extends Claimed {
  payload: WebhookPayload | WebhookErrorPayload | WebhookChangePayload
  account: Account
  startedMs: number
}

/** Signs with the current secret key of the account. A rotated key applies from the next attempt. */
const send = ({ post }: DeliverWebhookDeps, sending: Sending): Promise<WebhookResponse> => {
  const { record, webhook, payload, account, startedMs } = sending
  const message = createWebhookMessage({
    payload,
    attempt: (webhook.attemptCount ?? 0) + 1,
    timestamp: toSeconds(startedMs),
    secretKey: webhook.signed ? account.secretKey : undefined,
    externalId: record.externalId,
  })
  return post(webhook.url, message)
}

const toPayload = (
  { id, created, result, error, taskId, change }: RequestRecord,
  cacheUrl: string,
): Sending['payload'] | undefined => {
  if (result) {
    const payload = { id, file: `${cacheUrl}/${result.name}`, expires: result.expires, created }
    return change && taskId !== undefined
      ? { ...payload, task_id: taskId, change: toChangeView(change, cacheUrl) }
      : payload
  }
  return error && { id, error: { code: error.code, message: error.message }, created }
}

const toAttempt = (response: WebhookResponse, startedMs: number, endedMs: number): WebhookAttempt => {
  const { status } = response
  const error = describeResponse(response)
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
const addAttempt = (webhook: WebhookState, attempt: WebhookAttempt) => ({
  attempts: [...webhook.attempts, attempt].slice(-attemptsKept),
  attemptCount: (webhook.attemptCount ?? 0) + 1,
  seriesCount: (webhook.seriesCount ?? 0) + 1,
})

interface EndedAttempt extends Claimed {
  attempt: WebhookAttempt
  decision: WebhookDecision
}

const finalize = async (
  { requests, nowMs }: DeliverWebhookDeps,
  { record, webhook, deadlineMs, attempt, decision }: EndedAttempt,
): Promise<MessageResult> => {
  const added = addAttempt(webhook, attempt)
  // If the acknowledgement is not recorded, the webhook is delivered twice.
  const isRecorded = await untilDone(
    () => requests.endWebhookAttempt(record, { ...added, ...decision }),
    deadlineMs,
    nowMs,
  )
  const { status, durationMs, error } = attempt
  const fields = { attempt: added.attemptCount, status, durationMs, error }
  // The attempt was recorded by a write whose response was lost, or another worker took over after a long pause. The next read tells which.
  if (!isRecorded) return { outcome: 'superseded', retrySeconds: 1, fields }
  if (decision.status !== 'pending') return { outcome: decision.status, fields }
  return { outcome: 'retry', retrySeconds: hiddenSeconds(decision.nextAttemptMs, nowMs()), fields }
}
