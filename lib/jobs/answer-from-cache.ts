import type { Readable } from 'node:stream'
import { toCacheKey } from '../core/requests/cache-key.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { describeCause } from '../core/telemetry/describe-cause.ts'
import type { Logger } from '../logger.ts'
import type { CacheStore } from '../store/cache.ts'
import type { ResultStore } from '../store/results.ts'
import type { StoringRequest } from './store-result.ts'

/** A result that is there, with its file on the way. */
export interface Hit {
  result: StoredResult
  /** Whoever takes the hit reads it to its end or destroys it. */
  body: Readable
}

export interface CacheReader {
  /** The stored result that answers the request; undefined where there is none, or where it is not to be answered from the cache. */
  find(request: StoringRequest): Promise<StoredResult | undefined>
  /** As `find`, with the file; undefined also where the file is gone. */
  open(request: StoringRequest): Promise<Hit | undefined>
}

interface Deps {
  cache: Pick<CacheStore, 'find'>
  results: Pick<ResultStore, 'open'>
  log: Pick<Logger, 'warn'>
}

/** A cache that cannot be read is an empty one: a render is slower than a hit, but it is the same answer. */
export const createCacheReader = ({ cache, results, log }: Deps): CacheReader => {
  const orMiss = async <T>({ requestId }: StoringRequest, read: Promise<T>) => {
    try {
      return await read
    } catch (error) {
      log.warn({ requestId, cause: describeCause(error) }, 'cache not readable')
      return undefined
    }
  }
  const find = async ({ account, operation, options }: StoringRequest) =>
    options.cache && !options.cache_refresh
      ? cache.find(toCacheKey(account.id, operation, options))
      : undefined
  const open = async (request: StoringRequest): Promise<Hit | undefined> => {
    const result = await find(request)
    const body = result && (await results.open(result.name))
    return body && { result, body }
  }
  return {
    find: (request) => orMiss(request, find(request)),
    open: (request) => orMiss(request, open(request)),
  }
}
