import { expect, test } from 'vitest'
import { subscribersOf, toEventId, toSubscriptionViews } from '../../../../lib/core/events/event.ts'
import {
  expiringKeys,
  isFailure,
  levelToAnnounce,
  monthName,
} from '../../../../lib/core/events/occurrences.ts'

const month = 2026 * 12 + 10

const note = { month, quota: 100, atMs: 1, announcedMs: 2 }

test.each([
  { name: 'nothing', count: { hits: 49 }, level: undefined },
  { name: 'a level', count: { hits: 50 }, level: 50 },
  // Every hit before may be of a process that died.
  { name: 'a level that was passed', count: { hits: 89 }, level: 50 },
  { name: 'the highest one', count: { hits: 95 }, level: 90 },
  { name: 'the whole', count: { hits: 100, notes: { 50: note, 90: note } }, level: 100 },
  { name: 'no level twice', count: { hits: 60, notes: { 50: note } }, level: undefined },
  { name: 'none below', count: { hits: 95, notes: { 90: note } }, level: undefined },
  {
    name: 'a level that was only noted',
    count: { hits: 60, notes: { 50: { month, quota: 100, atMs: 1 } } },
    level: 50,
  },
  {
    name: 'the level of a new month',
    count: { hits: 60, notes: { 50: { ...note, month: month - 1 } } },
    level: 50,
  },
  { name: 'the level of a new quota', count: { hits: 60, notes: { 50: { ...note, quota: 20 } } }, level: 50 },
  { name: 'the lower one of two', count: { hits: 95 }, levels: [50, 100] as const, level: 50 },
  { name: 'nothing without a subscription', count: { hits: 95 }, levels: [], level: undefined },
  { name: 'a level of a small quota', count: { hits: 2 }, quota: 3, level: 50 },
  { name: 'one level of a quota of 1', count: { hits: 1 }, quota: 1, level: 100 },
  { name: 'nothing without a quota', count: { hits: 0 }, quota: 0, level: undefined },
])('a hit announces $name', ({ count, quota = 100, levels, level }) => {
  const { notes, hits } = { notes: {}, ...count }
  expect(levelToAnnounce({ month, hits, notes }, { quota, ...(levels && { levels }) })).toBe(level)
})

test('a month has its ISO name', () => {
  expect([2026 * 12 + 10, 2026 * 12 + 11, 2027 * 12].map(monthName)).toEqual([
    '2026-11',
    '2026-12',
    '2027-01',
  ])
})

const day = 86_400
const now = 1_000 * day
const key = { hash: '', name: 'Build server', scope: 'full' as const, created: 900 * day }

test.each([
  { name: 'without an expiry', key, announced: undefined },
  { name: 'in more than a week', key: { ...key, expires: now + 7 * day + 1 }, announced: undefined },
  { name: 'in a week', key: { ...key, expires: now + 7 * day }, announced: now },
  { name: 'in a day', key: { ...key, expires: now + day }, announced: now - 6 * day },
  { name: 'made for an hour', key: { ...key, created: now - 60, expires: now + 3540 }, announced: now - 60 },
  { name: 'that has ended', key: { ...key, expires: now }, announced: undefined },
  { name: 'rotated', key: { ...key, expires: now + day, expiresBefore: 0 }, announced: undefined },
])('the expiry of a key $name is announced from $announced on', ({ key: stored, announced }) => {
  expect(expiringKeys({ id: stored }, now)[0]?.announced).toBe(announced)
})

test.each([
  { ended: { status: 'done' }, isFailed: false },
  { ended: { status: 'failed', error: { code: 'page_timeout' } }, isFailed: true },
  { ended: { status: 'failed', error: { code: 'quota_exceeded' } }, isFailed: true },
  { ended: { status: 'failed', error: { code: 'canceled' } }, isFailed: false },
  { ended: { status: 'failed', error: { code: 'account_closed' } }, isFailed: false },
])('a run with $ended counts as failed: $isFailed', ({ ended, isFailed }) => {
  expect(isFailure(ended)).toBe(isFailed)
})

test('the id of an event depends on what happened, when, and who receives it', () => {
  const occurrence = { subject: 'run', atMs: 1_700_000_000_000 }
  const id = toEventId('first', 'task.changed', occurrence)
  expect(id).toMatch(/^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(toEventId('first', 'task.changed', { ...occurrence })).toBe(id)
  const others = [
    toEventId('second', 'task.changed', occurrence),
    toEventId('first', 'task.failed', occurrence),
    toEventId('first', 'task.changed', { ...occurrence, subject: 'other' }),
    toEventId('first', 'task.changed', { ...occurrence, atMs: occurrence.atMs + 1 }),
  ]
  expect(new Set([id, ...others]).size).toBe(5)
})

const hourMs = 3_600_000

test.each([
  [0, 0, true],
  [0, hourMs - 1, true],
  [0, hourMs, false],
  [hourMs - 1, hourMs, false],
  [0.5, 12.25, true],
])(
  'an event of %f ms and one of %f ms after a full hour are the same in a window of an hour: %s',
  (first, second, isSame) => {
    const startMs = 1_700_000_000_000 - (1_700_000_000_000 % hourMs)
    const idAt = (afterMs: number, subject = 'https://example.com') =>
      toEventId('first', 'delivery.failed', { subject, atMs: startMs + afterMs, windowMs: hourMs })
    expect(idAt(first) === idAt(second)).toBe(isSame)
    expect(idAt(first, 'https://example.com:8443')).not.toBe(idAt(first))
    expect(
      toEventId('second', 'delivery.failed', {
        subject: 'https://example.com',
        atMs: startMs,
        windowMs: hourMs,
      }),
    ).not.toBe(idAt(first))
  },
)

const subscriber = {
  alerts: { topics: { a: ['task.failed'], b: ['task.failed', 'task.changed'] } as const, revision: 2 },
  subscriptions: {
    b: { url: 'https://hooks.slack.com/services/T0/B0/secret?x=1', format: 'slack', created: 2 },
    a: { url: 'https://user:password@example.com/hook', format: 'json', created: 1 },
  } as const,
}

test('an event goes to the subscriptions of its topic', () => {
  expect(subscribersOf(subscriber, 'task.failed')).toEqual(['a', 'b'])
  expect(subscribersOf(subscriber, 'task.changed')).toEqual(['b'])
  expect(subscribersOf(subscriber, 'batch.ended')).toEqual([])
  expect(subscribersOf({}, 'batch.ended')).toEqual([])
})

test('a masked URL shows only the host', () => {
  expect(toSubscriptionViews(subscriber, true).map(({ webhook_url }) => webhook_url)).toEqual([
    'https://example.com/***',
    'https://hooks.slack.com/***',
  ])
  expect(toSubscriptionViews(subscriber, false)[1]?.webhook_url).toBe(
    'https://hooks.slack.com/services/T0/B0/secret?x=1',
  )
})
