import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { InvalidParameterError, NotFoundError, PlanRequiredError } from '../base/errors.ts'
import { type Limited, limitsOf, type Tiers } from '../core/access/tiers.ts'
import type { RequestRecord } from '../core/requests/request-record.ts'
import { toResultName } from '../core/requests/result-name.ts'
import type { StoredResult } from '../core/requests/stored-result.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type RunChange, toNamedFile } from '../core/watch/run-change.ts'
import type { CompareOptions } from '../schema/compare.ts'
import type { RenderOperationId } from '../schema/operations.ts'
import { isRequestId } from '../schema/requests.ts'
import type { HitRequest } from '../store/hit-updates.ts'
import { differencesMax, type RequestStore } from '../store/requests.ts'
import type { ResultStore } from '../store/results.ts'
import { compareBodies, countPixels, type FoundFile } from './compare-bodies.ts'
import type { HitTaker } from './events/announce.ts'
import type { Hits } from './hits.ts'
import type { Places } from './places.ts'
import type { Results } from './results.ts'

interface Deps {
  requests: Pick<RequestStore, 'find' | 'addDifference'>
  files: Pick<ResultStore, 'open'>
  results: Pick<Results, 'storeBeside'>
  hits: Pick<Hits, 'takeForRender' | 'keep' | 'refund'>
  places: Pick<Places, 'take' | 'end'>
  tiers: Tiers
  nowMs: () => number
}

export type CompareResults = (
  account: HitTaker & Pick<HitRequest, 'keyId'>,
  options: CompareOptions,
  call: { requestId: string; renderName: string },
) => Promise<Omit<RunChange, 'key'>>

/**
 * Compares the files of two requests as a task that watches compares its runs, and stores the differences as a file that expires with the
 * second one and is deleted with either. It has the same name when the comparison is repeated. A comparison that succeeds takes a hit, and
 * meanwhile the place of a render.
 * @throws NotFoundError for requests without a file, InvalidParameterError for files that cannot be compared, PlanRequiredError for images
 * that are too large for the plan, QuotaExceededError, ConcurrencyLimitedError
 */
export const createCompareResults = (deps: Deps): CompareResults => {
  const find = createFind(deps)
  const read = async (found: Found) => {
    const stream = await deps.files.open(found.result.name)
    if (!stream) throw noFile(found.name, found.id)
    return { ...found, body: await buffer(stream), ignored: [] }
  }
  const note = async (accountId: string, { id, name }: Found, difference: string) => {
    const key = { accountId, id }
    if (await deps.requests.addDifference(key, difference)) return
    if (!(await deps.requests.find(key))) throw noFile(name, id)
    throw tooManyDifferences(name, id)
  }
  const store = async (accountId: string, [before, after]: readonly [Found, Found], file: FoundFile) => {
    const name = toDifferenceName(before, after)
    // What no record names would remain when they are deleted.
    for (const result of [before, after]) await note(accountId, result, name)
    return toNamedFile(await deps.results.storeBeside(after.result, file, name))
  }
  const compare = async (account: HitTaker, found: readonly [Found, Found], threshold: number) => {
    const [before, after] = await Promise.all([read(found[0]), read(found[1])])
    if (after.mode === 'visual' && !before.body.equals(after.body))
      assertPixels(account, await countPixels([before.body, after.body]), deps.tiers)
    const { ratio, regions, file } = await compareBodies(after, before, after)
    return {
      changed: ratio > threshold,
      ratio,
      regions,
      before: { requestId: before.id, name: before.result.name, expires: before.result.expires },
      ...(file && { difference: await store(account.id, found, file) }),
      ignored: [],
    }
  }
  return async (account, options, { requestId, renderName }) => {
    const found = await Promise.all([
      find('before', account.id, options.before),
      find('after', account.id, options.after),
    ])
    const [before, after] = found
    if (before.mode !== after.mode)
      throw new InvalidParameterError('`before` and `after` must both be images, or both be texts.')
    assertDifferences(found)
    const { operation } = after
    const request = { id: requestId, operation, keyId: account.keyId }
    await deps.places.take(account, renderName)
    return withHit(deps.hits, { account, request }, () => compare(account, found, options.threshold)).finally(
      () => deps.places.end(account.id, renderName),
    )
  }
}

interface Taking {
  account: HitTaker
  request: HitRequest
}

/** Takes a hit for work, and refunds it if that fails. */
const withHit = async <T>(
  hits: Deps['hits'],
  { account, request }: Taking,
  work: () => Promise<T>,
): Promise<T> => {
  const hit = await hits.takeForRender(account, request)
  try {
    const outcome = await work()
    await hits.keep(account.id, hit)
    return outcome
  } catch (error) {
    await hits.refund(account.id, hit)
    throw error
  }
}

const createFind =
  ({ requests, nowMs }: Pick<Deps, 'requests' | 'nowMs'>) =>
  async (name: 'before' | 'after', accountId: string, id: string): Promise<Found> => {
    const record = isRequestId(id) ? await requests.find({ accountId, id }) : undefined
    const { result, operation, differences } = record ?? {}
    if (!operation || !result || result.expires <= toSeconds(nowMs())) throw noFile(name, id)
    const mode = modeOf(name, id, result)
    assertSize(name, id, result, mode)
    return { id, name, result, mode, operation, differences }
  }

interface Found {
  id: string
  name: 'before' | 'after'
  result: StoredResult
  mode: keyof typeof megabytesMax
  operation: RenderOperationId
  differences: RequestRecord['differences']
}

/** Refuses what could not be noted before any work is done for it, because a comparison that fails is no hit. */
const assertDifferences = (found: readonly [Found, Found]): void => {
  const [before, after] = found
  if (before.result.sha256 === after.result.sha256) return
  const difference = toDifferenceName(before, after)
  for (const { id, name, differences } of found)
    if (differences && differences.size >= differencesMax && !differences.has(difference))
      throw tooManyDifferences(name, id)
}

const tooManyDifferences = (name: string, id: string) =>
  new InvalidParameterError(
    `\`${name}\` is ${id}, which differs from ${differencesMax} other results already. It may differ from at most ${differencesMax}.`,
  )

/** Two images of 99 million pixels take 3.2 s of processor time and 1.25 GB. */
const assertPixels = (account: Limited, pixels: number, tiers: Tiers): void => {
  const { compareMegapixels } = limitsOf(tiers, account)
  if (pixels <= compareMegapixels * 1e6) return
  throw new PlanRequiredError(
    `\`before\` and \`after\` have ${pixels / 1e6} megapixels together. This account has the ${account.plan} plan and compares at most ${compareMegapixels}.`,
  )
}

const noFile = (name: string, id: string) =>
  new NotFoundError(
    `\`${name}\` is ${id}. It must be the id of a request of this account that is done and whose file is stored.`,
  )

/** The names of the files cannot be guessed, and neither can that of their difference. */
const toDifferenceName = (before: Found, { result, mode }: Found) => {
  const { name, created, expires } = result
  const random = createHash('sha256').update(`${before.result.name}\n${name}`).digest().subarray(0, 20)
  return toResultName({ random, created, expires, extension: mode === 'visual' ? 'png' : 'diff' })
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
