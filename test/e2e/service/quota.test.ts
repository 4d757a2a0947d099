import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UsageReport } from '../../../lib/schema/usage.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { joinService, type SharedService } from '../../support/service/shared-service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

let fixtures: FixtureServer
let service: SharedService

beforeAll(async () => {
  fixtures = await startFixtureServer({ '/': page('counted') })
  service = await joinService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await fixtures.close()
})

const get = async <T>({ accessKey }: NewAccount, path: string): Promise<T> =>
  (await fetch(service.baseUrl + path, { headers: { 'x-access-key': accessKey } })).json() as Promise<T>

const hitsOf = async (account: NewAccount) => (await get<UsageReport>(account, '/v1/usage')).hits

/** Without scripts no browser is needed. */
const render = ({ accessKey }: NewAccount, options: object = {}) =>
  fetch(`${service.baseUrl}/v1/scrape`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-key': accessKey },
    body: JSON.stringify({ url: fixtures.url, js_enabled: false, ...options }),
  })

test('with 5 hits left, exactly 5 of 20 concurrent renders succeed, and a larger plan applies to the next request', async () => {
  const account = await service.createAccount('free')
  const responses = await Promise.all(Array.from({ length: 20 }, () => render(account)))
  expect(responses.filter(({ status }) => status === 200).length).toBe(5)
  const refused = responses.filter(({ status }) => status === 423)
  expect(refused.length).toBe(15)
  expect(await refused[0]?.json()).toEqual({
    statusCode: 423,
    error: 'Locked',
    message: expect.stringContaining('quota'),
    code: 'quota_exceeded',
  })
  expect(await hitsOf(account)).toEqual({ quota: 5, used: 5, remaining: 0 })
  // Nothing is recorded.
  expect((await render(account, { async: true })).status).toBe(423)
  expect(await get(account, '/v1/requests')).toEqual({ requests: [], cursor: null })
  await service.accounts.change(account.id, { plan: 'growth' })
  expect((await render(account)).status).toBe(200)
  expect(await hitsOf(account)).toMatchObject({ used: 6 })
})

test('failed and refused renders are not counted, and of cached ones only the first', async () => {
  const account = await service.createAccount('free')
  const statusOf = async (options: object) => (await render(account, options)).status
  expect(await statusOf({ url: 'http://127.0.0.1:1/' })).toBe(400)
  expect(await statusOf({ format: 'png' })).toBe(400)
  expect(await statusOf({ js_enabled: true, gpu_rendering: true })).toBe(402)
  expect(await hitsOf(account)).toMatchObject({ used: 0 })
  for (let turn = 0; turn < 3; turn += 1) expect(await statusOf({ cache: true })).toBe(200)
  expect(await hitsOf(account)).toMatchObject({ used: 1 })
})

test('an asynchronous render is counted when it is accepted, and refunded when the page fails', async () => {
  const account = await service.createAccount('free')
  expect((await render(account, { async: true })).status).toBe(202)
  expect(await hitsOf(account)).toMatchObject({ used: 1 })
  const failing = await render(account, { async: true, url: 'http://127.0.0.1:1/' })
  expect(failing.status).toBe(202)
  const path = `/v1/requests/${failing.headers.get('x-service-request-id')}`
  const poll = { timeout: 30_000, interval: 100 }
  await expect.poll(async () => (await get<{ status: string }>(account, path)).status, poll).toBe('failed')
  await expect.poll(() => hitsOf(account), poll).toEqual({ quota: 5, used: 1, remaining: 4 })
})
