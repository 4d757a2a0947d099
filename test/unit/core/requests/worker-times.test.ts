import { describe, expect, test } from 'vitest'
import { queueFunctions } from '../../../../infra/functions.ts'
import { limitsMs } from '../../../../lib/core/plan/budgets.ts'
import { toIdempotencyEntryKey } from '../../../../lib/core/requests/idempotency-key.ts'
import type { RequestRecord } from '../../../../lib/core/requests/request-record.ts'
import { toRequestView } from '../../../../lib/core/requests/request-view.ts'
import { attemptsMax, retryAfterSeconds, toWorkerTimes } from '../../../../lib/core/requests/worker-times.ts'
import { isRequestId, RequestView } from '../../../../lib/schema/requests.ts'

describe('the time limit of a worker', () => {
  test.each([
    [{ timeout: 30, delay: 0 }, 35_000],
    [{ timeout: 30, delay: 30, duration: 30 }, 95_000],
    [{ timeout: 300, delay: 30, duration: 120 }, 455_000],
  ])('%j is over within timeout, delay, duration and 5 s', (options, deadlineMs) => {
    expect(toWorkerTimes(options).deadlineMs).toBe(deadlineMs)
  })

  test('the message stays hidden longer than the lease, and the lease longer than the render', () => {
    for (const timeout of [1, 17, 30, 300]) {
      const { deadlineMs, leaseMs, hiddenSeconds } = toWorkerTimes({ timeout, delay: 0 })
      expect(leaseMs).toBeGreaterThan(deadlineMs)
      expect(hiddenSeconds * 1000).toBeGreaterThan(leaseMs)
      expect(Number.isInteger(hiddenSeconds)).toBe(true)
    }
  })

  const workerMs = queueFunctions.renderWorker.deadlineSeconds * 1000

  test('the longest render of a worker fits into its function, with time to store it', () => {
    expect(toWorkerTimes({ timeout: 300, delay: 30, duration: 120 }).leaseMs).toBeLessThan(workerMs - 1_500)
  })

  test('so does the longest screenshot together with its comparison', () => {
    const { deadlineMs, leaseMs } = toWorkerTimes({ timeout: 300, delay: 30 }, true)
    expect(deadlineMs).toBeGreaterThan(toWorkerTimes({ timeout: 300, delay: 30 }).deadlineMs)
    expect(leaseMs).toBeLessThan(workerMs - 1_500)
  })

  test('one command of the browser may take as long as the longest wait', () => {
    expect(limitsMs.browser.protocol).toBeGreaterThan(300_000 + limitsMs.reserve.grace)
  })
})

test('three attempts, each after a longer delay', () => {
  expect([1, 2, 3].map(retryAfterSeconds)).toEqual([5, 30, undefined])
  expect(attemptsMax).toBe(3)
})

describe('an Idempotency-Key identifies', () => {
  test('one request: two different pairs of account and key never collide', () => {
    expect(toIdempotencyEntryKey('ab', 'c')).not.toBe(toIdempotencyEntryKey('a', 'bc'))
    expect(toIdempotencyEntryKey('a', '1')).toBe(toIdempotencyEntryKey('a', '1'))
  })
})

test.each([
  ['0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3', true],
  ['', false],
  ['a/b', false],
  ['a'.repeat(65), false],
  ['ä', false],
])('%j may be looked up: %s', (text, isId) => {
  expect(isRequestId(text)).toBe(isId)
})

