import { expect, test } from 'vitest'
import { monthsOf, toCounter, toHistory, toHistoryEnd } from '../../../../lib/core/access/hit-days.ts'
import { toMonth } from '../../../../lib/core/access/quota.ts'
import { operations } from '../../../../lib/schema/operations.ts'
import { renderOperationIds } from '../../../../lib/schema/render-operations.ts'
import { UsageHistory, UsageHistoryOptions } from '../../../../lib/schema/usage.ts'

const nowMs = Date.UTC(2026, 2, 1, 0, 0, 1)
const march = toMonth(nowMs)

test('each operation has its own counter on each day', () => {
  const counters = renderOperationIds.flatMap((id) =>
    [1, 2, 11, 31].map((day) => toCounter(id, toMonth(Date.UTC(2026, 0, day)), Date.UTC(2026, 0, day))),
  )
  expect(new Set(counters).size).toBe(counters.length)
})

test('a hit in a month that another clock has begun counts on its first day', () => {
  expect(toCounter('pdf', march, nowMs - 2_000)).toBe('1p')
  expect(toCounter('pdf', march - 1, nowMs - 2_000)).toBe('28p')
})

test('the history has every day, the oldest first, also over the end of a month', () => {
  const months = new Map([
    [march - 1, { '28s': 4, '28p': 1, '27r': 2 }],
    [march, { '1c': 3 }],
  ])
  const history = UsageHistory.parse(toHistory(months, { atMs: nowMs, days: 3 }))
  const none = { screenshot: 0, screencast: 0, scrape: 0, pdf: 0, snapshot: 0 }
  expect(history.days).toEqual([
    { date: '2026-02-27', hits: { ...none, scrape: 2 } },
    { date: '2026-02-28', hits: { ...none, screenshot: 4, pdf: 1 } },
    { date: '2026-03-01', hits: { ...none, screencast: 3 } },
  ])
})

test('the longest history takes at most four months, each of which is kept until none of its days is shown', () => {
  const { days } = UsageHistoryOptions.parse({ days: 90 })
  for (let day = 0; day < 366; day += 1) {
    const atMs = Date.UTC(2027, 0, 1 + day, 23)
    const months = monthsOf(atMs, days)
    expect(months.length).toBeLessThanOrEqual(4)
    for (const month of months) expect(toHistoryEnd(month) * 1000).toBeGreaterThan(atMs)
  }
  expect(operations.usage_history.input.safeParse({ days: 91 }).success).toBe(false)
})

test('the keys of each month are listed by their hits, and a key without any is not', () => {
  const months = new Map([
    [march - 1, { '28s': 4, kabc: 3, kxyz: 4, kold: 0 }],
    [march, { '1s': 1, kabc: 1 }],
  ])
  const { keys } = UsageHistory.parse(toHistory(months, { atMs: nowMs, days: 3 }))
  expect(keys).toEqual([
    { month: '2026-02', id: 'xyz', hits: 4 },
    { month: '2026-02', id: 'abc', hits: 3 },
    { month: '2026-03', id: 'abc', hits: 1 },
  ])
  expect(UsageHistory.parse(toHistory(months, { atMs: nowMs, days: 1 })).keys).toHaveLength(1)
})
