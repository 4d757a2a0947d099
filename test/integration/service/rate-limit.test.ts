import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service/service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService({
    PLANS: '{"free": {"requestsPerMinute": 3}}',
  })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const toMinute = () => Math.floor(Date.now() / 60_000)

const call = (accessKey: string, path = '/v1/devices') =>
  fetch(service.baseUrl + path, { headers: { 'x-access-key': accessKey } })

/** Runs the work with a new account, again if the minute ended meanwhile: the functions have the clock of the machine. */
const withinMinute = async <T>(work: (accessKey: string) => Promise<T>) => {
  for (;;) {
    const { accessKey } = await service.createAccount('free')
    const startedIn = toMinute()
    const outcome = await work(accessKey)
    if (toMinute() === startedIn) return outcome
  }
}

const numberIn = ({ headers }: Response, name: string) => Number(headers.get(name) ?? Number.NaN)

test('every response has the remaining rate and its reset; a 429 says when to retry', async () => {
  const { responses, secondsLeft } = await withinMinute(async (accessKey) => {
    const responses: Response[] = []
    const endsMs = (toMinute() + 1) * 60_000
    for (let turn = 0; turn < 5; turn += 1) responses.push(await call(accessKey))
    return { responses: responses, secondsLeft: Math.ceil((endsMs - Date.now()) / 1000) }
  })
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
  expect(responses.map((response) => numberIn(response, 'ratelimit-limit'))).toEqual([3, 3, 3, 3, 3])
  expect(responses.map((response) => numberIn(response, 'ratelimit-remaining'))).toEqual([2, 1, 0, 0, 0])
  for (const response of responses) {
    expect(numberIn(response, 'ratelimit-reset')).toBeGreaterThanOrEqual(secondsLeft)
    expect(numberIn(response, 'ratelimit-reset')).toBeLessThanOrEqual(60)
  }
  expect(responses.map(({ headers }) => headers.has('retry-after'))).toEqual([
    false,
    false,
    false,
    true,
    true,
  ])
  expect(numberIn(responses[4] as Response, 'retry-after')).toBeGreaterThanOrEqual(secondsLeft)
  expect(await responses[4]?.json()).toEqual({
    statusCode: 429,
    error: 'Too Many Requests',
    message: expect.stringMatching(
      /^The plan of this account allows 3 requests per minute\. Retry after \d+ seconds\.$/,
    ),
  })
})

test('GET /v1/usage counts itself against the rate, and matches its own headers', async () => {
  const { response, report, minute } = await withinMinute(async (accessKey) => {
    await call(accessKey)
    const response = await call(accessKey, '/v1/usage')
    return { response: response, report: await response.json(), minute: toMinute() }
  })
  expect(report).toEqual({
    hits: { quota: 100, used: 0, remaining: 100 },
    concurrency: { limit: 3, remaining: 1, reset: (minute + 1) * 60 },
  })
  expect(numberIn(response, 'ratelimit-remaining')).toBe(1)
})

test('the limit of one account does not affect another', async () => {
  const { accessKey } = await service.createAccount('free')
  const { accessKey: otherKey } = await service.createAccount('free')
  await Promise.all(Array.from({ length: 10 }, () => call(accessKey)))
  expect((await call(otherKey)).status).toBe(200)
})
