import { quotaLevels } from '../../schema/events.ts'
import type { AccessKey, AccessKeys } from '../access/account-keys.ts'

type QuotaLevel = (typeof quotaLevels)[number]

/** That so much of a quota is used in a month. A changed quota has levels of its own. */
export interface LevelNote {
  month: number
  quota: number
  /** When it was noted first. */
  atMs: number
  /** Absent while a crash can have lost the announcement. */
  announcedMs?: number
}

/** The hits of a month so far, and the notes of its levels. */
export interface HitCount {
  month: number
  hits: number
  notes: Readonly<Partial<Record<QuotaLevel, LevelNote | undefined>>>
}

/** Returns the highest of these levels that is reached, unless it is announced. Those below it would say less. */
export const levelToAnnounce = (
  { month, hits, notes }: HitCount,
  { quota, levels = quotaLevels }: { quota: number; levels?: readonly QuotaLevel[] },
): QuotaLevel | undefined => {
  const level = levels.findLast((percent) => quota > 0 && hits >= Math.ceil((quota * percent) / 100))
  const note = level && notes[level]
  const isAnnounced = note?.month === month && note.quota === quota && note.announcedMs !== undefined
  return isAnnounced ? undefined : level
}

/** Returns a month, as numbered by `toMonth`, in ISO 8601. */
export const monthName = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

/** How long before the end of a key its expiry is announced. */
const expirySeconds = 7 * 86_400

interface ExpiringKey extends AccessKey {
  id: string
  expires: number
  /** The second from which on its expiry is announced. */
  announced: number
}

/** Returns the keys whose expiry is announced now. That of a key in the grace period of a rotation is intended. */
export const expiringKeys = (keys: AccessKeys, nowSeconds: number): ExpiringKey[] =>
  Object.entries(keys).flatMap(([id, key]) => {
    const { expires, expiresBefore, created } = key
    if (expires === undefined || expires <= nowSeconds || expiresBefore !== undefined) return []
    // A key may be made for less than a week.
    const announced = Math.max(expires - expirySeconds, created)
    return announced <= nowSeconds ? [{ ...key, id, expires, announced }] : []
  })

/** So many failed runs of a task in a row are announced. */
export const failuresMax = 3

/** Errors of runs that their owner has caused. */
const intended: ReadonlySet<string> = new Set(['canceled', 'account_closed'])

/** Returns whether an ended run counts as a failure of its task. */
export const isFailure = ({ status, error }: { status: string; error?: { code: string } }): boolean =>
  status === 'failed' && !intended.has(error?.code ?? '')
