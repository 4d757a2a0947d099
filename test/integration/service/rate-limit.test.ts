import { expect, test } from 'vitest'
import { dashboardRate } from '../../../lib/core/access/rate-limit.ts'
import { sharedPlans } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'

const service = await joinService()
const { requestsPerMinute: limit } = sharedPlans.free

const call = (accessKey: string, path = '/v1/devices') =>
  fetch(service.baseUrl + path, { headers: { 'x-access-key': accessKey } })

/** As the dashboard sends it. */
const asPage = (accessKey: string, path: string, init: RequestInit = {}) =>
  fetch(service.baseUrl + path, {
    ...init,
    headers: { 'x-access-key': accessKey, [dashboardRate.header]: dashboardRate.client },
  })

const numberIn = ({ headers }: Response, name: string) => Number(headers.get(name) ?? Number.NaN)

test('every response has the remaining rate and its reset; a 429 says when to retry', async () => {
  const { accessKey } = await service.createAccount('free')
  const admitted: Response[] = []
  let response = await call(accessKey)
  // The functions have the clock of the machine: a minute may end between two requests, and the rate begins again.
  for (; response.status === 200 && admitted.length < 3 * limit; response = await call(accessKey))
    admitted.push(response)
  const remaining = admitted.map((each) => numberIn(each, 'ratelimit-remaining'))
  expect(remaining.slice(-limit)).toEqual([2, 1, 0])
  for (const each of [...admitted, response]) {
    expect(numberIn(each, 'ratelimit-limit')).toBe(limit)
    expect(numberIn(each, 'ratelimit-reset')).toBeGreaterThanOrEqual(0)
    expect(numberIn(each, 'ratelimit-reset')).toBeLessThanOrEqual(60)
  }
  expect(admitted.filter(({ headers }) => headers.has('retry-after'))).toEqual([])
  expect([response.status, response.headers.get('ratelimit-remaining')]).toEqual([429, '0'])
  const seconds = numberIn(response, 'retry-after')
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(await response.json()).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: `The plan of this account allows 3 requests per minute. Retry after ${seconds} seconds.`,
    code: 'rate_limited',
  })
})

test('GET /v1/usage counts itself against the rate, and matches its own headers', async () => {
  const { accessKey } = await service.createAccount('free')
  const response = await call(accessKey, '/v1/usage')
  const report = (await response.json()) as { concurrency: { reset: number } }
  expect(report).toEqual({
    hits: { quota: 100, used: 0, remaining: 100 },
    concurrency: { limit, remaining: limit - 1, reset: expect.any(Number) },
    renders: { limit: 2, in_progress: 0 },
  })
  expect(report.concurrency.reset % 60).toBe(0)
  expect(numberIn(response, 'ratelimit-remaining')).toBe(limit - 1)
})

test('the dashboard reads when the minute of the API is used up; its renders and changes count there', async () => {
  const { accessKey } = await service.createAccount('free')
  const webhook = '/v1/requests/0198a3c2-7d1e-7a0b-8c4d-5e6f708192a3/webhook'
  let statuses: number[] = []
  // A minute may end between two requests.
  for (let turn = 0; turn < 3 && statuses.join() !== '429,429,429'; turn += 1) {
    for (let count = 0; count <= limit; count += 1) await call(accessKey)
    const read = await asPage(accessKey, '/v1/requests')
    expect([read.status, numberIn(read, 'ratelimit-limit')]).toEqual([200, dashboardRate.requestsPerMinute])
    const responses = [
      await asPage(accessKey, '/v1/requests?search=pricing'),
      await asPage(accessKey, '/v1/scrape?url=http://127.0.0.1:1/'),
      await asPage(accessKey, webhook, { method: 'POST' }),
    ]
    for (const response of responses) expect(numberIn(response, 'ratelimit-limit')).toBe(limit)
    statuses = responses.map(({ status }) => status)
  }
  expect(statuses).toEqual([429, 429, 429])
})
