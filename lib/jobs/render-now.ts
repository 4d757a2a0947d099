import type { Artifact } from '../core/artifact.ts'
import { toCacheKey } from '../core/cache-key.ts'
import { describeCause } from '../core/describe-cause.ts'
import type { StoredResult } from '../core/stored-result.ts'
import { InternalError, QuotaExceededError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { UsageStore } from '../store/usage.ts'
import type { CacheReader, Hit } from './answer-from-cache.ts'
import type { RecordResult } from './record-result.ts'
import type { RenderOutcome, RenderRequest } from './render-request.ts'
import type { SingleFlight } from './single-flight.ts'
import { headersOf, type Storage } from './store-result.ts'

export interface RenderNowDeps {
  cache: CacheReader
  storage: Pick<Storage, 'store' | 'remember' | 'adopt'>
  flight: SingleFlight<Rendered>
  usage: Pick<UsageStore, 'takeHit' | 'giveBackHit'>
  recordResult: RecordResult
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

/** A render that took a hit of the quota. */
export interface Rendered {
  artifact: Artifact
  takenAtMs: number
  /** For requests that store: the result, or why there is none. */
  stored: { result: StoredResult } | { failure: unknown } | undefined
}

/**
 * Answers from the cache, or renders; then stores, records and announces what the options ask for.
 *
 * The picture is worth more than the cache: where storing fails, a request that only wanted it cached has its answer. One that
 * wanted a webhook was promised a file, and fails.
 *
 * @throws AppError
 */
export const createRenderNow =
  (deps: RenderNowDeps) =>
  async (request: RenderRequest): Promise<RenderOutcome> => {
    const hit = await deps.cache.open(request)
    if (hit && (await announceHit(deps, request, hit))) return fromHit(deps, request, hit)
    const { value: rendered, isFirst } = await renderShared(deps, request)
    try {
      await announceRender(deps, request, rendered, isFirst)
    } catch (error) {
      if (isFirst) await giveBack(deps, request, rendered.takenAtMs)
      throw error
    }
    return fromRender(request, rendered, isFirst)
  }

/** Those who want the same from the cache at the same time get one render; a refresh is not content with somebody else's. */
const renderShared = async (deps: RenderNowDeps, request: RenderRequest) => {
  const { options, account, operation, signal } = request
  const work = (workSignal: AbortSignal) => renderAndStore(deps, request, workSignal)
  return options.cache && !options.cache_refresh
    ? deps.flight(toCacheKey(account.id, operation, options), signal, work)
    : { value: await work(signal), isFirst: true }
}

const renderAndStore = async (
  deps: RenderNowDeps,
  request: RenderRequest,
  signal: AbortSignal,
): Promise<Rendered> => {
  const takenAtMs = deps.nowMs()
  if (!(await deps.usage.takeHit(request.account))) throw new QuotaExceededError()
  try {
    const artifact = await request.render(signal)
    return { artifact, takenAtMs, stored: await store(deps, request, artifact) }
  } catch (error) {
    await giveBack(deps, request, takenAtMs)
    throw error
  }
}

const store = async (
  deps: RenderNowDeps,
  request: RenderRequest,
  artifact: Artifact,
): Promise<Rendered['stored']> => {
  if (!request.options.cache && !hasWebhook(request)) return undefined
  try {
    const result = await deps.storage.store(request, artifact)
    await attempt(deps, request, 'result not cached', () => deps.storage.remember(request, result))
    return { result }
  } catch (failure) {
    deps.log.warn({ requestId: request.requestId, cause: describeCause(failure) }, 'result not stored')
    return { failure }
  }
}

/** What may fail without costing the answer. */
const attempt = async (
  { log }: Pick<RenderNowDeps, 'log'>,
  { requestId }: RenderRequest,
  failure: string,
  work: () => Promise<void>,
) => {
  try {
    await work()
  } catch (error) {
    log.warn({ requestId, cause: describeCause(error) }, failure)
  }
}

const giveBack = (deps: RenderNowDeps, request: RenderRequest, takenAtMs: number) =>
  attempt(deps, request, 'hit not given back', () => deps.usage.giveBackHit(request.account.id, takenAtMs))

const hasWebhook = ({ options }: RenderRequest) => options.webhook_url !== undefined

/** A request that stored its result has a record, and one with a webhook a file that lives long enough. */
const announceRender = async (
  { storage, recordResult, log }: RenderNowDeps,
  request: RenderRequest,
  { stored }: Rendered,
  isFirst: boolean,
): Promise<void> => {
  const isWanted = hasWebhook(request) || (isFirst && stored && 'result' in stored)
  if (!stored || !isWanted) return
  try {
    if ('failure' in stored) throw stored.failure
    const result = isFirst ? stored.result : await storage.adopt(request, stored.result)
    if (!result) throw new Error('The file of a shared render is gone.')
    await recordResult(request, result, { counted: isFirst })
  } catch (failure) {
    if (hasWebhook(request)) throw notStored(failure)
    log.warn({ requestId: request.requestId, cause: describeCause(failure) }, 'request not recorded')
  }
}

/** @returns false where the file is gone, so that the request is rendered instead */
const announceHit = async (
  { storage, recordResult }: RenderNowDeps,
  request: RenderRequest,
  { result, body }: Hit,
): Promise<boolean> => {
  if (!hasWebhook(request)) return true
  try {
    const own = await storage.adopt(request, result)
    if (own) await recordResult(request, own, { counted: false })
    else body.destroy()
    return own !== undefined
  } catch (failure) {
    body.destroy()
    throw notStored(failure)
  }
}

const notStored = (cause: unknown) =>
  new InternalError('The result could not be stored for the webhook. The request can be repeated.', { cause })

const fromHit = (
  { nowMs }: RenderNowDeps,
  { options }: RenderRequest,
  { result, body }: Hit,
): RenderOutcome => ({
  contentType: result.contentType,
  extension: options.format ?? result.extension,
  headers: result.headers,
  body,
  bytes: result.bytes,
  cache: { status: 'hit', ageSeconds: Math.max(0, Math.floor(nowMs() / 1000) - result.created) },
})

const fromRender = ({ options }: RenderRequest, { artifact }: Rendered, isFirst: boolean): RenderOutcome => ({
  contentType: artifact.contentType,
  extension: options.format ?? artifact.extension,
  headers: headersOf(artifact),
  body: artifact.body,
  bytes: artifact.body.length,
  ...(options.cache && { cache: { status: isFirst ? 'miss' : 'hit', ageSeconds: 0 } }),
})
