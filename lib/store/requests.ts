import type {
  DoneRequest,
  FailedRequest,
  LoggedRequest,
  QueuedRequest,
  RequestError,
  RequestKey,
  RequestRecord,
  Upload,
} from '../core/requests/request-record.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { RunChange } from '../core/watch/run-change.ts'
import { withoutSecrets } from '../schema/http-url.ts'
import { createDeliveryStates, type DeliveryStates } from './delivery-states.ts'
import {
  beginDelivery,
  clockSkewMs,
  logPartitions,
  type OpenKind,
  openEntry,
  pendingState,
  timeToLive,
  toDoneItem,
  toFailedItem,
  toLogItem,
  toQueuedItem,
} from './request-items.ts'
import { createRequestQueries, type RequestQueries } from './request-queries.ts'
import { createRequestTable, type RequestTable, type RequestTableDeps } from './request-table.ts'

/** The outcome of a worker's claim to render a request. */
export type Claim =
  | { kind: 'claimed'; record: RequestRecord }
  /** Done or failed. Rendering is not needed. */
  | { kind: 'ended'; record: RequestRecord }
  /** Another worker holds the lease until then; Unix ms. */
  | { kind: 'leased'; untilMs: number }
  /** All attempts are used, and none of them recorded an outcome. */
  | { kind: 'exhausted'; record: RequestRecord }
  | { kind: 'absent' }

interface ClaimTerms {
  /** Unique. A repeated claim is recognized by it. */
  claimId: string
  /** Unix ms. */
  leaseUntilMs: number
  attemptsMax: number
  /** Those of the record when it was read. A claim that takes effect late, after another one, changes nothing. */
  attempts?: number
}

interface RequestResult {
  result: StoredResult
  /** Unix seconds. */
  finished: number
  owesHit?: boolean
  /** Of a run of a task that watches its page. */
  change?: RunChange | undefined
  /** The webhook is removed, because there is nothing to announce. */
  isSilent?: boolean
  /** To the storage of the account. */
  upload?: Upload | undefined
}

interface RequestFailure {
  error: RequestError
  /** If its page made it fail: how many such renders a day are free for the account. */
  freeFailures?: number | undefined
  /** Unix seconds. */
  finished: number
}

/** Every state change is one conditional write. A second writer changes nothing, and learns that from the result. */
export interface RequestStore extends RequestQueries, DeliveryStates {
  /** Puts the record. Returns false, and changes nothing, if one with its key exists. */
  putQueued(request: QueuedRequest): Promise<boolean>
  /** Like `putQueued`, for a finished render. Its webhook becomes pending. */
  putDone(request: DoneRequest): Promise<boolean>
  /** Like `putQueued`, for a request that failed before it could be queued, or while its caller waited. */
  putFailed(request: FailedRequest): Promise<boolean>
  /** Adds a synchronous request to the log, which keeps it for a week. */
  putLogged(request: LoggedRequest): Promise<void>
  /** A consistent read. */
  find(key: RequestKey): Promise<RequestRecord | undefined>
  /** Like `find`, for a request that has a record or is in the log. */
  findAny(key: RequestKey): Promise<RequestRecord | undefined>
  /** Deletes the record and the entries of the log. Returns false if none exists. */
  delete(key: RequestKey): Promise<boolean>
  /** Notes a file with differences. Undefined if the record does not exist, or names `differencesMax` other ones. */
  addDifference(key: RequestKey, name: string): Promise<RequestRecord | undefined>
  /** Takes the lease of a queued request and counts the attempt. */
  claim(key: RequestKey, terms: ClaimTerms): Promise<Claim>
  /**
   * Releases the lease, so the next attempt need not wait for its end. Changes nothing if the claim did not take effect, or is over.
   * @param terms whether it counts as an attempt
   */
  release(claimed: RequestKey & Pick<RequestRecord, 'claimId'>, terms?: { isCounted: boolean }): Promise<void>
  /**
   * queued → done. Removes the options; a webhook becomes pending.
   * @param end `owesHit`: the result came from the cache
   * @returns the ended record; undefined if it had already ended, and the result is then not used
   */
  finish(record: RequestRecord, end: RequestResult): Promise<RequestRecord | undefined>
  /**
   * queued → failed. Removes the options, owes the hit, and makes a webhook pending if it announces failures. Returns undefined if the
   * request had already ended.
   */
  fail(record: RequestRecord, end: RequestFailure): Promise<RequestRecord | undefined>
  /** Records that the owed hit of an ended request was refunded, or counts, and its input deleted. */
  settle(record: RequestRecord, owed?: { isCounted: boolean }): Promise<void>
  /** Changes since when (Unix seconds) a record in the index of open records counts as waiting. */
  moveOpen(key: RequestKey, kind: OpenKind, since: number): Promise<void>
}

