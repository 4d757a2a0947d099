import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import { asEvent } from '../core/events/event.ts'
import { asBatch, ownerOf } from '../core/requests/batch.ts'
import {
  pendingDelivery,
  type RequestError,
  type RequestKey,
  type RequestRecord,
} from '../core/requests/request-record.ts'
import { overdueSeconds } from '../core/requests/worker-times.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { BatchStore } from '../store/batches.ts'
import type { OpenKind } from '../store/request-items.ts'
import type { RequestStore } from '../store/requests.ts'
import type { Batches } from './batches/follow-batch.ts'
import type { Announcer } from './events/announcer.ts'
import { type FinalizeDeps, failRequest, finalizeRequest } from './finalize-request.ts'
import { giveUpDelivery, overdueSecondsMax } from './give-up.ts'
import type { Places } from './places.ts'

export interface SweepDeps extends FinalizeDeps {
  requests: Pick<RequestStore, 'listOpen' | 'find' | 'fail' | 'settle' | 'failDelivery' | 'moveOpen'>
  batches: Pick<BatchStore, 'drop'>
  places: Pick<Places, 'close' | 'isHeldBack' | 'resume'>
  announcer: Pick<Announcer, 'announceGivenUp' | 'announceRun'>
  followBatch: Batches['followBatch']
  resumeBatch: Batches['resumeBatch']
  log: Pick<Logger, 'warn'>
}

/** The number of records that the sweep processed, by kind. */
interface Swept {
  /** Requests that failed because they were queued for too long. */
  expired: number
  /** Webhooks whose message was sent again. */
  webhooksSent: number
  webhooksGivenUp: number
  uploadsGivenUp: number
  /** Records that could not be processed. A later sweep tries them again. */
  errors: number
}

type Counter = keyof Swept | undefined

/** The render queue discards a message after six hours, and the longest render takes eight minutes. */
export const queuedSecondsMax = 7 * 3600

/** How many records one list contains. A sweep lists and processes until nothing new is found or the time of a kind is over. */
const listLength = 400

/** How many records are processed at the same time. */
export const parallel = 10

/** For each of the five kinds, within the 120 s that the function has. */
export const kindMsMax = 22_000

/** Less than the time between two sweeps, of which each resumes every batch and the requests that wait for a place. */
const resumedWaitSeconds = 4 * 60

/** A record that fails is postponed. Sweeps list the oldest first and would otherwise find only failing records. */
const once = { waitSeconds: overdueSeconds, retrySeconds: 3600 }

/** One that fails waits as if it had been processed. */
const always = { waitSeconds: resumedWaitSeconds, retrySeconds: resumedWaitSeconds }

/** The bucket keeps the list of a batch for three days. */
const batchSecondsMax = 48 * 3600

const expired: RequestError = {
  code: 'expired',
  message: 'The request waited for hours without being rendered. Send it again.',
}

/** The account's own limit caused it, so it counts as a hit. */
const expiredOfLimit: RequestError = {
  code: 'expired',
  message:
    'The request waited for hours, because as many renders of the account as its plan allows were always in progress. Send fewer requests.',
}

interface Part {
  kind: OpenKind
  /** How long a record waits before the sweep processes it. */
  waitSeconds: number
  /** How long one that failed waits. */
  retrySeconds: number
  work(record: RequestRecord): Promise<Counter>
}

/** Returns the sweep. It fails requests that no message will end, finalizes ended requests, and resends lost messages of webhooks. */
export const createSweep = (deps: SweepDeps) => async (): Promise<Swept> => {
  const nowSeconds = toSeconds(deps.nowMs())
  const swept: Swept = { expired: 0, webhooksSent: 0, webhooksGivenUp: 0, uploadsGivenUp: 0, errors: 0 }
  const parts: Part[] = [
    { kind: 'queued', ...once, waitSeconds: queuedSecondsMax, work: (record) => endExpired(deps, record) },
    { kind: 'ended', ...once, work: (record) => finalizeEnded(deps, record) },
    { kind: 'webhook', ...once, work: (record) => reviveWebhook(deps, record, nowSeconds) },
    { kind: 'batch', ...always, work: (record) => resumeBatch(deps, record) },
    { kind: 'places', ...always, work: (record) => resumeWaiting(deps, record) },
  ]
  for (const part of parts)
    for await (const counter of sweepKind(deps, part, nowSeconds - part.waitSeconds))
      if (counter) swept[counter] += 1
  return swept
}

