import { randomBytes } from 'node:crypto'
import { describeCause } from '../../base/describe-cause.ts'
import { eachOf } from '../../base/each-of.ts'
import { AppError, ConcurrencyLimitedError, QuotaExceededError } from '../../base/errors.ts'
import type { Logger } from '../../base/logger.ts'
import { withoutUndefined } from '../../base/without-undefined.ts'
import { toOwnKey } from '../../core/access/own-key.ts'
import { placesFor } from '../../core/access/places.ts'
import { limitsOf, type Tiers } from '../../core/access/tiers.ts'
import type { ReadRules } from '../../core/options/read-options.ts'
import {
  type Batch,
  type BatchChunk,
  chunkLength,
  inputKeysOf,
  type NewBatch,
  toBatchPartition,
  toChunkKey,
  toSharedKey,
} from '../../core/requests/batch.ts'
import { assertBatchItems } from '../../core/requests/batch-items.ts'
import { toBatchFingerprint } from '../../core/requests/idempotency-key.ts'
import { toDeliveries } from '../../core/requests/to-deliveries.ts'
import { overdueSeconds } from '../../core/requests/worker-times.ts'
import { type BatchOptions, runningBatchesMax } from '../../schema/batches.ts'
import type { BatchStore } from '../../store/batches.ts'
import type { IdempotencyStore } from '../../store/idempotency.ts'
import type { InputStore } from '../../store/inputs.ts'
import type { Payer, UsageStore } from '../../store/usage.ts'
import type { AnnounceUse, HitTaker } from '../events/announce.ts'
import { type KeyedRequest, releaseKey, takeKey } from '../idempotency.ts'
import { optionsBytesMax } from '../put-queued.ts'
import type { Batches } from './follow-batch.ts'
import type { ReadSitemap } from './read-sitemap.ts'

export interface AcceptBatchDeps {
  batches: Pick<BatchStore, 'put' | 'find' | 'countRunning'>
  inputs: Pick<InputStore, 'put' | 'delete'>
  idempotency: IdempotencyStore
  usage: Pick<UsageStore, 'read'>
  resumeBatch: Batches['resumeBatch']
  announceUse: AnnounceUse
  readSitemap: ReadSitemap
  tiers: Tiers
  rules: ReadRules
  log: Pick<Logger, 'warn'>
}

/** Its id becomes that of the batch. */
interface BatchRequest extends KeyedRequest {
  account: Payer & HitTaker
  options: BatchOptions
  /** Aborts when the caller gets an error instead. */
  signal?: AbortSignal | undefined
}

/**
 * Stores the list of a batch, then its record, and begins the first requests. Once the record exists, every request of the list ends: the
 * sweep begins those that this call could not. A repeat with the same Idempotency-Key continues where the first one stopped.
 *
 * @throws AppError 4xx if a request or the sitemap is not allowed, no hit is left, too many batches run, or another sitemap is being read
 */
export const createAcceptBatch =
  (deps: AcceptBatchDeps) =>
  async (request: BatchRequest): Promise<Batch> => {
    const { account, options } = request
    if (options.requests) assertAllowed(deps, request, options.requests)
    const first = await takeKey(deps.idempotency, request, () => toBatchFingerprint(options))
    const key = { accountId: toBatchPartition(account.id), id: first.requestId }
    const repeated = first.requestId === request.requestId ? undefined : await deps.batches.find(key)
    if (repeated) return begin(deps, repeated, request.created)
    const items = await readItems(deps, request).catch(async (error: unknown) => {
      if (error instanceof AppError) await forgetKey(deps, request)
      throw error
    })
    const batch = toNewBatch({ ...request, created: first.created }, { key, items }, deps.tiers)
    await storeList(deps, batch, { items, options: options.options })
    request.signal?.throwIfAborted()
    // A write that reports a failure may have succeeded.
    await deps.batches.put(batch).catch(async (error: unknown) => {
      if (!(await deps.batches.find(key))) throw error
    })
    const accepted = await deps.batches.find(key)
    if (!accepted) throw new Error('A batch could be neither written nor read.')
    if (accepted.listId !== batch.listId) await deleteList(deps, batch)
    await deps.announceUse(account)
    return begin(deps, accepted, request.created)
  }

type Items = BatchChunk['items']

const assertAllowed = ({ tiers, rules }: AcceptBatchDeps, request: BatchRequest, items: Items) =>
  assertBatchItems(request.options, items, { plan: request.account.plan, tiers, rules })

const readItems = async (deps: AcceptBatchDeps, request: BatchRequest): Promise<Items> => {
  const { requests, sitemap = '' } = request.options
  await assertRoom(deps, request.account)
  if (requests) return requests
  const items = (await readAlone(deps, request, () => deps.readSitemap(sitemap))).map((url) => ({ url }))
  assertAllowed(deps, request, items)
  return items
}

/** The function has ended by then, even if it died. */
const readingSeconds = 30

