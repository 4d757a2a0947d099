import { expect, test } from 'vitest'
import { decideHit, toHits, toMonth } from '../../../../lib/core/access/quota.ts'

const month = toMonth(Date.UTC(2026, 10, 21))

test.each([
  ['2026-01-01T00:00:00.000Z', '2026-01-31T23:59:59.999Z', 0],
  ['2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', 1],
  ['2024-02-29T12:00:00.000Z', '2024-02-01T00:00:00.000Z', 0],
])('from %s to %s the month changes %i times', (from, to, changes) => {
  expect(toMonth(Date.parse(to)) - toMonth(Date.parse(from))).toBe(changes)
})

test.each([
  ['opens the account’s first month', undefined, 100, 'open'],
  ['opens a new month', { month: month - 1, hits: 100 }, 100, 'open'],
  ['is counted if the quota allows it', { month, hits: 99 }, 100, 'count'],
  ['is rejected if the quota is used up', { month, hits: 100 }, 100, 'refuse'],
  ['is refused after a change to a smaller plan', { month, hits: 50 }, 10, 'refuse'],
  ['is counted in the month that another clock has begun', { month: month + 1, hits: 0 }, 100, 'count'],
  ['opens the month after a clock that was far ahead', { month: month + 2, hits: 100 }, 100, 'open'],
  ['is always refused without a quota', undefined, 0, 'refuse'],
] as const)('a hit %s', (_title, seen, quota, step) => {
  expect(decideHit(seen, { month, quota })).toBe(step)
})

test.each([
  [undefined, { quota: 10, used: 0, remaining: 10 }],
  [
    { month, hits: 4 },
    { quota: 10, used: 4, remaining: 6 },
  ],
  [
    { month, hits: 12 },
    { quota: 10, used: 12, remaining: 0 },
  ],
  [
    { month: month - 1, hits: 4 },
    { quota: 10, used: 0, remaining: 10 },
  ],
])('of %o, a quota of 10 shows %o', (seen, hits) => {
  expect(toHits(seen, 10, Date.UTC(2026, 10, 21))).toEqual(hits)
})
