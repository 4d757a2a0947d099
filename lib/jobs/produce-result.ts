import type { StoredResult } from '../core/requests/stored-result.ts'
import type { RenderContext } from '../render/page/render-page.ts'
import type { PrepareRender } from '../render/renderers.ts'
import { operations, type RenderOperationId } from '../schema/operations.ts'
import type { CacheReader } from './cache-reader.ts'
import type { Storage, StoringOptions, StoringRequest } from './store-result.ts'

export interface Produced {
  result: StoredResult
  isCached: boolean
  /** Adds the result to the cache. Does nothing for a result that came from the cache. */
  remember(): Promise<void>
  /** Removes the file if no cache entry or record refers to it. */
  discard(): Promise<void>
}

interface ProduceDeps {
  cache: Pick<CacheReader, 'find'>
  storage: Storage
  prepareRender: PrepareRender
}

/** Returns the stored result of a background request, from the cache if allowed, otherwise rendered. @throws AppError */
export const createProduceResult = ({ cache, storage, prepareRender }: ProduceDeps) => {
  const fromCache = async (request: StoringRequest): Promise<Produced | undefined> => {
    const known = await cache.find(request)
    const result = known && (await storage.adopt(request, known))
    if (!result) return undefined
    return {
      result,
      isCached: true,
      remember: async () => undefined,
      discard: async () => {
        if (result.name !== known.name) await storage.discard(result)
      },
    }
  }

  return async (request: StoringRequest, context: RenderContext): Promise<Produced> => {
    const cached = await fromCache(request)
    if (cached) return cached
    const { id } = request.operation
    const artifact = await prepareRender(id as RenderOperationId, request.options)(context)
    const result = await storage.store(request, artifact)
    return {
      result,
      isCached: false,
      remember: () => storage.remember(request, result),
      discard: () => storage.discard(result),
    }
  }
}

export type ProduceResult = ReturnType<typeof createProduceResult>

/** Returns the parts of a record that its result depends on. */
export const toStoringRequest = (
  { id, operation }: { id: string; operation: RenderOperationId },
  account: StoringRequest['account'],
  options: Readonly<Record<string, unknown>>,
): StoringRequest => ({
  requestId: id,
  account,
  operation: operations[operation],
  options: options as StoringOptions,
  isAnnounced: true,
})