describe('the view of a request', () => {
  const queued: RequestRecord = {
    accountId: 'acct',
    id: 'r1',
    operation: 'pdf',
    status: 'queued',
    created: 1_000,
    attempts: 1,
    leaseUntilMs: 5,
    options: { authorization: 'secret' },
    counted: true,
  }

  test('of a queued one has null for what does not apply yet, and does not show its options', () => {
    const view = toRequestView(queued, 'https://files.example.com/cache', false)
    expect(view).toEqual({
      id: 'r1',
      batch_id: null,
      operation: 'pdf',
      status: 'queued',
      created: 1_000,
      finished: null,
      file: null,
      expires: null,
      error: null,
      task_id: null,
      external_id: null,
      key_id: null,
      url: null,
      options: {},
      outputs: null,
      omitted_options: [],
      duration_ms: null,
      content_type: null,
      bytes: null,
      width: null,
      height: null,
      pages: null,
      duration: null,
      page_status: null,
      page_title: null,
      timeout: null,
      incomplete: null,
      change: null,
      upload: null,
      webhook: null,
    })
    expect(RequestView.parse(view)).toEqual(view)
  })

  test.each([
    [
      { width: 1280, height: 4210 },
      { width: 1280, height: 4210 },
    ],
    [{ pages: 3 }, { pages: 3 }],
    [{ pages: 0 }, { pages: null }],
    [
      { width: 640, height: 480, durationMs: 2500 },
      { width: 640, height: 480, duration: 2.5 },
    ],
    [
      { status: 404, title: 'Nothing here' },
      { page_status: 404, page_title: 'Nothing here', width: null },
    ],
    [undefined, { width: null, pages: null, duration: null, page_status: null }],
  ])('of a result with %j has its size, pages and length, and the status of the page', (facts, expected) => {
    const result = {
      ...{ name: 'ab.png', contentType: 'image/png', extension: 'png', headers: {}, bytes: 9, sha256: '' },
      ...{ created: 1, expires: 2 },
      ...(facts && { facts }),
    }
    const summary = { url: 'https://example.com/', options: { full_page: true }, omitted: ['cookies'] }
    const record = { ...queued, status: 'done' as const, result, summary, durationMs: 1_310 }
    const view = toRequestView(record, 'https://files.example.com/cache', false)
    expect(view).toMatchObject({
      url: 'https://example.com/',
      options: { full_page: true },
      omitted_options: ['cookies'],
      duration_ms: 1_310,
      content_type: 'image/png',
      bytes: 9,
      ...expected,
    })
    expect(RequestView.parse(view)).toEqual(view)
  })

  test('of a done one has every field', () => {
    const view = toRequestView(
      {
        ...queued,
        status: 'done',
        finished: 1_002,
        taskId: 7,
        externalId: 'order-1',
        result: {
          name: 'ab.pdf',
          contentType: 'application/pdf',
          extension: 'pdf',
          headers: {},
          bytes: 1,
          sha256: '',
          created: 1_002,
          expires: 9_000,
        },
        webhook: {
          url: 'https://hooks.example.com/',
          signed: true,
          status: 'delivered',
          attempts: [
            { time: 1_003, durationMs: 12, error: 'refused' },
            { time: 1_008, durationMs: 40, status: 204 },
          ],
        },
      },
      'https://files.example.com/cache',
      false,
    )
    expect(RequestView.parse(view)).toEqual(view)
    expect(view).toMatchObject({
      file: 'https://files.example.com/cache/ab.pdf',
      expires: 9_000,
      task_id: 7,
      external_id: 'order-1',
      webhook: {
        url: 'https://hooks.example.com/',
        status: 'delivered',
        attempts: [
          { time: 1_003, status: null, duration_ms: 12, error: 'refused' },
          { time: 1_008, status: 204, duration_ms: 40, error: null },
        ],
        next_attempt: null,
      },
    })
  })

  test.each([
    ['https://user:p%40ss@hooks.example.com:8443/a@b?c=d', 'https://***@hooks.example.com:8443/a@b?c=d'],
    ['https://token@hooks.example.com', 'https://***@hooks.example.com'],
    ['HTTPS://user:a@b@hooks.example.com', 'HTTPS://***@hooks.example.com'],
    ['https://hooks.example.com/?mail=a@b', 'https://hooks.example.com/?mail=a@b'],
  ])('shows %s without its credentials', (url, shown) => {
    const webhook = { url, signed: true, status: 'pending' as const, attempts: [] }
    const urlFor = (isMasked: boolean) =>
      toRequestView({ ...queued, webhook }, 'https://f.example', isMasked).webhook?.url
    expect(urlFor(false)).toBe(shown)
    expect(urlFor(true)).toMatch(/^https:\/\/hooks\.example\.com(?::8443)?\/\*\*\*$/)
  })

  test('shows a webhook that waits for the request as pending, and when the next attempt of another is due', () => {
    const webhook = { url: 'https://h.example/', signed: true, attempts: [], nextAttemptMs: 1_010_200 }
    const show = (status: 'waiting' | 'pending' | 'failed') =>
      toRequestView({ ...queued, webhook: { ...webhook, status } }, 'https://f.example', false).webhook
    expect(show('waiting')).toMatchObject({ status: 'pending', next_attempt: null })
    expect(show('pending')).toMatchObject({ status: 'pending', next_attempt: 1_011 })
    expect(show('failed')).toMatchObject({ status: 'failed', next_attempt: null })
  })
})
