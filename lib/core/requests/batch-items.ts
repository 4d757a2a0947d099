import { AppError, InvalidParameterError, UnknownParameterError } from '../../base/errors.ts'
import { maskCredentials } from '../../schema/http-url.ts'
import { operations, type RenderOperationId } from '../../schema/operations.ts'
import type { DeliveryOptions } from '../../schema/render-options.ts'
import type { TierName } from '../../schema/tier-features.ts'
import type { Tiers } from '../access/tiers.ts'
import { type ReadRules, readOptions } from '../options/read-options.ts'
import { assertTierAllows } from '../options/tier-options.ts'

type Parameters = Readonly<Record<string, unknown>>

interface BatchSource {
  operation: RenderOperationId
  /** The parameters that all requests share. */
  options: Parameters
}

/**
 * Returns the options of one request of a batch.
 * @throws AppError 400
 */
export const readBatchItem = (
  { operation, options }: BatchSource,
  item: Parameters,
  rules: ReadRules,
): DeliveryOptions => {
  const value = { ...options, ...item, async: true }
  // Every operation that renders has the delivery options.
  return readOptions(operations[operation], { kind: 'body', value }, rules) as unknown as DeliveryOptions
}

/** @throws AppError 400 or 402 that names the first request that is not allowed */
export const assertBatchItems = (
  source: BatchSource & { sitemap?: string | undefined },
  items: readonly Parameters[],
  { plan, tiers, rules }: { plan: TierName; tiers: Tiers; rules: ReadRules },
) => {
  assertCheckable(source, items.length)
  for (const [index, item] of items.entries()) {
    try {
      const options = readBatchItem(source, item, rules)
      assertTierAllows(plan, { input: operations[source.operation].input }, options, tiers)
    } catch (error) {
      throw error instanceof AppError ? insideRequest(error, nameOf(source, item, index)) : error
    }
  }
}

/** So many bytes are checked in 4 s of a whole core, and the function has a third of one for 29 s. */
const checkedBytesMax = 1e9

/** The shared options are checked with each request. */
const assertCheckable = ({ options }: BatchSource, count: number) => {
  const bytes = Buffer.byteLength(JSON.stringify(options))
  if (bytes * count <= checkedBytesMax) return
  const most = Math.floor(checkedBytesMax / bytes)
  throw new InvalidParameterError(
    `\`options\` has ${bytes} bytes, with which a batch can have at most ${most} requests. This one has ${count}. Send several batches.`,
  )
}

/** The caller does not see the list of a sitemap. */
const nameOf = ({ sitemap }: { sitemap?: string | undefined }, item: Parameters, index: number): string => {
  if (sitemap === undefined) return `In \`requests[${index}]\``
  const url = maskCredentials(String(item['url']))
  return `For ${url.length > nameLengthMax ? `${url.slice(0, nameLengthMax)}…` : url} of the \`sitemap\``
}

const nameLengthMax = 500

const insideRequest = (error: AppError, name: string): AppError => {
  const message = error.message
    .split('\n')
    .map((line) => `${name} with \`options\`: ${line}`)
    .join('\n')
  if (error instanceof UnknownParameterError) return new UnknownParameterError(message)
  return error instanceof InvalidParameterError ? new InvalidParameterError(message) : error
}
