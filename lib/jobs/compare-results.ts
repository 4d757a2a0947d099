import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { ConcurrencyLimitedError, InvalidParameterError, NotFoundError } from '../base/errors.ts'
import { openHitMs } from '../core/access/open-hits.ts'
import { toResultName } from '../core/requests/result-name.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type RunChange, toNamedFile } from '../core/watch/run-change.ts'
import type { CompareOptions } from '../schema/compare.ts'
import { isRequestId } from '../schema/requests.ts'
import type { Account } from '../store/accounts.ts'
import { differencesMax, type RequestStore } from '../store/requests.ts'
import type { ResultStore } from '../store/results.ts'
import { compareBodies, type FoundFile } from './compare-bodies.ts'
import type { Hits } from './hits.ts'
import type { Results } from './results.ts'

interface Deps {
  requests: Pick<RequestStore, 'find' | 'addDifference'>
  files: Pick<ResultStore, 'open'>
  results: Pick<Results, 'storeBeside'>
  hits: Pick<Hits, 'beginRender' | 'endRender'>
  nowMs: () => number
}

export type CompareResults = (
  account: Pick<Account, 'id' | 'plan'>,
  options: CompareOptions,
) => Promise<Omit<RunChange, 'key'>>

/**
 * Compares the files of two requests as a task that watches compares its runs, and stores the differences as a file that expires with the
 * second one and is deleted with either. It has the same name when the comparison is repeated. A comparison takes the place of a render.
 * @throws NotFoundError for requests without a file, InvalidParameterError for files that cannot be compared, ConcurrencyLimitedError
 */
export const createCompareResults = (deps: Deps): CompareResults => {
  const open = async (name: 'before' | 'after', accountId: string, id: string) => {
    const { result } = (isRequestId(id) && (await deps.requests.find({ accountId, id }))) || {}
    if (!result || result.expires <= toSeconds(deps.nowMs())) throw noFile(name, id)
    const mode = modeOf(name, id, result)
    assertSize(name, id, result, mode)
    const stream = await deps.files.open(result.name)
    if (!stream) throw noFile(name, id)
    return { id, name, result, mode, body: await buffer(stream), ignored: [] }
  }
  const note = async (accountId: string, { id, name }: Pick<Opened, 'id' | 'name'>, difference: string) => {
    const key = { accountId, id }
    if (await deps.requests.addDifference(key, difference)) return
    if (!(await deps.requests.find(key))) throw noFile(name, id)
    throw new InvalidParameterError(
      `\`${name}\` is ${id}, which differs from ${differencesMax} other results already. It may differ from at most ${differencesMax}.`,
    )
  }
  const store = async (accountId: string, [before, after]: readonly [Opened, Opened], file: FoundFile) => {
    const name = toDifferenceName(before.result, after.result, file)
    // What no record names would remain when they are deleted.
    for (const result of [before, after]) await note(accountId, result, name)
    return toNamedFile(await deps.results.storeBeside(after.result, file, name))
  }
  const compare = async (accountId: string, options: CompareOptions) => {
    const opened = await Promise.all([
      open('before', accountId, options.before),
      open('after', accountId, options.after),
    ])
    const [before, after] = opened
    if (before.mode !== after.mode)
      throw new InvalidParameterError('`before` and `after` must both be images, or both be texts.')
    const { ratio, regions, file } = await compareBodies(after, before, after)
    return {
      changed: ratio > options.threshold,
      ratio,
      regions,
      before: { requestId: before.id, name: before.result.name, expires: before.result.expires },
      ...(file && { difference: await store(accountId, opened, file) }),
      ignored: [],
    }
  }
  return async (account, options) => {
    const place = { name: randomUUID(), untilMs: deps.nowMs() + openHitMs }
    if (!(await deps.hits.beginRender(account, { ...place, origin: 'request' })))
      throw new ConcurrencyLimitedError()
    return compare(account.id, options).finally(() => deps.hits.endRender(account.id, place.name))
  }
}

interface Opened {
  id: string
  name: 'before' | 'after'
  result: StoredResult
}

const noFile = (name: string, id: string) =>
  new NotFoundError(
    `\`${name}\` is ${id}. It must be the id of a request of this account that is done and whose file is stored.`,
  )

/** The names of the files cannot be guessed, and neither can that of their difference. */
const toDifferenceName = (
  before: StoredResult,
  { name, created, expires }: StoredResult,
  { extension }: FoundFile,
) => {
  const random = createHash('sha256').update(`${before.name}\n${name}`).digest().subarray(0, 20)
  return toResultName({ random, created, expires, extension })
}

/**
 * The most megabytes of a file. The memory of the function is 2,048 MB: two texts of 4 MB and two million lines each, none of them in common,
 * take 1,050 MB, and two images of 50 MB and 100 million pixels take 850 MB.
 */
const megabytesMax = { visual: 50, text: 4 } as const

const modeOf = (name: string, id: string, { contentType }: StoredResult): keyof typeof megabytesMax => {
  if (contentType.startsWith('image/')) return 'visual'
  if (contentType.startsWith('text/')) return 'text'
  throw new InvalidParameterError(
    `\`${name}\` is ${id}, whose file is ${contentType}. It must be an image, HTML or Markdown.`,
  )
}

const assertSize = (
  name: string,
  id: string,
  { bytes }: StoredResult,
  mode: keyof typeof megabytesMax,
): void => {
  const max = megabytesMax[mode]
  if (bytes <= max * 1e6) return
  throw new InvalidParameterError(
    `\`${name}\` is ${id}, whose file has ${bytes} bytes. ${mode === 'visual' ? 'An image' : 'A text'} must have at most ${max} MB.`,
  )
}
