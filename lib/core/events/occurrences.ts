import { quotaLevels } from '../../schema/events.ts'
import type { AccessKey, AccessKeys } from '../access/account-keys.ts'

type QuotaLevel = (typeof quotaLevels)[number]

/** So many hits announce that a level was reached. One of them may be of a process that dies. */
const announcingHits = 3

/** Returns the levels of the quota that this hit announces. @param hits counted in the month, with this one */
export const levelsReached = (hits: number, quota: number): QuotaLevel[] =>
  quotaLevels.filter((level) => {
    const past = hits - Math.ceil((quota * level) / 100)
    return quota > 0 && past >= 0 && past < announcingHits
  })

/** Returns a month, as numbered by `toMonth`, in ISO 8601. */
export const monthName = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** How long before the end of a key its expiry is announced. */
const expirySeconds = 7 * 86_400

/** Returns the key with this id if its expiry is announced now. That of a key in the grace period of a rotation is intended. */
export const expiringKey = (
  keys: AccessKeys,
  id: string | undefined,
  nowSeconds: number,
): (AccessKey & { expires: number; announced: number }) | undefined => {
  const key = id !== undefined && Object.hasOwn(keys, id) ? keys[id] : undefined
  if (key?.expires === undefined || key.expiresBefore !== undefined) return undefined
  // A key may be made for less than a week.
  const announced = Math.max(key.expires - expirySeconds, key.created)
  return announced <= nowSeconds ? { ...key, expires: key.expires, announced } : undefined
}

/** So many failed runs of a task in a row are announced. */
export const failuresMax = 3

/** Errors of runs that their owner has caused. */
const intended: ReadonlySet<string> = new Set(['canceled', 'account_closed'])

/** Returns whether an ended run counts as a failure of its task. */
export const isFailure = ({ status, error }: { status: string; error?: { code: string } }): boolean =>
  status === 'failed' && !intended.has(error?.code ?? '')
