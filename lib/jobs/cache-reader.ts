import type { Readable } from 'node:stream'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { describeCause } from '../core/telemetry/describe-cause.ts'
import type { Logger } from '../logger.ts'
import { returnsJson } from '../schema/render-options.ts'
import type { CacheStore } from '../store/cache.ts'
import type { ResultStore } from '../store/results.ts'
import type { KeyedRequest } from './store-result.ts'

/** A stored result with its open file. */
export interface OpenFile {
  result: StoredResult
  /** The caller must read it to the end or destroy it. */
  body: Readable
}

export interface CacheReader {
  /** Returns the stored result for the request. Undefined if none exists or the request must not use the cache. */
  find(request: KeyedRequest): Promise<StoredResult | undefined>
  /** Returns what `find` does, with the file. Undefined also if the file no longer exists. */
  open(request: KeyedRequest): Promise<OpenFile | undefined>
}

interface Deps {
  cache: Pick<CacheStore, 'find'>
  results: Pick<ResultStore, 'open'>
  log: Pick<Logger, 'warn'>
}

/** If the cache cannot be read, it counts as empty. A render is slower than a cached result but returns the same content. */
export const createCacheReader = ({ cache, results, log }: Deps): CacheReader => {
  const orMiss = async <T>({ requestId }: KeyedRequest, read: Promise<T>) => {
    try {
      return await read
    } catch (error) {
      log.warn({ requestId, cause: describeCause(error) }, 'cache not readable')
      return undefined
    }
  }
  const find = async (request: KeyedRequest) => {
    const { options } = request
    if (!options.cache || options.cache_refresh) return undefined
    const result = await cache.find(request.cacheKey)
    // A render whose response was a file did not describe its page.
    return returnsJson(options) && !result?.page ? undefined : result
  }
  const open = async (request: KeyedRequest): Promise<OpenFile | undefined> => {
    const result = await find(request)
    const body = result && (await results.open(result.name))
    return body && { result, body }
  }
  return {
    find: (request) => orMiss(request, find(request)),
    open: (request) => orMiss(request, open(request)),
  }
}