async function* sweepKind(deps: SweepDeps, part: Part, sinceSeconds: number): AsyncGenerator<Counter> {
  const endMs = deps.nowMs() + kindMsMax
  // Records that a worker holds stay in the list.
  const seen = new Set<string>()
  while (deps.nowMs() < endMs) {
    const listed = await deps.requests.listOpen(part.kind, sinceSeconds, listLength)
    const keys = listed.filter(({ id }) => !seen.has(id))
    if (keys.length === 0) return
    for (let index = 0; index < keys.length && deps.nowMs() < endMs; index += parallel) {
      const batch = keys.slice(index, index + parallel)
      for (const { id } of batch) seen.add(id)
      yield* await Promise.all(batch.map((key) => sweepOne(deps, key, part)))
    }
  }
}

/** Processes one record. A failure does not stop the sweep. */
const sweepOne = async (deps: SweepDeps, key: RequestKey, part: Part): Promise<Counter> => {
  try {
    const record = await deps.requests.find(key)
    return record && (await part.work(record))
  } catch (error) {
    deps.log.warn({ requestId: key.id, account: key.accountId, cause: describeCause(error) }, 'not swept')
    await postpone(deps, key, part)
    return 'errors'
  }
}

const postpone = async (
  { requests, log, nowMs }: SweepDeps,
  key: RequestKey,
  { kind, waitSeconds, retrySeconds }: Part,
) => {
  try {
    await requests.moveOpen(key, kind, toSeconds(nowMs()) - waitSeconds + retrySeconds)
  } catch (error) {
    log.warn({ requestId: key.id, account: key.accountId, cause: describeCause(error) }, 'not postponed')
  }
}

const finalizeEnded = async (deps: SweepDeps, record: RequestRecord): Promise<Counter> => {
  if (record.status !== 'queued') await finalizeRequest(deps, record)
  return undefined
}

/** The record is a batch, which is stored like a request. */
const resumeBatch = async (deps: SweepDeps, record: RequestRecord): Promise<Counter> => {
  const batch = asBatch(record)
  if (!batch) return undefined
  const isTooOld = toSeconds(deps.nowMs()) - batch.created > batchSecondsMax
  const current = (isTooOld && (await deps.batches.drop(batch, expired.code))) || batch
  await deps.resumeBatch(current)
  await deps.requests.moveOpen(batch, 'batch', toSeconds(deps.nowMs()))
  return undefined
}

/** The record holds the places of an account, which are stored like a request. */
const resumeWaiting = async (deps: SweepDeps, record: RequestRecord): Promise<Counter> => {
  await deps.places.resume(ownerOf(record))
  await deps.requests.moveOpen(record, 'places', toSeconds(deps.nowMs()))
  return undefined
}

const endExpired = async (deps: SweepDeps, record: RequestRecord) => {
  if (record.status !== 'queued' || (record.leaseUntilMs ?? 0) > deps.nowMs()) return undefined
  const failed = await ((await deps.places.isHeldBack(record))
    ? failRequest(deps, record, expiredOfLimit, 0)
    : failRequest(deps, record, expired))
  if (!failed) return undefined
  await deps.followBatch(failed)
  await deps.announcer.announceRun(failed)
  return 'expired'
}

const givenUp = { upload: 'uploadsGivenUp', webhook: 'webhooksGivenUp' } as const

const reviveWebhook = async (
  deps: SweepDeps,
  record: RequestRecord,
  nowSeconds: number,
): Promise<Counter> => {
  const { requests, queues } = deps
  const { result, status } = record
  const delivery = pendingDelivery(record)
  if (!delivery) return undefined
  const hasFile = !asBatch(record) && !asEvent(record)
  const hasExpired = status === 'done' && hasFile && (!result || result.expires <= nowSeconds)
  const overdue = nowSeconds - (record[delivery]?.nextAttemptMs ?? 0) / 1000
  if (hasExpired || overdue > overdueSecondsMax) {
    const isGivenUp = await giveUpDelivery(deps, record, 'The service could not deliver it in time.')
    return isGivenUp ? givenUp[delivery] : undefined
  }
  if (record.owesHit || record.hasInput) await finalizeRequest(deps, record)
  else await queues.sendWebhook(record)
  // It is sent again after 15, 30, 60 minutes and so on: during an outage all of these messages exist.
  const waitSeconds = Math.ceil(Math.min(overdue, overdueSecondsMax - overdue + 1))
  await requests.moveOpen(record, 'webhook', nowSeconds + waitSeconds - overdueSeconds)
  return 'webhooksSent'
}
