import { expect, test } from 'vitest'
import { paceScroll } from '../../../../lib/core/plan/scroll-pace.ts'

test.each([
  ['as asked for while it fits', 5_000, 15_000, { amount: 1000, waitMs: 400 }],
  ['shorter waits when time is short', 60_000, 15_000, { amount: 1000, waitMs: 210 }],
  ['no wait when time is very short', 60_000, 2_400, { amount: 1000, waitMs: 0 }],
  ['longer steps when even that is too long', 60_000, 400, { amount: 6000, waitMs: 0 }],
  ['one leap when there is no time', 60_000, 0, { amount: 60_000, waitMs: 0 }],
])('a scroll goes %s', (_case, left, remainingMs, expected) => {
  expect(paceScroll(left, { amount: 1000, waitMs: 400 }, remainingMs)).toEqual(expected)
})
