import type { RenderOperationId } from '../../schema/operations.ts'
import { renderOperationIds } from '../../schema/render-operations.ts'
import { historyDaysMax, type UsageHistory } from '../../schema/usage.ts'
import { toMonth } from './quota.ts'

/**
 * The hits of one calendar month (UTC) by day and operation, such as `{ '9s': 3 }` for three screenshots on the ninth, and of the whole
 * month by access key: `{ 'k3FaZ0kQ9xW': 3 }`, and the failed renders of a day that were free: `{ '9f': 1 }`. The names are short because every write of the usage item is billed by its size: a month
 * with all operations on every day has 0.9 KB, and each key adds 14 bytes. Each day by key would add 0.4 KB for each key.
 */
export type HitDays = Readonly<Record<string, number>>

const letters: Readonly<Record<RenderOperationId, string>> = {
  screenshot: 's',
  screencast: 'c',
  scrape: 'r',
  pdf: 'p',
  snapshot: 'n',
}

/**
 * Returns the name of the counter of a hit.
 * @param month the stored one. If another clock has already begun it, the hit counts on its first day
 */
export const toCounter = (operation: RenderOperationId, month: number, atMs: number): string =>
  `${toMonth(atMs) === month ? new Date(atMs).getUTCDate() : 1}${letters[operation]}`

const keyMark = 'k'

/** Returns the name of the counter of the failed renders of a hit's day that were free. @param counter of the hit */
export const toFailureCounter = (counter: string): string => `${Number.parseInt(counter, 10)}f`

/**
 * No counter of a key is added to so many: at most 155 of days and operations and 31 of failures, the rest of keys. An account has few keys at a time, but may replace them
 * without end, and an item of 400 KB can no longer be written.
 */
export const countersMax = 230

/** The id under which the hits of further keys are counted together. */
const otherKeys = 'other'

/** Whether a hit is counted under the id of its key. */
export const isKeyCounted = ([, counter]: readonly string[]): boolean =>
  counter !== undefined && counter !== keyMark + otherKeys

/** Returns the id under which the hits of a key are counted. */
export const countedKey = (hitDays: HitDays | undefined, keyId: string | undefined): string | undefined =>
  keyId === undefined || !hitDays || keyMark + keyId in hitDays || Object.keys(hitDays).length < countersMax
    ? keyId
    : otherKeys

/** Returns the names of the counters of a hit: one of its day, and one of the access key of its request if it has one. */
export const toCounters = (dayCounter: string, keyId: string | undefined): string[] =>
  keyId === undefined ? [dayCounter] : [dayCounter, keyMark + keyId]

const dayMs = 86_400_000

/** Returns the hits of a month by operation. */
export const sumOperations = (hits: HitDays): Record<RenderOperationId, number> => {
  const sumOf = (letter: string) =>
    Object.entries(hits)
      .filter(([name]) => /^\d/.test(name) && name.endsWith(letter))
      .reduce((sum, [, count]) => sum + count, 0)
  return Object.fromEntries(renderOperationIds.map((id) => [id, sumOf(letters[id])])) as Record<
    RenderOperationId,
    number
  >
}

/** Returns when the history no longer shows any day of a month. Unix seconds. */
export const toHistoryEnd = (month: number): number =>
  (Date.UTC(Math.floor(month / 12), (month % 12) + 1) + historyDaysMax * dayMs) / 1000

const toDates = (atMs: number, days: number): Date[] =>
  Array.from({ length: days }, (_, index) => new Date(atMs - (days - 1 - index) * dayMs))

/** Returns the months of the last days, the current one included. */
export const monthsOf = (atMs: number, days: number): number[] => [
  ...new Set(toDates(atMs, days).map((date) => toMonth(date.getTime()))),
]

/** Returns the hits of the last days, the oldest first, and of the keys in the months of these days. Today is the last. */
export const toHistory = (
  months: ReadonlyMap<number, HitDays>,
  { atMs, days }: { atMs: number; days: number },
): UsageHistory => ({
  days: toDates(atMs, days).map((date) => {
    const hits = months.get(toMonth(date.getTime())) ?? {}
    const entries = renderOperationIds.map((id) => [id, hits[`${date.getUTCDate()}${letters[id]}`] ?? 0])
    return { date: date.toISOString().slice(0, 10), hits: Object.fromEntries(entries) }
  }),
  keys: monthsOf(atMs, days).flatMap((month) =>
    Object.entries(months.get(month) ?? {})
      .filter(([name, hits]) => name.startsWith(keyMark) && hits > 0)
      .map(([name, hits]) => ({ month: toMonthName(month), id: name.slice(keyMark.length), hits }))
      .sort((first, second) => second.hits - first.hits),
  ),
})

const toMonthName = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 7)
