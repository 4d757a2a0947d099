import type { Readable } from 'node:stream'
import type { Artifact } from '../core/plan/artifact.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { describeCause } from '../core/telemetry/describe-cause.ts'
import type { Logger } from '../logger.ts'
import type { CacheReader } from './cache-reader.ts'
import type { KeyedRequest, Storage } from './store-result.ts'

/** A stored result that its request may record and announce. */
export interface MadeResult {
  result: StoredResult
  /** The result in the cache that it is, or a copy of which it is. Undefined for a new render. */
  cached?: StoredResult | undefined
  /** Adds a new render to the cache. Never rejects. */
  remember(): Promise<void>
  /** Removes the file if no cache entry or record refers to it. */
  discard(): Promise<void>
}

/** Makes the result of a request, for a caller who waits and in the background: from the cache if allowed, otherwise by storing a render. */
export interface ResultMaker {
  /** Returns the cached result. Undefined if none exists, the request must not use the cache, or the file no longer exists. */
  reuse(request: KeyedRequest): Promise<MadeResult | undefined>
  /** Returns what `reuse` does, with the open file, which the caller must read to the end or destroy. */
  reuseOpen(request: KeyedRequest): Promise<OpenResult | undefined>
  /** Stores a render. It is in the cache after `remember`. */
  store(request: KeyedRequest, artifact: Artifact): Promise<MadeResult>
}

export interface OpenResult extends MadeResult {
  cached: StoredResult
  body: Readable
}

interface Deps {
  cache: CacheReader
  storage: Storage
  log: Pick<Logger, 'warn'>
}

export const createResultMaker = ({ cache, storage, log }: Deps): ResultMaker => {
  const adopt = async (request: KeyedRequest, cached: StoredResult) => {
    const result = await storage.adopt(request, cached)
    return (
      result && {
        result,
        cached,
        remember: async () => undefined,
        discard: async () => {
          if (result.name !== cached.name) await storage.discard(result)
        },
      }
    )
  }
  const remember = async (request: KeyedRequest, result: StoredResult) => {
    try {
      await storage.remember(request, result)
    } catch (error) {
      log.warn({ requestId: request.requestId, cause: describeCause(error) }, 'result not cached')
    }
  }
  return {
    async reuse(request) {
      const cached = await cache.find(request)
      return cached && adopt(request, cached)
    },

    async reuseOpen(request) {
      const hit = await cache.open(request)
      if (!hit) return undefined
      const { result, body } = hit
      const made = await adopt(request, result).catch((error: unknown) => {
        body.destroy()
        throw error
      })
      if (!made) body.destroy()
      return made && { ...made, body }
    },

    async store(request, artifact) {
      const result = await storage.store(request, artifact)
      return {
        result,
        remember: () => remember(request, result),
        discard: () => storage.discard(result),
      }
    },
  }
}