/**
 * Reads one sitemap of an account at a time. Otherwise an account whose servers are slow would keep every process busy that accepts batches.
 * @throws ConcurrencyLimitedError
 */
const readAlone = async <T>(
  { idempotency, log }: AcceptBatchDeps,
  { account, requestId, created }: BatchRequest,
  read: () => Promise<T>,
): Promise<T> => {
  const place = toOwnKey(account.id, 'sitemap')
  const holder = await idempotency.take(place, { fingerprint: 'sitemap', requestId, created }, readingSeconds)
  if (holder.requestId !== requestId)
    throw new ConcurrencyLimitedError(
      'The `sitemap` of another batch of this account is being read. Wait until that batch is accepted, or send the URLs as `requests`.',
      5,
    )
  try {
    return await read()
  } finally {
    await idempotency.release(place, requestId).catch((error: unknown) => {
      // It is free again when its time is over.
      log.warn({ batchId: requestId, cause: describeCause(error) }, 'place of a sitemap not released')
    })
  }
}

/** Two batches that are created at the same moment may both find room. */
const assertRoom = async ({ usage, batches }: AcceptBatchDeps, account: Payer) => {
  if ((await usage.read(account)).hits.remaining === 0) throw new QuotaExceededError()
  if ((await batches.countRunning(account.id)) < runningBatchesMax) return
  throw new ConcurrencyLimitedError(
    `The account has ${runningBatchesMax} batches that run, the most that are allowed at the same time. Wait until one has ended, or cancel one.`,
    60,
  )
}

const forgetKey = async ({ idempotency, log }: AcceptBatchDeps, request: BatchRequest) => {
  try {
    await releaseKey(idempotency, request)
  } catch (error) {
    log.warn({ batchId: request.requestId, cause: describeCause(error) }, 'idempotency key not released')
  }
}

/** Later, only the sweep begins what is left: every repeat would send the messages of requests that wait again. */
const begin = async (
  { batches, resumeBatch, log }: AcceptBatchDeps,
  batch: Batch,
  nowSeconds: number,
): Promise<Batch> => {
  if (batch.status !== 'queued' || nowSeconds - batch.created >= overdueSeconds) return batch
  try {
    await resumeBatch(batch)
    return (await batches.find(batch)) ?? batch
  } catch (error) {
    log.warn({ batchId: batch.id, cause: describeCause(error) }, 'batch not begun')
    return batch
  }
}

interface BatchList {
  key: Pick<Batch, 'accountId' | 'id'>
  items: Items
}

/** The most lanes of a batch: they are part of its record, which every request rewrites. */
const lanesMax = 100

const toNewBatch = (
  { account, created, options }: BatchRequest,
  { key, items }: BatchList,
  tiers: Tiers,
): NewBatch => {
  const { operation, options: shared, sitemap, max_concurrency: wanted = lanesMax } = options
  const { concurrency } = limitsOf(tiers, account)
  const places = placesFor('batch', concurrency)
  const maxConcurrency = Math.min(wanted, places, lanesMax)
  const lanes = Math.min(maxConcurrency, items.length)
  const isLarge = Buffer.byteLength(JSON.stringify(shared)) > optionsBytesMax
  return {
    ...key,
    operation,
    created,
    total: items.length,
    next: lanes,
    lanes: Object.fromEntries(Array.from({ length: lanes }, (_, lane) => [String(lane), lane])),
    counts: {},
    maxConcurrency,
    listId: randomBytes(6).toString('hex'),
    ...(isLarge && { hasInput: true }),
    ...(sitemap !== undefined && { sitemap }),
    ...withoutUndefined({ keyId: account.keyId, traceparent: account.traceparent }),
    webhook: toDeliveries({ ...options, webhook_errors: false }).webhook,
  }
}

const storeList = async (
  { inputs }: AcceptBatchDeps,
  batch: NewBatch,
  { items, options }: Pick<BatchList, 'items'> & { options: Record<string, unknown> },
) => {
  if (batch.hasInput) await inputs.put(toSharedKey(batch), options)
  const starts = Array.from(
    { length: Math.ceil(items.length / chunkLength) },
    (_, chunk) => chunk * chunkLength,
  )
  await eachOf(starts, (start) => {
    const chunk: BatchChunk = {
      items: items.slice(start, start + chunkLength),
      ...(!batch.hasInput && { options }),
    }
    return inputs.put(toChunkKey(batch, start), { ...chunk })
  })
}

/** Another call with the same Idempotency-Key was first. What cannot be deleted is deleted by the lifecycle rule of the bucket. */
const deleteList = async ({ inputs, log }: AcceptBatchDeps, batch: NewBatch) => {
  try {
    await eachOf(inputKeysOf(batch), (key) => inputs.delete(key))
  } catch (error) {
    log.warn({ batchId: batch.id, cause: describeCause(error) }, 'list not deleted')
  }
}
