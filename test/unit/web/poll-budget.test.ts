import { expect, test } from 'vitest'
import { isUnsettled, latestRate, pollDelayMs, readRateHeaders } from '../../../web/src/api/poll-budget.ts'

const nowMs = 1_000_000
const rate = (remaining: number) => ({ limit: 10, remaining, resetMs: nowMs + 40_000 })

test.each([
  [
    'grows from 2 to 10 s',
    [0, 1, 2, 3, 9].map((polls) => pollDelayMs(polls, undefined, nowMs)),
    [2000, 3000, 5000, 10_000, 10_000],
  ],
  [
    'leaves three of ten requests to the user',
    [4, 3].map((left) => pollDelayMs(0, rate(left), nowMs)),
    [2000, 40_000],
  ],
  ['does not wait for a count that has reset', [pollDelayMs(0, rate(0), nowMs + 40_000)], [2000]],
])('the time between polls %s', (_rule, delays, expected) => {
  expect(delays).toEqual(expected)
})

test('the latest response states the rate, and one without the headers changes nothing', () => {
  const headers = { 'ratelimit-limit': '10', 'ratelimit-remaining': '4', 'ratelimit-reset': '40' }
  readRateHeaders(new Headers(headers), nowMs)
  readRateHeaders(new Headers(), nowMs)
  expect(latestRate()).toEqual(rate(4))
})

const delivery = (status: 'pending' | 'delivered' | 'failed', attempts = 0) => ({
  ...{ url: '', bucket: null, key: null, status, next_attempt: null },
  attempts: Array.from({ length: attempts }, () => ({ time: 0, status: 503, duration_ms: 1, error: '' })),
})

test.each([
  ['queued', null, null, true],
  ['done', null, null, false],
  ['done', null, delivery('pending'), true],
  ['done', null, delivery('pending', 1), false],
  ['done', delivery('pending'), null, true],
  ['done', delivery('pending', 1), delivery('pending'), false],
  ['done', delivery('delivered', 1), delivery('pending'), true],
  ['done', delivery('failed', 1), null, false],
  ['failed', delivery('failed'), delivery('pending'), false],
] as const)(
  'a request that is %s, with upload %j and webhook %j, moves soon: %s',
  (status, upload, webhook, isMoving) => {
    expect(isUnsettled({ status, upload, webhook })).toBe(isMoving)
  },
)