/** The most results from which one may differ. Bounds what an account stores, and the record: the names take 8 KB of it. */
export const differencesMax = 100

export const createRequestStore = (deps: RequestTableDeps): RequestStore => {
  const table = createRequestTable(deps)
  return {
    ...createRequestQueries(deps),
    ...createDeliveryStates(table, deps.nowMs),
    ...createClaims(table, deps.nowMs),
    ...createEnds(table, deps.nowMs),
    async moveOpen(key, kind, since) {
      const { openShard, openSince } = openEntry(kind, key, since)
      await table.update(key, {
        set: { openSince },
        condition: '#openShard = :openShard',
        values: { openShard },
      })
    },
    async putLogged(request) {
      await table.putIfAbsent(toLogItem(request))
    },
    find: table.find,
    async findAny({ accountId, id }) {
      const record = await table.find({ accountId, id })
      if (record) return record
      const logged = await Promise.all(
        logPartitions(accountId).map((partition) => table.find({ accountId: partition, id })),
      )
      return logged.find((entry) => entry !== undefined)
    },
    async delete({ accountId, id }) {
      const partitions = [accountId, ...logPartitions(accountId)]
      const deleted = await Promise.all(
        partitions.map((partition) => table.delete({ accountId: partition, id })),
      )
      return deleted.includes(true)
    },
    addDifference: (key, name) =>
      table.update(key, {
        add: { differences: new Set([name]) },
        condition:
          'attribute_exists(#id) AND (attribute_not_exists(#differences) OR size(#differences) < :max OR contains(#differences, :name))',
        values: { name, max: differencesMax },
      }),
    putQueued: (request) => table.putIfAbsent(toQueuedItem(request, toSeconds(deps.nowMs()))),
    putDone: (request) => table.putIfAbsent(toDoneItem(request)),
    putFailed: (request) => table.putIfAbsent(toFailedItem(request)),
  }
}

const createClaims = (
  { find, update }: RequestTable,
  nowMs: () => number,
): Pick<RequestStore, 'claim' | 'release'> => ({
  async claim(key, { claimId, leaseUntilMs, attemptsMax, attempts }) {
    const record = await update(key, {
      set: { claimId, leaseUntilMs, startedMs: nowMs() },
      count: { attempts: 1 },
      condition: `#status = :queued AND #attempts < :attemptsMax AND (attribute_not_exists(#leaseUntilMs) OR #leaseUntilMs <= :now OR #leaseUntilMs > :latest)${attempts === undefined ? '' : ' AND #attempts = :attempts'}`,
      values: {
        queued: 'queued',
        attemptsMax,
        now: nowMs(),
        latest: latestLeaseMs(leaseUntilMs),
        ...(attempts !== undefined && { attempts }),
      },
    })
    if (record) return { kind: 'claimed', record }
    return toRefusal(await find(key), { claimId, leaseUntilMs, attemptsMax }, nowMs())
  },

  async release(claimed, { isCounted } = { isCounted: true }) {
    await update(claimed, {
      ...(!isCounted && { count: { attempts: -1 } }),
      remove: ['claimId', 'leaseUntilMs', 'startedMs'],
      condition: '#claimId = :claimId',
      values: { claimId: claimed.claimId },
    })
  },
})

/** The lease of an attempt has always the same length. One that ends later was taken before the clock was set back. */
const latestLeaseMs = (newLeaseUntilMs: number) => newLeaseUntilMs + clockSkewMs

