import { createHash, randomBytes } from 'node:crypto'
import type { Artifact } from '../core/plan/artifact.ts'
import { toCacheKey } from '../core/requests/cache-key.ts'
import { fileSeconds, outlivesAnnouncement } from '../core/requests/result-lifetime.ts'
import { toResultName } from '../core/requests/result-name.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import type { Operation } from '../schema/operations.ts'
import type { Account } from '../store/accounts.ts'
import type { CacheStore } from '../store/cache.ts'
import type { ResultStore } from '../store/results.ts'

/** The options that decide how a result is stored. All other options are part of its key. */
export interface StoringOptions extends Readonly<Record<string, unknown>> {
  cache: boolean
  cache_ttl: number
  cache_refresh: boolean
  attachment_name?: string | undefined
}

/** The parts of a request that its result depends on. */
export interface StoringRequest {
  requestId: string
  account: Pick<Account, 'id' | 'secretKey'>
  operation: Pick<Operation, 'id' | 'input'>
  options: StoringOptions
  /** Whether a record or a webhook names the file, which then stays for at least 48 hours. */
  isAnnounced: boolean
}

export interface Storage {
  /** Puts the artifact into the bucket under a unique name. No record or cache entry refers to it yet. */
  store(request: StoringRequest, artifact: Artifact): Promise<StoredResult>
  /** Adds the result to the cache. Does nothing for a request without `cache`. */
  remember(request: StoringRequest, result: StoredResult): Promise<void>
  /**
   * Returns a result that this request can announce: the given one if it lives long enough and has the right download name, otherwise a
   * copy. Undefined if the file no longer exists.
   */
  adopt(request: StoringRequest, result: StoredResult): Promise<StoredResult | undefined>
  /** Removes a file that no record or cache entry refers to. */
  discard(result: StoredResult): Promise<void>
}

interface Deps {
  results: Pick<ResultStore, 'put' | 'copy' | 'remove'>
  cache: Pick<CacheStore, 'put'>
  nowMs: () => number
}

export const createStorage = ({ results, cache, nowMs }: Deps): Storage => {
  const lifeOf = ({ options, isAnnounced }: StoringRequest) => {
    const created = Math.floor(nowMs() / 1000)
    return { created, expires: created + fileSeconds(options.cache_ttl, isAnnounced) }
  }
  return {
    async store(request, artifact) {
      const life = lifeOf(request)
      const result: StoredResult = {
        name: nameOf(request, life.expires, artifact.extension),
        contentType: artifact.contentType,
        extension: artifact.extension,
        headers: headersOf(artifact),
        bytes: artifact.body.length,
        sha256: createHash('sha256').update(artifact.body).digest('hex'),
        ...namedAs(request),
        ...life,
      }
      await results.put(result, artifact.body, request.options.attachment_name)
      return result
    },

    async remember(request, result) {
      const { account, operation, options } = request
      if (options.cache)
        await cache.put(
          toCacheKey(account.id, operation, options),
          result,
          Math.min(result.created + options.cache_ttl, result.expires),
        )
    },

    async adopt(request, result) {
      const life = lifeOf(request)
      const { attachmentName, ...rest } = result
      const isOwn =
        attachmentName === request.options.attachment_name &&
        outlivesAnnouncement(result.expires, life.created)
      if (!request.isAnnounced || isOwn) return result
      const name = nameOf(request, life.expires, result.extension)
      const copy: StoredResult = { ...rest, ...namedAs(request), ...life, name }
      const isCopied = await results.copy(result.name, copy, request.options.attachment_name)
      return isCopied ? copy : undefined
    },

    discard: ({ name }) => results.remove(name),
  }
}

const namedAs = ({ options: { attachment_name: attachmentName } }: StoringRequest) =>
  attachmentName === undefined ? {} : { attachmentName }

const nameOf = (
  { account, operation, options, requestId }: StoringRequest,
  expires: number,
  extension: string,
) =>
  toResultName({
    secretKey: account.secretKey,
    cacheKey: toCacheKey(account.id, operation, options),
    requestId,
    random: randomBytes(16),
    expires,
    extension,
  })

/** Returns the response headers that describe the render. They are the same for every response with this result. */
export const headersOf = ({ headers, metadata }: Pick<Artifact, 'headers' | 'metadata'>) => ({
  ...headers,
  ...Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [`X-Service-Metadata-${name}`, value]),
  ),
})
