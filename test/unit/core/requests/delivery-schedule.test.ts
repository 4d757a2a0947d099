import { describe, expect, test } from 'vitest'
import { decideAfterAttempt, hiddenSeconds } from '../../../../lib/core/requests/delivery-schedule.ts'
import { describeResponse, type ReceiverFailure } from '../../../../lib/core/requests/receiver-response.ts'

const retrySeconds = [5, 300, 1800, 7200, 18_000, 36_000, 36_000]
const nowMs = Date.UTC(2026, 10, 20, 12)
const attempt = { attempts: 1, retrySeconds, nowMs, random: 0.5 }
const waitOf = (options: Partial<Parameters<typeof decideAfterAttempt>[0]>) => {
  const decision = decideAfterAttempt({ ...attempt, response: { status: 500 }, ...options })
  return decision.status === 'pending' ? (decision.nextAttemptMs - nowMs) / 1000 : decision.status
}

test('eight attempts span 27 h 35 min 5 s', () => {
  const waits = Array.from({ length: 8 }, (_, index) => waitOf({ attempts: index + 1 }))
  expect(waits).toEqual([...retrySeconds, 'failed'])
  expect(retrySeconds.reduce((sum, wait) => sum + wait)).toBe(27 * 3600 + 35 * 60 + 5)
})

test('an upload and its webhook end while an announced file is kept, even if every wait is the longest', () => {
  const longest = (kind: 'upload' | 'webhook') =>
    retrySeconds.flatMap((_, index) => {
      const wait = waitOf({
        ...{ kind, attempts: index + 1, random: 1 },
        response: { status: 503, retryAfter: '86400' },
      })
      return wait === 'failed' ? [] : [Number(wait)]
    })
  expect(longest('upload')).toEqual([3600, 3600, 3600, 7920, 19_800])
  const seconds = [...longest('upload'), ...longest('webhook')].reduce((sum, wait) => sum + wait)
  expect(seconds).toBeLessThan(48 * 3600)
  expect(waitOf({ kind: 'upload', attempts: 6 })).toBe('failed')
})

test.each([300, 301, 307, 308])('an upload that is redirected with %i has failed', (status) => {
  expect(waitOf({ kind: 'upload', response: { status } })).toBe('failed')
  expect(describeResponse({ status }, 'upload')).toBe(
    `The storage returned ${status}. Redirects are not followed.`,
  )
})

test.each<[Parameters<typeof describeResponse>, string]>([
  [
    [{ status: 400, code: 'AuthorizationHeaderMalformed', region: 'eu-central-1' }, 'test'],
    'The storage returned 400 (AuthorizationHeaderMalformed). The region of the bucket is eu-central-1.',
  ],
  [
    [{ status: 301, code: 'PermanentRedirect', region: 'eu-central-1' }, 'storage'],
    'The storage returned 301 (PermanentRedirect). Redirects are not followed. The region of the bucket is eu-central-1.',
  ],
  [
    [{ status: 404, code: 'NoSuchBucket', region: 'eu-central-1' }, 'test'],
    'The storage returned 404 (NoSuchBucket).',
  ],
  [
    [{ status: 403, code: 'SignatureDoesNotMatch' }, 'upload', 'image/png'],
    'The storage returned 403 (SignatureDoesNotMatch) and is not asked again. The URL must have a signature of PUT that covers no header but `host` and `content-type`, which is image/png.',
  ],
  [
    [{ status: 403, code: 'AccessDenied' }, 'upload', 'image/png'],
    'The storage returned 403 (AccessDenied) and is not asked again. The URL may have expired.',
  ],
  [
    [{ status: 403, code: 'SignatureDoesNotMatch' }, 'storage'],
    'The storage returned 403 (SignatureDoesNotMatch).',
  ],
])('%j is described with what its owner can do', (parameters, text) => {
  expect(describeResponse(...parameters)).toBe(text)
})

test.each(['RequestTimeout', 'IncompleteBody'])(
  'an upload that broke off (400 %s) is tried again',
  (code) => {
    for (const kind of ['upload', 'storage'] as const) {
      expect(waitOf({ kind, response: { status: 400, code } })).toBe(5)
      expect(waitOf({ kind, response: { status: 400, code: 'InvalidRequest' } })).toBe('failed')
    }
  },
)

test.each(['upload', 'storage'] as const)(
  '%s: a file that seems missing is tried again, because a permission may be missing',
  (kind) => {
    expect(waitOf({ kind, response: { failure: 'file_missing' } })).toBe(5)
  },
)

test.each([
  [0, 270],
  [0.25, 285],
  [1, 330],
])('a wait of 300 s with the random number %f takes %f s', (random, wait) => {
  expect(waitOf({ attempts: 2, random })).toBe(wait)
})

test.each([200, 201, 204, 299])('%i is an acknowledgement', (status) => {
  expect(waitOf({ response: { status } })).toBe('delivered')
  expect(describeResponse({ status })).toBeUndefined()
})

test.each([199, 300, 301, 307, 308, 400, 401, 404, 429, 500, 503])('%i is not', (status) => {
  expect(waitOf({ response: { status } })).toBe(5)
  expect(describeResponse({ status })).toContain(String(status))
})

test('410 ends it immediately', () => {
  expect(waitOf({ response: { status: 410, retryAfter: '60' } })).toBe('failed')
})

test.each<ReceiverFailure>([
  'address_blocked',
  'host_not_found',
  'connection_refused',
  'connection_failed',
  'tls_error',
  'timeout',
])('%s counts as an attempt', (failure) => {
  expect(waitOf({ response: { failure } })).toBe(5)
  expect(describeResponse({ failure })).toMatch(/\.$/)
})

describe('Retry-After', () => {
  test.each([
    ['60', 60],
    ['3600', 3600],
    ['86400', 3600],
    ['Fri, 20 Nov 2026 12:10:00 GMT', 600],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 5],
    ['1', 5],
    ['-60', 5],
    ['soon', 5],
    ['', 5],
  ])('%j after the first attempt: %i s', (retryAfter, wait) => {
    expect(waitOf({ response: { status: 503, retryAfter } })).toBe(wait)
  })

  test('does not bring an attempt forward', () => {
    expect(waitOf({ attempts: 4, response: { status: 429, retryAfter: '60' } })).toBe(7200)
  })
})

test.each([
  [-5000, 0],
  [0, 0],
  [1, 1],
  [4001, 5],
  [39_600_000, 39_600],
  [86_400_000, 43_000],
])('an attempt that is due in %i ms is hidden for %i s', (inMs, seconds) => {
  expect(hiddenSeconds(nowMs + inMs, nowMs)).toBe(seconds)
})