const toRefusal = (record: RequestRecord | undefined, terms: ClaimTerms, nowMs: number): Claim => {
  if (!record) return { kind: 'absent' }
  if (record.status !== 'queued') return { kind: 'ended', record }
  // The SDK repeats a write whose response was lost.
  if (record.claimId === terms.claimId) return { kind: 'claimed', record }
  const { leaseUntilMs = 0, attempts } = record
  const isHeld = leaseUntilMs > nowMs && leaseUntilMs <= latestLeaseMs(terms.leaseUntilMs)
  // A lease that was just released can be claimed again immediately.
  if (isHeld || attempts < terms.attemptsMax)
    return { kind: 'leased', untilMs: Math.max(leaseUntilMs, nowMs) }
  return { kind: 'exhausted', record }
}

const goneOnEnd = [
  'options',
  'watch',
  'keptUntil',
  'claimId',
  'leaseUntilMs',
  'startedMs',
  'openShard',
  'openSince',
]

/** Returns the duration of the attempt if its worker is the one that ends the request. The lease of a worker that died is over. */
const durationOf = ({ startedMs, leaseUntilMs = 0 }: RequestRecord, nowMs: number) =>
  startedMs !== undefined && leaseUntilMs > nowMs ? { durationMs: Math.max(0, nowMs - startedMs) } : {}

const whileQueued = { condition: '#status = :queued', values: { queued: 'queued' } }

/** Returns the changes that begin the first delivery of a request that is done, if it has one. */
const toPending = (record: RequestRecord, { finished, upload, isSilent }: RequestResult) => {
  const { accountId, id } = record
  if (upload) return pendingState('upload', { accountId, id, finished, upload })
  const first = record.upload ? 'upload' : !isSilent && record.webhook && 'webhook'
  return first && beginDelivery(first, record, finished * 1000)
}

const createEnds = (
  { update }: RequestTable,
  nowMs: () => number,
): Pick<RequestStore, 'finish' | 'fail' | 'settle'> => ({
  finish(record, end) {
    const { result, finished, owesHit = false, change, isSilent = false } = end
    const pending = toPending(record, end)
    return update(record, {
      set: {
        status: 'done',
        result,
        finished,
        ...durationOf(record, nowMs()),
        ttl: timeToLive(finished, result.expires),
        ...(owesHit && record.counted && { owesHit }),
        ...(change && { change: JSON.stringify(change) }),
        ...pending,
      },
      remove: [
        ...goneOnEnd.filter((name) => !(pending && name in pending)),
        ...(isSilent ? ['webhook'] : []),
      ],
      ...whileQueued,
    })
  },

  fail(record, { error, finished, freeFailures }) {
    const isOwing = record.counted || record.hasInput
    const open = record.webhook?.errors
      ? beginDelivery('webhook', record, finished * 1000)
      : isOwing && openEntry('ended', record, finished)
    return update(record, {
      set: {
        status: 'failed',
        error,
        finished,
        ...durationOf(record, nowMs()),
        ttl: timeToLive(finished),
        ...(record.counted && { owesHit: true, ...(freeFailures !== undefined && { freeFailures }) }),
        ...(record.upload && { 'upload.status': 'failed', 'upload.url': withoutSecrets(record.upload.url) }),
        ...(record.webhook && { 'webhook.status': 'failed' }),
        ...open,
      },
      remove: goneOnEnd.filter((name) => !(open && name in open)),
      ...whileQueued,
    })
  },

  async settle(record, { isCounted } = { isCounted: false }) {
    const settled = (alsoRemoved: readonly string[], condition: string, values: object) =>
      update(record, {
        ...(record.owesHit && { set: { counted: isCounted } }),
        remove: ['owesHit', 'freeFailures', 'hasInput', ...alsoRemoved],
        condition: `#status <> :queued AND attribute_exists(#id)${condition}`,
        values: { queued: 'queued', ...values },
      })
    // A record that is in the index because of its webhook stays there.
    const isClosed = await settled(['openShard', 'openSince'], ' AND begins_with(#openShard, :ended)', {
      ended: 'ended#',
    })
    if (!isClosed) await settled([], '', {})
  },
})
