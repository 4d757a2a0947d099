import { createHash, randomBytes } from 'node:crypto'
import { toWellFormedJson } from '../core/html/well-formed-json.ts'
import type { Artifact } from '../core/plan/artifact.ts'
import { toCacheKey } from '../core/requests/cache-key.ts'
import { toResultName } from '../core/requests/result-name.ts'
import { toSnapshotDocument } from '../core/requests/snapshot-view.ts'
import type { StoredPart, StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import type { Operation } from '../schema/operations.ts'
import { type DeliveryOptions, returnsJson } from '../schema/render-options.ts'
import type { Account } from '../store/accounts.ts'
import type { CacheStore } from '../store/cache.ts'
import type { ResultStore } from '../store/results.ts'

/** The parts of a request that its result depends on. */
export interface StoringRequest {
  requestId: string
  account: Pick<Account, 'id'>
  operation: Pick<Operation, 'id' | 'input'>
  /** As validated. */
  options: DeliveryOptions & { format?: string | undefined }
  /** Until when the file is kept, in Unix seconds, instead of for `cache_ttl`. */
  keptUntil?: number | undefined
}

export interface KeyedRequest extends StoringRequest {
  readonly cacheKey: string
}

/** Returns the request with its cache key, which is computed once and only if it is read: the options may contain megabytes of HTML. */
export const withCacheKey = <Request extends StoringRequest>(request: Request): Request & KeyedRequest => {
  let cacheKey: string | undefined
  return {
    ...request,
    get cacheKey() {
      cacheKey ??= toCacheKey(request.account.id, request.operation, request.options)
      return cacheKey
    },
  }
}

/** Announced files are kept until after the final webhook attempt, so a receiver never gets an expired URL. */
const announcedSeconds = 48 * 3600

/** Returns whether the response or a webhook of a synchronous request names a file. */
export const namesFile = ({ operation, options }: Pick<StoringRequest, 'operation' | 'options'>) =>
  operation.id === 'snapshot' || returnsJson(options) || options.webhook_url !== undefined

/** Returns whether a record, a response or a webhook names the file. */
const isAnnounced = (request: StoringRequest) => request.options.async || namesFile(request)

/** S3 deletes every file after these seconds (`toLifetimePrefix`). */
const lifeSecondsMax = 31 * 86_400

/** Returns for how many seconds a file is kept that its request wants for `ttl` seconds. */
const lifeSeconds = (request: StoringRequest, ttl: number): number => {
  if (!isAnnounced(request)) return ttl
  const { operation, options, keptUntil } = request
  // A snapshot in the cache cannot be copied, so its files live long enough for a request that finds it in the last second.
  return operation.id === 'snapshot' && options.cache && keptUntil === undefined
    ? Math.min(ttl + announcedSeconds, lifeSecondsMax)
    : Math.max(ttl, announcedSeconds)
}

export interface Storage {
  /** Puts the artifact into the bucket under a unique name. No record or cache entry refers to it yet. */
  store(request: KeyedRequest, artifact: Artifact): Promise<StoredResult>
  /** Puts a file into the bucket that lives as long as a result. */
  storeBeside(
    result: StoredResult,
    file: Pick<Artifact, 'body' | 'contentType' | 'extension'>,
  ): Promise<StoredResult>
  /** Adds the result to the cache. Does nothing for a request without `cache`. */
  remember(request: KeyedRequest, result: StoredResult): Promise<void>
  /**
   * Returns a result that this request can announce: the same one if it lives long enough and has the right download name and
   * extension (`jpg` or `jpeg`), otherwise a copy. Undefined if the file no longer exists, or if it is a snapshot, which cannot be copied.
   */
  adopt(request: KeyedRequest, result: StoredResult): Promise<StoredResult | undefined>
  /** Removes a file that no record or cache entry refers to, and the files that it names. */
  discard(result: Pick<StoredResult, 'name' | 'parts'>): Promise<void>
}

interface Deps {
  results: Pick<ResultStore, 'put' | 'copy' | 'remove'>
  cache: Pick<CacheStore, 'put'>
  nowMs: () => number
  /** URL below which results are public, without trailing slash. */
  cacheUrl: string
}

/** What a file is, before it is stored. */
type FileContent = Pick<Artifact, 'contentType' | 'extension' | 'headers' | 'metadata' | 'facts' | 'page'> &
  Pick<StoredResult, 'parts'>

/** Returns the bytes of a result: those of the artifact, or for a snapshot the document that names its stored parts. */
export const bodyOf = (
  { options }: StoringRequest,
  { body, snapshot }: Artifact,
  stored: Parameters<typeof toSnapshotDocument>[0],
  cacheUrl: string,
): Buffer => {
  if (!snapshot) return body
  const url = options['url']
  const { metadata } = snapshot
  return Buffer.from(
    toWellFormedJson(
      toSnapshotDocument(stored, { url: typeof url === 'string' ? url : undefined, cacheUrl, metadata }),
    ),
  )
}

export const createStorage = ({ results, cache, nowMs, cacheUrl }: Deps): Storage => {
  const lifeOf = (request: StoringRequest) => {
    const created = toSeconds(nowMs())
    const { keptUntil, options } = request
    const ttl = keptUntil === undefined ? options.cache_ttl : keptUntil - created
    return { created, expires: created + lifeSeconds(request, ttl) }
  }
  return {
    async store(request, artifact) {
      const life = lifeOf(request)
      const put = async (file: FileContent, body: Buffer): Promise<StoredResult> => {
        const result = toResult(request, file, body, life)
        await results.put(result, body, request.options.attachment_name)
        return result
      }
      const { snapshot } = artifact
      if (!snapshot) return put(artifact, artifact.body)
      // The document is the last file, so that it never names one that does not exist.
      const parts = await Promise.all(
        snapshot.parts.map(async (part) =>
          toStoredPart(part, await put({ ...part, metadata: {} }, part.body)),
        ),
      )
      return put({ ...artifact, parts }, bodyOf(request, artifact, { ...artifact, ...life, parts }, cacheUrl))
    },

    async storeBeside({ created, expires }, { body, contentType, extension }) {
      const file: StoredResult = {
        name: nameOf({ created, expires }, extension),
        contentType,
        extension,
        headers: {},
        bytes: body.length,
        sha256: createHash('sha256').update(body).digest('hex'),
        created,
        expires,
      }
      await results.put(file, body)
      return file
    },

    async remember({ cacheKey, options }, result) {
      if (!options.cache) return
      await cache.put(cacheKey, result, Math.min(result.created + options.cache_ttl, result.expires))
    },

    async adopt(request, result) {
      const life = lifeOf(request)
      if (!isAnnounced(request) || isOwn(request, result, life)) return result
      // The document names files, so a copy would have to name copies of them.
      if (result.parts) return undefined
      const { attachmentName: _, ...rest } = result
      const extension = extensionOf(request, result)
      const file = { ...life, extension, name: nameOf(life, extension) }
      const copy: StoredResult = { ...rest, ...namedAs(request), ...file }
      const isCopied = await results.copy(result.name, copy, request.options.attachment_name)
      return isCopied ? copy : undefined
    },

    async discard({ name, parts = [] }) {
      await Promise.all([name, ...parts.map((part) => part.name)].map((file) => results.remove(file)))
    },
  }
}

interface Life {
  created: number
  expires: number
}

/** Returns whether the request can announce the file as it is. */
const isOwn = (request: StoringRequest, result: StoredResult, { created, expires }: Life) =>
  result.attachmentName === request.options.attachment_name &&
  result.extension === extensionOf(request, result) &&
  result.expires >= (request.keptUntil === undefined ? created + announcedSeconds : expires)

const extensionOf = ({ options }: StoringRequest, { extension }: StoredResult) => options.format ?? extension

const toResult = (request: StoringRequest, file: FileContent, body: Buffer, life: Life): StoredResult => ({
  name: nameOf(life, file.extension),
  contentType: file.contentType,
  extension: file.extension,
  headers: headersOf(file),
  bytes: body.length,
  ...(file.facts && { facts: file.facts }),
  ...(file.page && { page: file.page }),
  ...(file.parts && { parts: file.parts }),
  sha256: createHash('sha256').update(body).digest('hex'),
  ...namedAs(request),
  ...life,
})

const toStoredPart = (
  { output }: Pick<StoredPart, 'output'>,
  { name, contentType, bytes, facts }: StoredResult,
): StoredPart => ({ output, name, contentType, bytes, ...(facts && { facts }) })

const namedAs = ({ options: { attachment_name: attachmentName } }: StoringRequest) =>
  attachmentName === undefined ? {} : { attachmentName }

const nameOf = (life: Life, extension: string) =>
  toResultName({ ...life, random: randomBytes(20), extension })

/** Returns the response headers that describe the render. They are the same for every response with this result. */
export const headersOf = ({ headers, metadata }: Pick<Artifact, 'headers' | 'metadata'>) => ({
  ...headers,
  ...Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [`X-Service-Metadata-${name}`, value]),
  ),
})
