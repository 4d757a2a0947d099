import type { Readable } from 'node:stream'
import { describeCause } from '../base/describe-cause.ts'
import { ConcurrencyLimitedError, InternalError, QuotaExceededError, toAppError } from '../base/errors.ts'
import type { Logger } from '../base/logger.ts'
import type { Hit } from '../core/access/open-hits.ts'
import type { Artifact, ArtifactFacts } from '../core/plan/artifact.ts'
import type { Upload } from '../core/requests/request-record.ts'
import { headersOf, type StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { RenderContext } from '../render/render-page.ts'
import type { Renderers } from '../render/renderers.ts'
import { returnsJson } from '../schema/render-options.ts'
import type { Hits } from './hits.ts'
import type { Places } from './places.ts'
import { type RecordFailure, type RecordResult, type SynchronousRequest, uploadOf } from './record-result.ts'
import { type MadeResult, namesFile, type OpenResult, type Results } from './results.ts'

/** A render whose caller waits for the response. */
export interface RenderRequest extends SynchronousRequest, Pick<RenderContext, 'signal'> {
  /** The name of the render, which no other render of the account has. */
  renderName: string
  /** Settles when the response has been delivered, or broke off. Until then, the render keeps its place. */
  delivered: Promise<void>
  /** Takes work for which the response does not wait, but which must end before the process may stop. */
  waitUntil: (work: Promise<void>) => void
}

/** Only for a request with `cache`. */
interface CacheOutcome {
  cache?: { status: 'hit' | 'miss'; ageSeconds: number }
}

/** The result of the request, rendered or cached: the file, or for a JSON response what was stored. */
export type RenderOutcome = FileOutcome | StoredOutcome

export interface StoredOutcome extends CacheOutcome {
  kind: 'stored'
  result: StoredResult
  upload: Upload | undefined
}

export interface FileOutcome extends CacheOutcome {
  kind: 'file'
  contentType: string
  /** Of this request. `jpg` and `jpeg` share a cached result. */
  extension: string
  /** Response headers that describe the render. */
  headers: Readonly<Record<string, string>>
  body: Buffer | Readable
  bytes: number
  facts?: ArtifactFacts | undefined
}

interface RenderNowDeps {
  renderers: Renderers
  results: Pick<Results, 'find' | 'open' | 'store' | 'remember' | 'bodyOf'>
  hits: Pick<Hits, 'takeForRender' | 'keep' | 'refund' | 'refundFailure'>
  places: Pick<Places, 'take' | 'end'>
  recordResult: RecordResult
  recordFailure: RecordFailure
  nowMs: () => number
  log: Pick<Logger, 'warn'>
}

type Plan = ReturnType<Renderers['resolve']>

/** A render that took a hit. The hit is open until the response or the record. */
interface Rendered {
  artifact: Artifact
  hit: Hit
  /** For requests that store: the result, or the error that prevented it. */
  stored: { made: MadeResult } | { failure: unknown } | undefined
}

/**
 * Returns a cached result or renders, then stores, records and announces the result if the options request it.
 *
 * If storing fails, a request that only uses the cache still returns its result. A request fails if its response or its webhook must name
 * the file.
 *
 * @throws AppError
 */
export const createRenderNow =
  (deps: RenderNowDeps) =>
  async (request: RenderRequest): Promise<RenderOutcome> => {
    // A request with invalid options is rejected before it begins.
    const plan = deps.renderers.resolve(request.operation.id, request.options)
    try {
      return await renderOrReuse(deps, request, plan)
    } catch (error) {
      await announceFailure(deps, request, error)
      const { countedFailure } = request.report
      if (countedFailure) request.waitUntil(deps.hits.keep(request.account.id, countedFailure))
      throw error
    }
  }

const isRefusal = (thrown: unknown) =>
  thrown instanceof QuotaExceededError || thrown instanceof ConcurrencyLimitedError

/** A request that was rejected before it began has no webhook. */
const announceFailure = async (deps: RenderNowDeps, request: RenderRequest, thrown: unknown) => {
  const { webhook_errors, webhook_url } = request.options
  if (!webhook_errors || webhook_url === undefined || isRefusal(thrown)) return
  const { code, message } = toAppError(thrown)
  try {
    await deps.recordFailure(request, { code, message })
  } catch (error) {
    deps.log.warn({ requestId: request.requestId, cause: describeCause(error) }, 'failure not recorded')
  }
}

const renderOrReuse = async (
  deps: RenderNowDeps,
  request: RenderRequest,
  plan: Plan,
): Promise<RenderOutcome> => {
  const reused = returnsJson(request.options)
    ? await reuseStored(deps, request)
    : await reuseFile(deps, request)
  if (reused) return reused
  const rendered = await renderAndStore(deps, request, plan)
  await announceRender(deps, request, rendered)
  request.waitUntil(deps.hits.keep(request.account.id, rendered.hit))
  return fromRender(deps, request, rendered)
}

/** Returns the cached result after it was recorded, or undefined if the request must be rendered. */
const reuseStored = async (
  deps: RenderNowDeps,
  request: RenderRequest,
): Promise<StoredOutcome | undefined> => {
  try {
    const reused = await deps.results.find(request)
    if (!reused) return undefined
    await deps.recordResult(request, reused.result)
    const { result } = reused
    return { kind: 'stored', result, upload: uploadOf(request, result), cache: hitOf(deps, reused.cached) }
  } catch (failure) {
    throw notStored(failure)
  }
}

/** Returns the file of the cached result after it was announced, or undefined if the request must be rendered. */
const reuseFile = async (deps: RenderNowDeps, request: RenderRequest): Promise<FileOutcome | undefined> => {
  let reused: OpenResult | undefined
  try {
    reused = await deps.results.open(request)
    if (reused && namesFile(request)) await deps.recordResult(request, reused.result)
    return reused && fromCache(deps, request, reused)
  } catch (failure) {
    reused?.body.destroy()
    throw notStored(failure)
  }
}

const renderAndStore = async (deps: RenderNowDeps, request: RenderRequest, plan: Plan): Promise<Rendered> => {
  const { account, requestId: id, operation, signal, report, renderName, delivered } = request
  await deps.places.take(account, renderName)
  request.waitUntil(delivered.then(() => deps.places.end(account.id, renderName)))
  const hit = await deps.hits.takeForRender(account, { id, operation: operation.id, keyId: account.keyId })
  try {
    const artifact = await deps.renderers.render(operation.id, plan, { signal, report })
    return { artifact, hit, stored: await store(deps, request, artifact) }
  } catch (error) {
    await refund(deps, request, { hit, error })
    throw error
  }
}

const refund = async (
  { hits }: RenderNowDeps,
  { account, report }: RenderRequest,
  { hit, error }: { hit: Hit; error: unknown },
) => {
  if (toAppError(error).statusCode >= 500) return hits.refund(account.id, hit)
  const { isCounted } = await hits.refundFailure(account, hit)
  if (isCounted) report.countedFailure = hit
}

const store = async (
  deps: RenderNowDeps,
  request: RenderRequest,
  artifact: Artifact,
): Promise<Rendered['stored']> => {
  if (!request.options.cache && !namesFile(request)) return undefined
  try {
    const made = await deps.results.store(request, artifact)
    await deps.results.remember(made)
    return { made }
  } catch (failure) {
    deps.log.warn({ requestId: request.requestId, cause: describeCause(failure) }, 'result not stored')
    return { failure }
  }
}

/** Records and announces a request that stored its result. A request that stores nothing has no record. */
const announceRender = async (
  deps: RenderNowDeps,
  request: RenderRequest,
  { stored, hit }: Rendered,
): Promise<void> => {
  if (!stored) return
  if ('failure' in stored) {
    if (!namesFile(request)) return
    await deps.hits.refund(request.account.id, hit)
    throw notStored(stored.failure)
  }
  try {
    // If this fails, the record may have been written anyway: the hit stays open until the record decides.
    await deps.recordResult(request, stored.made.result, hit)
  } catch (failure) {
    if (namesFile(request)) throw notStored(failure)
    deps.log.warn({ requestId: request.requestId, cause: describeCause(failure) }, 'request not recorded')
  }
}

const notStored = (cause: unknown) =>
  new InternalError('The result could not be stored. Send the request again.', { cause })

const hitOf = ({ nowMs }: RenderNowDeps, { created }: StoredResult) => ({
  status: 'hit' as const,
  ageSeconds: Math.max(0, toSeconds(nowMs()) - created),
})

const fromCache = (
  deps: RenderNowDeps,
  { options }: RenderRequest,
  { cached, body }: OpenResult,
): FileOutcome => ({
  kind: 'file',
  contentType: cached.contentType,
  extension: options.format ?? cached.extension,
  headers: cached.headers,
  body,
  bytes: cached.bytes,
  facts: cached.facts,
  cache: hitOf(deps, cached),
})

const fromRender = (
  { results }: RenderNowDeps,
  request: RenderRequest,
  { artifact, stored }: Rendered,
): RenderOutcome => {
  const { options } = request
  const cache = options.cache ? { cache: { status: 'miss' as const, ageSeconds: 0 } } : {}
  // A request whose response names a file has already failed if the result was not stored.
  const made = stored && 'made' in stored ? stored.made : undefined
  if (returnsJson(options) && made)
    return { kind: 'stored', result: made.result, upload: uploadOf(request, made.result), ...cache }
  const body = made ? results.bodyOf(made, artifact) : artifact.body
  return {
    kind: 'file',
    contentType: artifact.contentType,
    extension: options.format ?? artifact.extension,
    headers: headersOf(artifact),
    body,
    bytes: body.length,
    facts: artifact.facts,
    ...cache,
  }
}
