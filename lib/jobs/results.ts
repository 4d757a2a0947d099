import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { describeCause } from '../base/describe-cause.ts'
import type { Logger } from '../base/logger.ts'
import { toWellFormedJson } from '../core/html/well-formed-json.ts'
import type { Artifact, SnapshotContent } from '../core/plan/artifact.ts'
import { toCacheKey } from '../core/requests/cache-key.ts'
import { toResultName } from '../core/requests/result-name.ts'
import { toSnapshotDocument } from '../core/requests/snapshot-view.ts'
import { usesStorage } from '../core/requests/storage-object.ts'
import { fileNamesOf, headersOf, type StoredPart, type StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { textFile } from '../core/watch/run-change.ts'
import type { Operation } from '../schema/operations.ts'
import { type DeliveryOptions, returnsJson } from '../schema/render-options.ts'
import type { Account } from '../store/accounts.ts'
import type { CacheStore } from '../store/cache.ts'
import type { ResultStore } from '../store/results.ts'

/** The parts of a request that its result depends on. */
export interface StoringRequest {
  requestId: string
  account: Pick<Account, 'id' | 'storage'>
  operation: Pick<Operation, 'id' | 'input'>
  /** As validated. */
  options: DeliveryOptions & { format?: string | undefined; url?: string | undefined }
  /** Until when the file is kept, in Unix seconds, instead of for `cache_ttl`. */
  keptUntil?: number | undefined
}

/** A stored result that its request may record and announce. */
export interface MadeResult {
  request: StoringRequest
  result: StoredResult
  /** The result in the cache that it is, or a copy of which it is. Undefined for a new render. */
  cached?: StoredResult | undefined
}

interface CachedResult extends MadeResult {
  cached: StoredResult
}

export interface OpenResult extends CachedResult {
  body: Readable
}

/** The results of requests, for a caller who waits and in the background: from the cache if allowed, otherwise by storing a render. */
export interface Results {
  /** Returns the cached result. Undefined if none exists, the request must not use the cache, or the file no longer exists. */
  find(request: StoringRequest): Promise<CachedResult | undefined>
  /** Returns what `find` does, with the open file, which the caller must read to the end or destroy. */
  open(request: StoringRequest): Promise<OpenResult | undefined>
  /** Puts the artifact into the bucket under a unique name. No record or cache entry refers to it yet. */
  store(request: StoringRequest, artifact: Artifact): Promise<MadeResult>
  /**
   * Puts a file into the bucket that lives as long as a result.
   * @param name by default a new one
   */
  storeBeside(
    result: StoredResult,
    file: Pick<Artifact, 'body' | 'contentType' | 'extension'>,
    name?: string,
  ): Promise<StoredResult>
  /** Adds a new render to the cache if its request has `cache`. Never rejects. */
  remember(made: MadeResult): Promise<void>
  /** Removes a file that no record refers to, and the files that it names. Keeps the file of the cache. */
  discard(made: {
    result: Pick<StoredResult, 'name' | 'parts' | 'text'>
    cached?: StoredResult | undefined
  }): Promise<void>
  /** Returns the bytes of a new render: those of the artifact, or for a snapshot the document that names its stored parts. */
  bodyOf(made: MadeResult, artifact: Artifact): Buffer
}

interface Deps {
  files: Pick<ResultStore, 'put' | 'copy' | 'open' | 'remove'>
  cache: CacheStore
  nowMs: () => number
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
  log: Pick<Logger, 'warn'>
}

export const createResults = (deps: Deps): Results => {
  const { files, cache, nowMs, cacheUrl, log } = deps
  const put = async (request: StoringRequest, file: FileContent, body: Buffer, life: Life) => {
    const result = toResult(request, file, body, life)
    await files.put(result, body, request.options.attachment_name)
    return result
  }

  const toDocument = ({ options: { url } }: StoringRequest, { metadata }: SnapshotContent, stored: Stored) =>
    Buffer.from(toWellFormedJson(toSnapshotDocument(stored, { url, cacheUrl, metadata })))

  const results: Results = {
    // A request can be deleted with its file while its worker adds the file to the cache.
    find: (request) => results.open(request).then(close),

    async open(request) {
      const opened = await orMiss(deps, request, openCached(deps, request))
      if (!opened) return undefined
      const { cached, body } = opened
      const adopted = await adopt(deps, request, cached).catch((error: unknown) => {
        body.destroy()
        throw error
      })
      if (!adopted) body.destroy()
      return adopted && { ...adopted, body }
    },

    async store(request, artifact) {
      const life = lifeOf(request, nowMs())
      const { snapshot, text } = artifact
      if (!snapshot) {
        const result = await put(request, artifact, artifact.body, life)
        return { request, result: await withText(results, result, text) }
      }
      // The document is stored last, because it must not name a file that does not exist.
      const parts = await Promise.all(
        snapshot.parts.map(async (part) =>
          toStoredPart(part, await put(request, { ...part, metadata: {} }, part.body, life)),
        ),
      )
      const document = toDocument(request, snapshot, { ...artifact, ...life, parts })
      return { request, result: await put(request, { ...artifact, parts }, document, life) }
    },

    async storeBeside({ created, expires }, { body, contentType, extension }, name) {
      const life = { created, expires }
      const file: StoredResult = { ...toFile({ contentType, extension }, body, life, name), headers: {} }
      await files.put(file, body)
      return file
    },

    async remember({ request, result, cached }) {
      const { options, requestId } = request
      // The page may be complete the next time.
      const isIncomplete = result.facts?.timeout !== undefined
      if (!options.cache || cached || isIncomplete) return
      const expires = Math.min(result.created + options.cache_ttl, result.expires)
      try {
        await cache.put(keyOf(request), result, expires)
      } catch (error) {
        log.warn({ requestId, cause: describeCause(error) }, 'result not cached')
      }
    },

    async discard({ result, cached }) {
      if (result.name === cached?.name) return
      await Promise.all(fileNamesOf(result).map((file) => files.remove(file)))
    },

    bodyOf: ({ request, result }, { body, snapshot }) =>
      snapshot ? toDocument(request, snapshot, result) : body,
  }
  return results
}

/** Stores the text that an image shows beside it. */
const withText = async ({ storeBeside }: Results, result: StoredResult, text: string | undefined) => {
  if (text === undefined) return result
  const { name } = await storeBeside(result, { ...textFile, body: Buffer.from(text) })
  return { ...result, text: name }
}

const keys = new WeakMap<StoringRequest, string>()

/** Computed once for each request: the options may contain megabytes of HTML. */
const keyOf = (request: StoringRequest): string => {
  const key = keys.get(request) ?? toCacheKey(request.account.id, request.operation, request.options)
  keys.set(request, key)
  return key
}

/** If the cache cannot be read, it counts as empty. A render is slower than a cached result but returns the same content. */
const orMiss = async <T>({ log }: Deps, { requestId }: StoringRequest, read: Promise<T>) => {
  try {
    return await read
  } catch (error) {
    log.warn({ requestId, cause: describeCause(error) }, 'cache not readable')
    return undefined
  }
}

const findCached = async ({ cache }: Deps, request: StoringRequest) => {
  const { options } = request
  if (!options.cache || options.cache_refresh) return undefined
  const result = await cache.find(keyOf(request))
  // A render whose response was a file did not describe its page.
  return returnsJson(options) && !result?.page ? undefined : result
}

const close = (opened: OpenResult | undefined) => {
  opened?.body.destroy()
  return opened
}

const openCached = async (deps: Deps, request: StoringRequest) => {
  const cached = await findCached(deps, request)
  const body = cached && (await deps.files.open(cached.name))
  return body && { cached, body }
}

/**
 * Returns a result that the request can announce: the cached one if it lives long enough and has the right download name and
 * extension (`jpg` or `jpeg`), otherwise a copy. Undefined if the file no longer exists, or if it is a snapshot, which cannot be copied.
 */
const adopt = async (
  { files, nowMs }: Deps,
  request: StoringRequest,
  cached: StoredResult,
): Promise<CachedResult | undefined> => {
  const life = lifeOf(request, nowMs())
  if (!isAnnounced(request) || isOwn(request, cached, life)) return { request, result: cached, cached }
  // The document names files, so a copy would have to name copies of them.
  if (cached.parts) return undefined
  const { attachmentName: _, ...rest } = cached
  const extension = extensionOf(request, cached)
  const file = { ...life, extension, name: nameOf(life, extension) }
  const result: StoredResult = { ...rest, ...namedAs(request), ...file }
  const isCopied = await files.copy(cached.name, result, request.options.attachment_name)
  return isCopied ? { request, result, cached } : undefined
}

/** Announced files are kept until after the final webhook attempt, so a receiver never gets an expired URL. */
const announcedSeconds = 48 * 3600

/** S3 deletes every file after these seconds (`toLifetimePrefix`). */
const lifeSecondsMax = 31 * 86_400

/** Returns whether the response or a webhook of a synchronous request names a file, or an upload needs it. */
export const namesFile = ({ operation: { id }, options }: Pick<StoringRequest, 'operation' | 'options'>) =>
  id === 'snapshot' || returnsJson(options) || (options.upload_url ?? options.webhook_url) !== undefined

/** Returns whether a record, a response or a webhook names the file. */
const isAnnounced = (request: StoringRequest) => request.options.async || namesFile(request)

interface Life {
  created: number
  expires: number
}

const lifeOf = (request: StoringRequest, nowMs: number): Life => {
  const created = toSeconds(nowMs)
  const { keptUntil, options } = request
  const ttl = keptUntil === undefined ? options.cache_ttl : keptUntil - created
  return { created, expires: created + lifeSeconds(request, ttl) }
}

/** Returns for how many seconds a file is kept that its request wants for `ttl` seconds. */
const lifeSeconds = (request: StoringRequest, ttl: number): number => {
  if (!isAnnounced(request) && !usesStorage(request)) return ttl
  const { operation, options, keptUntil } = request
  // A snapshot in the cache cannot be copied, so its files live long enough for a request that finds it in the last second.
  return operation.id === 'snapshot' && options.cache && keptUntil === undefined
    ? Math.min(ttl + announcedSeconds, lifeSecondsMax)
    : Math.max(ttl, announcedSeconds)
}

/** Returns whether the request can announce the file as it is. */
const isOwn = (request: StoringRequest, result: StoredResult, { created, expires }: Life) =>
  result.attachmentName === request.options.attachment_name &&
  result.extension === extensionOf(request, result) &&
  result.expires >= (request.keptUntil === undefined ? created + announcedSeconds : expires)

const extensionOf = ({ options }: StoringRequest, { extension }: StoredResult) => options.format ?? extension

const namedAs = ({ options: { attachment_name: attachmentName } }: StoringRequest) =>
  attachmentName === undefined ? {} : { attachmentName }

const nameOf = (life: Life, extension: string) =>
  toResultName({ ...life, random: randomBytes(20), extension })

/** The files of a snapshot as its document describes them. */
type Stored = Parameters<typeof toSnapshotDocument>[0]

/** A file before it is stored. */
type FileContent = Pick<Artifact, 'contentType' | 'extension' | 'headers' | 'metadata' | 'facts' | 'page'> &
  Pick<StoredResult, 'parts'>

const toFile = (
  { contentType, extension }: Pick<Artifact, 'contentType' | 'extension'>,
  body: Buffer,
  life: Life,
  name = nameOf(life, extension),
) => ({
  name,
  contentType,
  extension,
  bytes: body.length,
  sha256: createHash('sha256').update(body).digest('hex'),
  ...life,
})

const toResult = (request: StoringRequest, file: FileContent, body: Buffer, life: Life): StoredResult => ({
  ...toFile(file, body, life),
  headers: headersOf(file),
  ...(file.facts && { facts: file.facts }),
  ...(file.page && { page: file.page }),
  ...(file.parts && { parts: file.parts }),
  ...(request.options.cache && { cacheKey: keyOf(request) }),
  ...namedAs(request),
})

const toStoredPart = (
  { output }: Pick<StoredPart, 'output'>,
  { name, contentType, bytes, facts }: StoredResult,
): StoredPart => ({ output, name, contentType, bytes, ...(facts && { facts }) })
