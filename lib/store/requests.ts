import type {
  DoneRequest,
  FailedRequest,
  QueuedRequest,
  RequestError,
  RequestKey,
  RequestRecord,
} from '../core/requests/request-record.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import {
  type OpenKind,
  openEntry,
  timeToLive,
  toDoneItem,
  toFailedItem,
  toQueuedItem,
} from './request-items.ts'
import { createRequestQueries, type RequestQueries } from './request-queries.ts'
import { createRequestTable, type RequestTable, type RequestTableDeps } from './request-table.ts'
import { createWebhookStates, type WebhookStates } from './webhook-states.ts'

/** What became of a worker's wish to render a request. */
export type Claim =
  | { kind: 'claimed'; record: RequestRecord }
  /** Done or failed: nothing to render. */
  | { kind: 'ended'; record: RequestRecord }
  /** Another worker is at it until then; Unix ms. */
  | { kind: 'leased'; untilMs: number }
  /** All its tries are used, and none of them said how it went. */
  | { kind: 'exhausted'; record: RequestRecord }
  | { kind: 'absent' }

export interface ClaimTerms {
  /** Unix ms. */
  leaseUntilMs: number
  attemptsMax: number
}

export interface RequestResult {
  result: StoredResult
  /** Unix seconds. */
  finished: number
  owesHit?: boolean
}

export interface RequestFailure {
  error: RequestError
  /** Unix seconds. */
  finished: number
}

/** Every state change is one conditional write: whoever comes second learns it and changes nothing. */
export interface RequestStore extends RequestQueries, WebhookStates {
  /** Puts the record if there is none of its key. False: there is one, unchanged. */
  putQueued(request: QueuedRequest): Promise<boolean>
  /** As `putQueued`, for a render that is over; its webhook is pending from now on. */
  putDone(request: DoneRequest): Promise<boolean>
  /** As `putQueued`, for a run that failed before it could be queued. */
  putFailed(request: FailedRequest): Promise<boolean>
  /** A consistent read. */
  find(key: RequestKey): Promise<RequestRecord | undefined>
  /** Takes the lease of a queued request and counts the attempt. */
  claim(key: RequestKey, terms: ClaimTerms): Promise<Claim>
  /** Gives a claimed record's lease back, so that the next attempt need not wait for its end. */
  release(claimed: RequestRecord): Promise<void>
  /**
   * queued → done; the options go, a webhook becomes pending.
   * @param end `owesHit`: the result came from the cache
   * @returns the ended record; undefined where it had ended already: the result is not its
   */
  finish(record: RequestRecord, end: RequestResult): Promise<RequestRecord | undefined>
  /**
   * queued → failed; the options go, the hit is owed, and a webhook becomes pending if it announces failures. Undefined: it had ended
   * already.
   */
  fail(record: RequestRecord, end: RequestFailure): Promise<RequestRecord | undefined>
  /** Notes of an ended request that its owed hit has been given back and its input deleted. */
  settle(record: RequestRecord): Promise<void>
  /** Changes since when (Unix seconds) a record in the index of open records counts as waiting. */
  moveOpen(key: RequestKey, kind: OpenKind, since: number): Promise<void>
}

export const createRequestStore = (deps: RequestTableDeps): RequestStore => {
  const table = createRequestTable(deps)
  return {
    ...createRequestQueries(deps),
    ...createWebhookStates(table, deps.nowMs),
    ...createClaims(table, deps.nowMs),
    ...createEnds(table),
    async moveOpen(key, kind, since) {
      const { openShard, openSince } = openEntry(kind, key, since)
      await table.update(key, {
        set: { openSince },
        condition: '#openShard = :openShard',
        values: { openShard },
      })
    },
    find: table.find,
    putQueued: (request) => table.putIfAbsent(toQueuedItem(request, toSeconds(deps.nowMs()))),
    putDone: (request) => table.putIfAbsent(toDoneItem(request)),
    putFailed: (request) => table.putIfAbsent(toFailedItem(request)),
  }
}

const toSeconds = (ms: number) => Math.floor(ms / 1000)

const createClaims = (
  { find, update }: RequestTable,
  nowMs: () => number,
): Pick<RequestStore, 'claim' | 'release'> => ({
  async claim(key, { leaseUntilMs, attemptsMax }) {
    const record = await update(key, {
      set: { leaseUntilMs },
      add: { attempts: 1 },
      condition:
        '#status = :queued AND #attempts < :attemptsMax AND (attribute_not_exists(#leaseUntilMs) OR #leaseUntilMs <= :now)',
      values: { queued: 'queued', attemptsMax, now: nowMs() },
    })
    return record ? { kind: 'claimed', record } : toRefusal(await find(key), attemptsMax, nowMs())
  },

  async release(claimed) {
    await update(claimed, {
      remove: ['leaseUntilMs'],
      condition: '#status = :queued AND #attempts = :attempts',
      values: { queued: 'queued', attempts: claimed.attempts },
    })
  },
})

const toRefusal = (record: RequestRecord | undefined, attemptsMax: number, nowMs: number): Claim => {
  if (!record) return { kind: 'absent' }
  if (record.status !== 'queued') return { kind: 'ended', record }
  const { leaseUntilMs = 0, attempts } = record
  // A lease that has just been given back may be claimed again at once.
  if (leaseUntilMs > nowMs || attempts < attemptsMax)
    return { kind: 'leased', untilMs: Math.max(leaseUntilMs, nowMs) }
  return { kind: 'exhausted', record }
}

const goneOnEnd = ['options', 'leaseUntilMs', 'openShard', 'openSince']

const whileQueued = { condition: '#status = :queued', values: { queued: 'queued' } }

const pendingWebhook = (record: RequestRecord, finished: number) => ({
  'webhook.status': 'pending',
  'webhook.nextAttemptMs': finished * 1000,
  ...openEntry('webhook', record, finished),
})

const createEnds = ({ update }: RequestTable): Pick<RequestStore, 'finish' | 'fail' | 'settle'> => ({
  finish(record, { result, finished, owesHit = false }) {
    const pending = record.webhook && pendingWebhook(record, finished)
    return update(record, {
      set: {
        status: 'done',
        result,
        finished,
        ttl: timeToLive(finished, result.expires),
        ...(owesHit && record.counted && { owesHit }),
        ...pending,
      },
      remove: goneOnEnd.filter((name) => !(pending && name in pending)),
      ...whileQueued,
    })
  },

  fail(record, { error, finished }) {
    const isOwing = record.counted || record.hasInput
    const open = record.webhook?.errors
      ? pendingWebhook(record, finished)
      : isOwing && openEntry('ended', record, finished)
    return update(record, {
      set: {
        status: 'failed',
        error,
        finished,
        ttl: timeToLive(finished),
        ...(record.counted && { owesHit: true }),
        ...(record.webhook && { 'webhook.status': 'failed' }),
        ...open,
      },
      remove: goneOnEnd.filter((name) => !(open && name in open)),
      ...whileQueued,
    })
  },

  async settle(record) {
    const settled = (alsoRemoved: readonly string[], condition: string, values: object) =>
      update(record, {
        ...(record.owesHit && { set: { counted: false } }),
        remove: ['owesHit', 'hasInput', ...alsoRemoved],
        condition: `#status <> :queued AND attribute_exists(#id)${condition}`,
        values: { queued: 'queued', ...values },
      })
    // A record in the index because of its webhook stays there.
    const isClosed = await settled(['openShard', 'openSince'], ' AND begins_with(#openShard, :ended)', {
      ended: 'ended#',
    })
    if (!isClosed) await settled([], '', {})
  },
})
