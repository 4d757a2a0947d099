import { createHash } from 'node:crypto'
import { viewportOf } from '../../schema/fields/viewport.ts'
import type { Operation } from '../../schema/operations.ts'
import type { ScreencastOptions } from '../../schema/screencast.ts'
import { toOwnKey } from '../access/own-key.ts'
import { fpsOf } from '../plan/resolve-screencast.ts'

/** Parameters that cannot change the result, with the reason. All others are part of the key. */
export const outsideTheKey: Readonly<Record<string, string>> = {
  cache: 'enables the cache itself',
  cache_ttl: 'says how long the result is kept, not what it is',
  cache_refresh: 'renders again to replace the stored result',
  async: 'says when the result is rendered',
  response_type: 'says how the response names the result',
  webhook_url: 'says who is notified of the result',
  upload_url: 'says where else the result is stored',
  storage: 'says where else the result is stored',
  webhook_signed: 'says how the webhook is sent',
  webhook_errors: 'says when a webhook is sent',
  external_id: "is the caller's name for the request",
  attachment_name: 'is in Content-Disposition, which is created for each response',
}

/** Objects whose order does not matter. */
const unordered = new Set(['local_storage', 'session_storage'])

/** Arrays whose order and repetitions do not matter. `cookies` and `headers` do not: a later one may replace an earlier one. */
const sets = new Set([
  'outputs',
  'wait_until',
  'fail_on_status',
  'fail_on_request',
  'block_annoyance',
  'block_ressources',
  'block_requests',
  'hide_selectors',
  'mask_selectors',
  'include_selectors',
  'exclude_selectors',
])

type Options = Readonly<Record<string, unknown>>

/**
 * Returns the cache key of a result: the account, and the lowercase hex SHA-256 over operation and every option that can change the
 * result, with defaults filled in and aliases resolved. An account never gets another account's results.
 * @param options as returned by the operation's schema
 */
export const toCacheKey = (
  accountId: string,
  operation: Pick<Operation, 'id' | 'input'>,
  options: Options,
): string => {
  const names = Object.keys(operation.input.shape)
    .filter((name) => !Object.hasOwn(outsideTheKey, name))
    .sort()
  const complete: Options = { ...options, ...defaultsOf(options, names) }
  const entries = names
    .filter((name) => complete[name] !== undefined)
    .map((name) => [name, normalize(name, complete[name])])
  const hash = createHash('sha256')
    .update(JSON.stringify([operation.id, entries]))
    .digest('hex')
  return toOwnKey(accountId, hash)
}

/** The defaults that depend on other options, which the schema cannot fill in. */
const defaultsOf = (options: Options, names: readonly string[]): Options => {
  const viewport = viewportOf(options)
  return {
    viewport_width: viewport.width,
    viewport_height: viewport.height,
    device_scale_factor: viewport.deviceScaleFactor,
    viewport_mobile: viewport.isMobile,
    viewport_has_touch: viewport.hasTouch,
    viewport_landscape: viewport.isLandscape,
    ...(names.includes('fps') && { fps: fpsOf(options as Pick<ScreencastOptions, 'fps' | 'format'>) }),
  }
}

const normalize = (name: string, value: unknown): unknown => {
  if (name === 'url') return new URL(String(value)).href
  if (name === 'format' && value === 'jpg') return 'jpeg'
  if (unordered.has(name))
    return Object.entries(Object(value)).sort(([left], [right]) => (left < right ? -1 : 1))
  return sets.has(name) && Array.isArray(value) ? [...new Set(value)].sort() : value
}
