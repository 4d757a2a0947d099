import type { Hit } from '../core/access/open-hits.ts'
import type { Artifact } from '../core/plan/artifact.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { describeCause } from '../core/telemetry/describe-cause.ts'
import { InternalError, QuotaExceededError, toAppError } from '../errors.ts'
import type { Logger } from '../logger.ts'
import type { Hit as CacheHit, CacheReader } from './cache-reader.ts'
import type { Hits } from './hits.ts'
import type { RecordFailure, RecordResult } from './record-result.ts'
import type { RenderOutcome, RenderRequest } from './render-request.ts'
import { headersOf, type Storage } from './store-result.ts'

interface RenderNowDeps {
  cache: CacheReader
  storage: Pick<Storage, 'store' | 'remember' | 'adopt'>
  hits: Pick<Hits, 'take' | 'keep' | 'giveBack'>
  recordResult: RecordResult
  recordFailure: RecordFailure
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

/** A render that took a hit. The hit is open until the request is answered or recorded. */
interface Rendered {
  artifact: Artifact
  hit: Hit
  /** For requests that store: the result, or the error that prevented it. */
  stored: { result: StoredResult } | { failure: unknown } | undefined
}

/**
 * Returns a cached result or renders, then stores, records and announces it as the options request.
 *
 * If storing fails, a request that only uses the cache still returns its result. A request with a webhook fails, because its webhook
 * must name a file.
 *
 * @throws AppError
 */
export const createRenderNow =
  (deps: RenderNowDeps) =>
  async (request: RenderRequest): Promise<RenderOutcome> => {
    try {
      return await renderOrReuse(deps, request)
    } catch (error) {
      await announceFailure(deps, request, error)
      throw error
    }
  }

/** A request that was rejected before it began has no webhook. */
const announceFailure = async (deps: RenderNowDeps, request: RenderRequest, thrown: unknown) => {
  if (!request.options.webhook_errors || thrown instanceof QuotaExceededError) return
  const { code, message } = toAppError(thrown)
  await attempt(deps, request, 'failure not recorded', () => deps.recordFailure(request, { code, message }))
}

const renderOrReuse = async (deps: RenderNowDeps, request: RenderRequest): Promise<RenderOutcome> => {
  const hit = await deps.cache.open(request)
  if (hit && (await announceHit(deps, request, hit))) return fromHit(deps, request, hit)
  const rendered = await renderAndStore(deps, request)
  await announceRender(deps, request, rendered)
  await deps.hits.keep(request.account.id, rendered.hit)
  return fromRender(request, rendered)
}

const renderAndStore = async (deps: RenderNowDeps, request: RenderRequest): Promise<Rendered> => {
  const { account, requestId, signal } = request
  const hit = await deps.hits.take(account, requestId)
  if (!hit) throw new QuotaExceededError()
  try {
    const artifact = await request.render(signal)
    return { artifact, hit, stored: await store(deps, request, artifact) }
  } catch (error) {
    await deps.hits.giveBack(account.id, hit)
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

/** Runs a step that may fail without failing the response. */
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

const hasWebhook = ({ options }: RenderRequest) => options.webhook_url !== undefined

/** Records and announces a request that stored its result. A request that stores nothing has no record. */
const announceRender = async (
  deps: RenderNowDeps,
  request: RenderRequest,
  { stored, hit }: Rendered,
): Promise<void> => {
  if (!stored) return
  if ('failure' in stored) {
    if (!hasWebhook(request)) return
    await deps.hits.giveBack(request.account.id, hit)
    throw notStored(stored.failure)
  }
  try {
    // If this fails, the record may have been written anyway: the hit stays open until the record decides.
    await deps.recordResult(request, stored.result, { hit })
  } catch (failure) {
    if (hasWebhook(request)) throw notStored(failure)
    deps.log.warn({ requestId: request.requestId, cause: describeCause(failure) }, 'request not recorded')
  }
}

/** @returns false if the file no longer exists; the request is then rendered */
const announceHit = async (
  { storage, recordResult }: RenderNowDeps,
  request: RenderRequest,
  { result, body }: CacheHit,
): Promise<boolean> => {
  if (!hasWebhook(request)) return true
  try {
    const own = await storage.adopt(request, result)
    if (own) await recordResult(request, own, {})
    else body.destroy()
    return own !== undefined
  } catch (failure) {
    body.destroy()
    throw notStored(failure)
  }
}

const notStored = (cause: unknown) =>
  new InternalError('The result could not be stored for the webhook. Send the request again.', { cause })

const fromHit = (
  { nowMs }: RenderNowDeps,
  { options }: RenderRequest,
  { result, body }: CacheHit,
): RenderOutcome => ({
  contentType: result.contentType,
  extension: options.format ?? result.extension,
  headers: result.headers,
  body,
  bytes: result.bytes,
  cache: { status: 'hit', ageSeconds: Math.max(0, Math.floor(nowMs() / 1000) - result.created) },
})

const fromRender = ({ options }: RenderRequest, { artifact }: Rendered): RenderOutcome => ({
  contentType: artifact.contentType,
  extension: options.format ?? artifact.extension,
  headers: headersOf(artifact),
  body: artifact.body,
  bytes: artifact.body.length,
  ...(options.cache && { cache: { status: 'miss', ageSeconds: 0 } }),
})
