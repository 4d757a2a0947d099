import { eachOf } from '../../base/each-of.ts'
import type { ReadRules } from '../../core/options/read-options.ts'
import {
  type Batch,
  type BatchChunk,
  chunkLength,
  inputKeysOf,
  ownerOf,
  toBatchPartition,
  toChunkKey,
  toItemId,
  toSharedKey,
} from '../../core/requests/batch.ts'
import { readBatchItem } from '../../core/requests/batch-items.ts'
import type { RequestKey, RequestRecord } from '../../core/requests/request-record.ts'
import { overdueSeconds } from '../../core/requests/worker-times.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { AccountStatus, AccountStore } from '../../store/accounts.ts'
import type { BatchStore, EndedItem } from '../../store/batches.ts'
import type { InputStore } from '../../store/inputs.ts'
import type { Queues } from '../../store/queues.ts'
import type { RequestStore } from '../../store/requests.ts'
import type { Announcer } from '../events/announcer.ts'
import { type RecordQueuedDeps, recordQueued } from '../record-queued.ts'
import { putFailedItem } from './put-failed-item.ts'

interface FollowBatchDeps extends RecordQueuedDeps {
  batches: Pick<BatchStore, 'find' | 'advance' | 'drop' | 'end' | 'settle'>
  accounts: Pick<AccountStore, 'findStatus'>
  requests: Pick<RequestStore, 'find' | 'putQueued' | 'putFailed'>
  inputs: Pick<InputStore, 'get' | 'put' | 'delete'>
  queues: Pick<Queues, 'sendRender' | 'sendWebhook'>
  rules: ReadRules
  announcer: Pick<Announcer, 'announceBatch'>
  nowMs: () => number
}

type EndedRequest = Pick<RequestRecord, 'accountId' | 'batchId' | 'lane' | 'index' | 'status' | 'error'>

export interface Batches {
  /** Counts a request of a batch that has ended, and begins the next one of its lane. Does nothing for other requests. */
  followBatch(ended: EndedRequest): Promise<void>
  /** Begins what crashes have left in the lanes of a batch, and ends it if nothing is left. Also begins a new batch. */
  resumeBatch(batch: Batch): Promise<void>
}

/** Requests that are refused end immediately. So many follow each other before the queue gives the rest to another worker. */
const refusedMax = 50

/** Reasons to refuse a request that hold for the rest of its batch too. */
const refusesAll: ReadonlySet<string> = new Set(['quota_exceeded', 'payment_required'])

/** How often the message of a request that waits is sent again once it is overdue, by one or two sweeps. */
const repeatSeconds = 3600

/** Two sweeps of one batch are at most this far apart: five minutes, the time for the records before it, and the jitter of the schedule. */
const sweepSecondsMax = 8 * 60

const isRepeated = (waitedSeconds: number) =>
  waitedSeconds >= overdueSeconds && (waitedSeconds - overdueSeconds) % repeatSeconds < sweepSecondsMax

/** The place of a lane in the list of its batch. */
interface Turn {
  lane: string
  index: number
  key: RequestKey
  /** Whether another call sends the message of the request. */
  isSent: boolean
}

interface Moved {
  batch: Batch
  /** As in {@link Turn}, for the next request of the lane. */
  isSent: boolean
}

interface Step extends Pick<Turn, 'lane' | 'isSent'> {
  /** Whether a request that has ended goes through the queue. */
  isLast: boolean
}

/**
 * Moves batches on. Every step is one conditional write or safe to repeat: a worker that finds its lane with another request makes sure
 * that this one has begun. So the message of a request that has ended completes what a crash has left, and the sweep what a lost message has.
 */
export const createBatches = (deps: FollowBatchDeps): Batches => {
  /** Makes sure that the request of a lane has begun. Returns the batch after it if it has ended already. */
  const beginOne = async (batch: Batch, { lane, isSent, isLast }: Step): Promise<Moved | undefined> => {
    const index = batch.lanes[lane]
    if (index === undefined) {
      await endIfOver(deps, batch)
      return undefined
    }
    const key = { accountId: ownerOf(batch), id: toItemId(batch.id, index) }
    const outcome = await beginItem(deps, batch, { key, lane, index, isSent })
    if (outcome === 'held') return undefined
    // The queue passes only requests with a record on.
    const isPassed = isLast && outcome !== accountClosed
    if (outcome !== 'queued' && !isPassed) return advance(deps, batch, { lane, index, outcome })
    await deps.queues.sendRender(key, { isOfBatch: true })
    return undefined
  }
  const begin = async (first: Moved, lane: string, refusedLeft: number): Promise<void> => {
    let moved: Moved | undefined = first
    for (let left = refusedLeft; moved; left -= 1)
      moved = await beginOne(moved.batch, { lane, isSent: moved.isSent, isLast: left <= 0 })
  }
  return {
    async followBatch({ accountId, batchId, lane, index, status, error }) {
      if (batchId === undefined || lane === undefined || index === undefined || status === 'queued') return
      const key = { accountId: toBatchPartition(accountId), id: batchId }
      const moved = await advance(deps, key, { lane, index, outcome: error?.code ?? 'done' })
      if (moved) await begin(moved, lane, refusedMax)
    },

    async resumeBatch(batch) {
      const waiting = { batch, isSent: true }
      await eachOf(Object.keys(batch.lanes), (lane) => begin(waiting, lane, 0))
      const current = await deps.batches.find(batch)
      if (current) await endIfOver(deps, current)
    },
  }
}

