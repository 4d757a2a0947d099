import { describe, expect, test } from 'vitest'
import { type Task, TaskList } from '../../../lib/schema/tasks.ts'
import { nowSeconds } from '../../support/now.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { createTaskClient, refusal, sampleBody as sample } from '../../support/service/task-client.ts'

const service = await joinService()
const owner = await service.createAccount('scale')
const { call, created } = createTaskClient(service.baseUrl, owner.accessKey)

describe('a task', () => {
  test('is created with the defaults and can be read, listed, deleted', async () => {
    const beforeSeconds = nowSeconds()
    const task = await created()
    expect(task).toEqual({
      ...sample,
      id: expect.any(Number),
      crontab: '0 0 * * *',
      timezone: 'Etc/UTC',
      enabled: true,
      created: expect.any(Number),
      last_run: null,
      runs: 0,
      watch: null,
      keep_runs: null,
      baseline: null,
    })
    expect(task.id).toBeGreaterThan(0)
    expect(Number.isSafeInteger(task.id)).toBe(true)
    expect(task.created).toBeGreaterThanOrEqual(beforeSeconds)
    const read = await call('GET', `/v1/tasks/${task.id}`)
    expect(await read.json()).toEqual(task)
    const later = await created({ name: 'Later' })
    const list = TaskList.parse(await (await call('GET', '/v1/tasks')).json())
    expect(list.tasks.map(({ id }) => id)).toEqual([later.id, task.id])
    const deleted = await call('DELETE', `/v1/tasks/${task.id}?access_key=${owner.accessKey}`)
    expect(deleted.status).toBe(204)
    expect(await deleted.text()).toBe('')
    expect(deleted.headers.get('content-length')).toBeNull()
    expect(deleted.headers.get('x-service-request-id')).toMatch(/-7/)
    expect((await call('GET', `/v1/tasks/${task.id}`)).status).toBe(404)
    expect((await call('DELETE', `/v1/tasks/${task.id}`)).status).toBe(404)
  })

  test('repeated with the same Idempotency-Key is the same one, and with other parameters a 400', async () => {
    const headers = { 'idempotency-key': 'nightly-1' }
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => created({}, headers)))
    if (!first) throw new Error('There is no task')
    for (const task of [...others, await created({}, headers)]) expect(task.id).toBe(first.id)
    const other = await call('POST', '/v1/tasks', { ...sample, name: 'Other' }, headers)
    expect(await refusal(other)).toMatchObject({
      status: 400,
      message: expect.stringContaining('Idempotency-Key'),
    })
    await call('DELETE', `/v1/tasks/${first.id}`)
    expect((await created({ name: 'Other' }, headers)).name).toBe('Other')
  })
})

describe('a change', () => {
  test('sets the given fields and nothing else', async () => {
    const task = await created({ frequency: 'custom', crontab: '5 4 * * *' })
    const response = await call('PATCH', `/v1/tasks/${task.id}`, {
      enabled: false,
      timezone: 'Europe/Berlin',
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ...task, enabled: false, timezone: 'Europe/Berlin' })
    expect(await (await call('PATCH', `/v1/tasks/${task.id}`, {})).json()).toMatchObject({ enabled: false })
  })

  test('that sends a response back changes what differs and nothing else', async () => {
    const editable = ({ name, api, query, frequency, crontab, timezone, enabled }: Task) => ({
      ...{ name, api, query, frequency, crontab, timezone, enabled },
    })
    const task = await created({ crontab: null })
    const path = `/v1/tasks/${task.id}`
    expect(await (await call('PATCH', path, { ...editable(task), name: 'New' })).json()).toEqual({
      ...task,
      name: 'New',
    })
    const hourly = { ...editable(task), frequency: 'every_hour' }
    expect(await (await call('PATCH', path, hourly)).json()).toMatchObject({ crontab: '0 * * * *' })
    const custom = { ...editable(task), frequency: 'Custom', crontab: '7 4 * * *' }
    expect(await (await call('PATCH', path, custom)).json()).toMatchObject(
      editable({ ...task, ...custom, frequency: 'custom' }),
    )
    expect(await (await call('PATCH', path, { crontab: null })).json()).toMatchObject({
      crontab: '7 4 * * *',
    })
    expect(await created(editable(task))).toMatchObject(editable(task))
  })

  test('of the frequency removes the crontab, and custom needs a new one', async () => {
    const { id } = await created({ frequency: 'custom', crontab: '5 4 * * *' })
    const path = `/v1/tasks/${id}`
    expect(await (await call('PATCH', path, { frequency: 'every_hour' })).json()).toMatchObject({
      crontab: '0 * * * *',
    })
    expect(await refusal(await call('PATCH', path, { frequency: 'custom' }))).toMatchObject({
      status: 400,
      message: '`crontab` is required with `frequency` custom.',
    })
    expect(await refusal(await call('PATCH', path, { crontab: '1 1 * * *' }))).toMatchObject({
      status: 400,
      message: '`crontab` requires `frequency` custom, not every_hour.',
    })
    const back = await call('PATCH', path, { frequency: 'custom', crontab: '1 1 * * *' })
    expect(await back.json()).toMatchObject({ frequency: 'custom', crontab: '1 1 * * *' })
    expect(await (await call('PATCH', path, { crontab: '2 2 * * *' })).json()).toMatchObject({
      crontab: '2 2 * * *',
    })
  })

  test('of the operation alone is checked with the existing query', async () => {
    const { id } = await created({ query: 'url=https%3A%2F%2Fexample.com%2F&image_quality=50' })
    expect(await refusal(await call('PATCH', `/v1/tasks/${id}`, { api: 'scrape' }))).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
      message: expect.stringContaining('In `query`: `image_quality`'),
    })
  })

  test('does not lose a concurrent change', async () => {
    const { id } = await created()
    const changes = [
      { name: 'A' },
      { enabled: false },
      { timezone: 'Asia/Tokyo' },
      { api: 'pdf', query: 'html=x' },
    ]
    const responses = await Promise.all(changes.map((change) => call('PATCH', `/v1/tasks/${id}`, change)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const task = await (await call('GET', `/v1/tasks/${id}`)).json()
    expect(task).toMatchObject(Object.assign({}, ...changes))
  })
})
