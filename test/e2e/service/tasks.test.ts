import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RequestList } from '../../../lib/schema/requests.ts'
import { Task } from '../../../lib/schema/tasks.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { decodeImage } from '../../support/render/image.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { type FixtureServer, page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const minuteMs = 60_000
const timeout = { timeout: 45_000, interval: 200 }

let site: FixtureServer
let service: TestService
let owner: NewAccount
/** The clock of the scheduler does not move until a test moves it. */
let clockMs = Date.now()

beforeAll(async () => {
  site = await startFixtureServer({ '/red': page('<body style="margin:0;background:#f00">') })
  service = await startTestService(
    { EGRESS_ALLOW: `127.0.0.1:${site.port}` },
    { scheduler: { nowMs: () => clockMs } },
  )
  owner = await service.createAccount('scale')
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await site.close()
})

const call = (method: string, path: string, body?: object) =>
  fetch(service.baseUrl + path, {
    method,
    headers: { 'x-access-key': owner.accessKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** Moves the scheduler's clock just beyond the next full minute. @returns how many schedules fired */
const passMinute = () => {
  clockMs = (Math.floor(clockMs / minuteMs) + 1) * minuteMs + 1
  return service.runDueSchedules()
}

const readTask = async (id: number) => Task.parse(await (await call('GET', `/v1/tasks/${id}`)).json())

const listRequests = async () => RequestList.parse(await (await call('GET', '/v1/requests')).json()).requests

test('a task runs every minute until it is disabled or deleted', async () => {
  const response = await call('POST', '/v1/tasks', {
    name: 'Red every minute',
    api: 'screenshot',
    query: new URLSearchParams({
      url: `${site.url}/red`,
      format: 'png',
      viewport_width: '40',
      viewport_height: '30',
    }).toString(),
    frequency: 'every_minute',
  })
  expect(response.status).toBe(201)
  const { id } = Task.parse(await response.json())

  for (const runs of [1, 2]) {
    expect(passMinute()).toBe(1)
    await vi.waitFor(async () => {
      const requests = await listRequests()
      expect(requests.filter(({ status }) => status === 'done').length).toBe(runs)
    }, timeout)
    expect(await readTask(id)).toMatchObject({ runs, last_run: expect.any(Number) })
  }
  const requests = await listRequests()
  expect(requests.map(({ task_id }) => task_id)).toEqual([id, id])
  for (const { file } of requests) {
    const image = await decodeImage(Buffer.from(await (await fetch(file ?? '')).arrayBuffer()))
    expect([image.width, image.height, image.at(20, 15)]).toEqual([40, 30, [255, 0, 0, 255]])
  }
  const usage = (await (await call('GET', '/v1/usage')).json()) as { hits: { used: number } }
  expect(usage.hits.used).toBe(2)

  expect((await call('PATCH', `/v1/tasks/${id}`, { enabled: false })).status).toBe(200)
  expect(passMinute()).toBe(0)
  expect((await call('PATCH', `/v1/tasks/${id}`, { enabled: true })).status).toBe(200)
  expect((await call('DELETE', `/v1/tasks/${id}`)).status).toBe(204)
  expect(passMinute()).toBe(0)
  expect((await call('GET', `/v1/tasks/${id}`)).status).toBe(404)
  expect((await listRequests()).length).toBe(2)
})

test('a page that fails leaves a failed request with the error, and the task continues', async () => {
  const before = (await listRequests()).length
  const response = await call('POST', '/v1/tasks', {
    name: 'Nothing there',
    api: 'scrape',
    query: 'url=http%3A%2F%2F10.0.0.1%2F',
    frequency: 'every_minute',
  })
  const { id } = Task.parse(await response.json())
  expect(passMinute()).toBe(1)
  await vi.waitFor(async () => {
    const requests = (await listRequests()).filter(({ task_id }) => task_id === id)
    expect(requests).toMatchObject([{ status: 'failed', error: { code: 'address_blocked' } }])
  }, timeout)
  expect(await readTask(id)).toMatchObject({ runs: 1, enabled: true })
  expect((await listRequests()).length).toBe(before + 1)
  expect((await call('DELETE', `/v1/tasks/${id}`)).status).toBe(204)
})