interface PerformedRequest {
  record?: RequestRecord | undefined
  account?: AccountStatus | undefined
}

export interface FollowDeps extends Pick<Batches, 'followBatch'> {
  announcer: Pick<Announcer, 'announceRun'>
}

/** When a request has ended, its place is free for the next one of its batch. A run of a task is announced. */
export const followed =
  <Args extends unknown[], Performed extends PerformedRequest>(
    perform: (...args: Args) => Promise<Performed>,
    { followBatch, announcer }: FollowDeps,
  ) =>
  async (...args: Args): Promise<Performed> => {
    const performed = await perform(...args)
    const { record, account } = performed
    if (!record) return performed
    await followBatch(record)
    await announcer.announceRun(record, account)
    return performed
  }

const advance = async (
  { batches }: FollowBatchDeps,
  key: RequestKey,
  item: EndedItem,
): Promise<Moved | undefined> => {
  const advanced = await batches.advance(key, item)
  if (advanced) return { batch: advanced, isSent: false }
  const batch = await batches.find(key)
  // The call that advanced it sends the message. If each repeated message sent one more, all would live as long as the batch.
  return batch && { batch, isSent: true }
}

/** Returns `queued` if its message is to be sent, `held` if nothing is to be done, and otherwise how it has ended. */
const beginItem = async (deps: FollowBatchDeps, batch: Batch, turn: Turn): Promise<string> => {
  const { requests, nowMs } = deps
  const found = await requests.find(turn.key)
  if (found) {
    if (found.status !== 'queued') return outcomeOf(found)
    const isWaited = turn.isSent && !isRepeated(toSeconds(nowMs()) - found.created)
    return isWaited || (found.leaseUntilMs ?? 0) > nowMs() ? 'held' : 'queued'
  }
  // Its request may have ended since, and its record may be deleted.
  const current = await deps.batches.find(batch)
  return current?.lanes[turn.lane] === turn.index ? beginAbsent(deps, current, turn) : 'held'
}

const beginAbsent = async (deps: FollowBatchDeps, batch: Batch, turn: Turn): Promise<string> => {
  const account = await deps.accounts.findStatus(turn.key.accountId)
  if (!account || account.closed !== undefined) {
    await deps.batches.drop(batch, accountClosed)
    return accountClosed
  }
  const { dropCode } = batch
  if (dropCode !== undefined) await putFailedItem(deps, batch, turn, { code: dropCode, message: dropped })
  else if ((await recordItem(deps, { batch, account, turn })) === 'queued') return 'queued'
  const refused = await deps.requests.find(turn.key)
  const outcome = refused ? outcomeOf(refused) : 'held'
  if (refusesAll.has(outcome)) await deps.batches.drop(batch, outcome)
  return outcome
}

const dropped = 'The batch was stopped before the turn of the request.'

const accountClosed = 'account_closed'

const outcomeOf = ({ status, error }: RequestRecord) =>
  status === 'queued' ? status : (error?.code ?? 'done')

interface NewItem {
  batch: Batch
  account: AccountStatus
  turn: Turn
}

const recordItem = async (deps: FollowBatchDeps, { batch, account, turn }: NewItem) => {
  const { key, lane, index } = turn
  const { operation, id: batchId, keyId, traceparent } = batch
  const [{ items, options = {} }, large] = await Promise.all([
    deps.inputs.get(toChunkKey(batch, index)) as Promise<Partial<BatchChunk>>,
    batch.hasInput ? deps.inputs.get(toSharedKey(batch)) : undefined,
  ])
  const item = items?.[index % chunkLength]
  if (!item) throw new Error('The list of a batch lacks a request.')
  return recordQueued(deps, {
    account,
    request: {
      ...key,
      operation,
      created: toSeconds(deps.nowMs()),
      batchId,
      lane,
      index,
      keyId,
      traceparent,
    },
    read: () => readBatchItem({ operation, options: large ?? options }, item, deps.rules),
  })
}

/** Ends a batch without lanes: deletes its list, announces the end, and queues its webhook last. Every step can be repeated. */
const endIfOver = async (deps: FollowBatchDeps, batch: Batch): Promise<void> => {
  const { batches, inputs, queues, announcer } = deps
  if (Object.keys(batch.lanes).length > 0) return
  let ended: Batch | undefined = batch
  if (batch.status === 'queued') {
    await eachOf(inputKeysOf(batch), (key) => inputs.delete(key))
    ended = (await batches.end(batch)) ?? (await batches.find(batch))
  }
  if (ended?.status !== 'done') return
  // No message may be left that would announce it. Until it is settled, the sweep does.
  await announcer.announceBatch(ended)
  const settled = (await batches.settle(ended)) ?? (await batches.find(ended))
  if (settled?.webhook?.status === 'pending' && settled.webhook.attempts.length === 0)
    await queues.sendWebhook(settled)
}
