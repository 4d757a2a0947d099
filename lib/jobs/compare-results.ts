import { buffer } from 'node:stream/consumers'
import { InvalidParameterError, NotFoundError } from '../base/errors.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type RunChange, toNamedFile } from '../core/watch/run-change.ts'
import type { CompareOptions } from '../schema/compare.ts'
import { isRequestId } from '../schema/requests.ts'
import type { RequestStore } from '../store/requests.ts'
import type { ResultStore } from '../store/results.ts'
import { compareBodies } from './compare-bodies.ts'
import type { Results } from './results.ts'

interface Deps {
  requests: Pick<RequestStore, 'find'>
  files: Pick<ResultStore, 'open'>
  results: Pick<Results, 'storeBeside'>
  nowMs: () => number
}

export type CompareResults = (accountId: string, options: CompareOptions) => Promise<Omit<RunChange, 'key'>>

/**
 * Compares the files of two requests as a task that watches compares its runs, and stores the differences as a file that expires with the second one.
 * @throws NotFoundError for requests without a file, InvalidParameterError for files that cannot be compared
 */
export const createCompareResults = (deps: Deps): CompareResults => {
  const open = async (name: 'before' | 'after', accountId: string, id: string) => {
    const { result } = (isRequestId(id) && (await deps.requests.find({ accountId, id }))) || {}
    const isKept = result !== undefined && result.expires > toSeconds(deps.nowMs())
    const stream = isKept ? await deps.files.open(result.name) : undefined
    if (!result || !stream)
      throw new NotFoundError(
        `\`${name}\` is ${id}. It must be the id of a request of this account that is done and whose file is stored.`,
      )
    return { id, result, mode: modeOf(name, id, result), body: await buffer(stream), ignored: [] }
  }
  return async (accountId, { before: beforeId, after: afterId, threshold }) => {
    const [before, after] = await Promise.all([
      open('before', accountId, beforeId),
      open('after', accountId, afterId),
    ])
    if (before.mode !== after.mode)
      throw new InvalidParameterError('`before` and `after` must both be images, or both be texts.')
    const { ratio, regions, file } = await compareBodies(after, before, after)
    return {
      changed: ratio > threshold,
      ratio,
      regions,
      before: { requestId: before.id, name: before.result.name, expires: before.result.expires },
      ...(file && { difference: toNamedFile(await deps.results.storeBeside(after.result, file)) }),
      ignored: [],
    }
  }
}

const modeOf = (name: string, id: string, { contentType }: StoredResult): 'visual' | 'text' => {
  if (contentType.startsWith('image/')) return 'visual'
  if (contentType.startsWith('text/')) return 'text'
  throw new InvalidParameterError(
    `\`${name}\` is ${id}, whose file is ${contentType}. It must be an image, HTML or Markdown.`,
  )
}
