import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UsageReport } from '../../../lib/schema/usage.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'

let service: TestService
let id: string
let accessKey: string

beforeAll(async () => {
  service = await startTestService({ PLANS: '{"starter": {"quota": 5, "requestsPerMinute": 1000000}}' })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

beforeEach(async () => {
  ;({ id, accessKey } = await service.createAccount('starter'))
})

const render = (options: object = {}) =>
  fetch(`${service.baseUrl}/v1/screenshot`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
    body: JSON.stringify({ html: '<p>counted', viewport_width: 100, viewport_height: 100, ...options }),
  })

const statusOf = async (options?: object) => (await render(options)).status

const hits = async () => {
  const response = await fetch(`${service.baseUrl}/v1/usage`, { headers: { 'x-access-key': accessKey } })
  return ((await response.json()) as UsageReport).hits
}

test('with 5 hits left, exactly 5 of 20 concurrent renders succeed', async () => {
  const responses = await Promise.all(Array.from({ length: 20 }, () => render()))
  expect(responses.filter(({ status }) => status === 200).length).toBe(5)
  const refused = responses.filter(({ status }) => status === 423)
  expect(refused.length).toBe(15)
  expect(await refused[0]?.json()).toEqual({
    statusCode: 423,
    error: 'Locked',
    message: expect.stringContaining('quota'),
  })
  expect(await hits()).toEqual({ quota: 5, used: 5, remaining: 0 })
})

test('a larger plan applies to the next request', async () => {
  for (let hit = 0; hit < 5; hit += 1) expect(await statusOf()).toBe(200)
  expect(await statusOf()).toBe(423)
  await service.accounts.change(id, { plan: 'growth' })
  expect(await statusOf()).toBe(200)
  expect(await hits()).toMatchObject({ used: 6 })
})

test.each([
  ['that the page fails', { click_selector: '#nothing', timeout: 1 }, 400],
  ['with a wrong parameter', { image_quality: 101 }, 400],
  ['with an option of another plan', { gpu_rendering: true }, 402],
])('a render %s is not counted', async (_reason, options, status) => {
  expect(await statusOf(options)).toBe(status)
  expect(await hits()).toEqual({ quota: 5, used: 0, remaining: 5 })
})

test('an asynchronous render is counted when it is accepted, and refunded when the page fails', async () => {
  expect(await statusOf({ async: true })).toBe(202)
  expect(await hits()).toMatchObject({ used: 1 })
  const failing = await render({ async: true, click_selector: '#nothing', timeout: 1 })
  expect(failing.status).toBe(202)
  const path = `/v1/requests/${failing.headers.get('x-service-request-id')}`
  const statusNow = async () => {
    const response = await fetch(service.baseUrl + path, { headers: { 'x-access-key': accessKey } })
    return ((await response.json()) as { status: string }).status
  }
  await expect.poll(statusNow, { timeout: 30_000 }).toBe('failed')
  await expect.poll(hits, { timeout: 30_000 }).toEqual({ quota: 5, used: 1, remaining: 4 })
})

test('cache hits are not counted', async () => {
  for (let turn = 0; turn < 3; turn += 1) expect(await statusOf({ cache: true })).toBe(200)
  expect(await hits()).toMatchObject({ used: 1 })
})
