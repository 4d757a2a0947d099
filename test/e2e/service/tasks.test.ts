import { afterAll, expect, test, vi } from 'vitest'
import { Acknowledgement, RequestList, RequestView } from '../../../lib/schema/requests.ts'
import { Task } from '../../../lib/schema/tasks.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { createTaskClient } from '../../support/service/task-client.ts'
import { page, startFixtureServer } from '../../support/sites/fixture-server.ts'

const timeout = { timeout: 45_000, interval: 100 }

const site = await startFixtureServer({ '/': page('<h1>Every minute</h1>') })
const service = await joinService()
const owner = await service.createAccount('scale')
const { call, created } = createTaskClient(service.baseUrl, owner.accessKey)

afterAll(() => site.close())

const readTask = async (id: number) => Task.parse(await (await call('GET', `/v1/tasks/${id}`)).json())

test('a paused task runs when it is told to, once for each Idempotency-Key, and its run counts', async () => {
  const query = new URLSearchParams({ url: site.url, format: 'md' }).toString()
  const { id } = await created({ api: 'scrape', query, frequency: 'every_day', enabled: false })
  const path = `/v1/tasks/${id}/runs`
  const start = async (headers?: Record<string, string>) => {
    const response = await call('POST', path, undefined, headers)
    expect(response.status).toBe(202)
    const run = Acknowledgement.parse(await response.json())
    expect([response.headers.get('x-service-request-id'), run.url]).toEqual([
      run.id,
      `${service.baseUrl}/v1/requests/${run.id}`,
    ])
    return run
  }
  const usedHits = async () =>
    ((await (await call('GET', '/v1/usage')).json()) as { hits: { used: number } }).hits.used
  const before = await usedHits()
  const first = await start({ 'idempotency-key': 'try' })
  expect((await start({ 'idempotency-key': 'try' })).id).toBe(first.id)
  const second = await start()
  await vi.waitFor(async () => {
    const { requests } = RequestList.parse(await (await call('GET', path)).json())
    expect(requests.map(({ id: run, status, task_id }) => [run, status, task_id])).toEqual([
      [second.id, 'done', id],
      [first.id, 'done', id],
    ])
  }, timeout)
  const { file } = RequestView.parse(await (await call('GET', new URL(first.url).pathname)).json())
  expect((await (await fetch(file ?? '')).text()).trim()).toBe('# Every minute')
  expect(await readTask(id)).toMatchObject({ runs: 2, enabled: false, last_run: expect.any(Number) })
  expect(await usedHits()).toBe(before + 2)
  expect((await call('DELETE', `/v1/tasks/${id}`)).status).toBe(204)
  expect((await call('POST', path)).status).toBe(404)
})
