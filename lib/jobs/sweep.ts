import { describeCause } from '../core/describe-cause.ts'
import type { RequestError, RequestKey, RequestRecord } from '../core/request-record.ts'
import type { Logger } from '../logger.ts'
import type { RequestStore } from '../store/requests.ts'
import { type ConcludeDeps, failRequest } from './conclude-request.ts'

export interface SweepDeps extends ConcludeDeps {
  requests: Pick<RequestStore, 'listOpen' | 'find' | 'fail' | 'settle' | 'giveUpWebhook' | 'postponeWebhook'>
  log: Pick<Logger, 'warn'>
}

/** How many records the sweep has brought forward. */
export interface Swept {
  /** Queued for so long that no worker can be about to render them; failed now. */
  expired: number
  /** Webhooks whose message was sent again. */
  webhooksSent: number
  webhooksGivenUp: number
  /** Records for which it did not work; the next sweep meets them again. */
  errors: number
}

/** The render queue forgets a message after six hours, and the longest render takes two minutes. */
const queuedSecondsMax = 7 * 3600

/** A webhook that is due for so long has lost its message. */
const overdueSeconds = 15 * 60

/** With its message sent again every quarter of an hour, a webhook that is still not tried then cannot be. */
const overdueSecondsMax = 48 * 3600

/** Records of each kind that one sweep takes on; the rest is the next one's. */
const recordsMax = 400

const expired: RequestError = {
  code: 'expired',
  message: 'The request waited for hours without being rendered. It can be sent again.',
}

/** Ends what no message will ever end, and finds webhooks that have lost theirs. */
export const createSweep = (deps: SweepDeps) => async (): Promise<Swept> => {
  const nowSeconds = Math.floor(deps.nowMs() / 1000)
  const swept: Swept = { expired: 0, webhooksSent: 0, webhooksGivenUp: 0, errors: 0 }
  const each = async (
    kind: 'queued' | 'webhook',
    sinceMax: number,
    work: (record: RequestRecord) => Promise<keyof Swept | undefined>,
  ) => {
    for (const key of await deps.requests.listOpen(kind, sinceMax, recordsMax)) {
      const counter = await sweepOne(deps, key, work)
      if (counter) swept[counter] += 1
    }
  }
  await each('queued', nowSeconds - queuedSecondsMax, (record) => endExpired(deps, record))
  await each('webhook', nowSeconds - overdueSeconds, (record) => reviveWebhook(deps, record, nowSeconds))
  return swept
}

/** One record that makes trouble does not keep the sweep from the others. */
const sweepOne = async (
  { requests, log }: SweepDeps,
  key: RequestKey,
  work: (record: RequestRecord) => Promise<keyof Swept | undefined>,
): Promise<keyof Swept | undefined> => {
  try {
    const record = await requests.find(key)
    return record && (await work(record))
  } catch (error) {
    log.warn({ requestId: key.id, account: key.accountId, cause: describeCause(error) }, 'not swept')
    return 'errors'
  }
}

const endExpired = async (deps: SweepDeps, record: RequestRecord) => {
  if (record.status !== 'queued' || (record.leaseUntilMs ?? 0) > deps.nowMs()) return undefined
  return (await failRequest(deps, record, expired)) ? 'expired' : undefined
}

const reviveWebhook = async ({ requests, queues }: SweepDeps, record: RequestRecord, nowSeconds: number) => {
  const { webhook, result, accountId, id } = record
  if (webhook?.status !== 'pending') return undefined
  const overdue = nowSeconds - (webhook.nextAttemptMs ?? 0) / 1000
  if (!result || result.expires <= nowSeconds || overdue > overdueSecondsMax) {
    const reason = { time: nowSeconds, durationMs: 0, error: 'The service could not deliver it in time.' }
    return (await requests.giveUpWebhook(record, reason)) ? 'webhooksGivenUp' : undefined
  }
  await queues.sendWebhook({ accountId, requestId: id })
  await requests.postponeWebhook(record)
  return 'webhooksSent'
}
