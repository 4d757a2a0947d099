import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Task, TaskList } from '../../../lib/schema/tasks.ts'
import type { NewAccount } from '../../../lib/store/accounts.ts'
import { startTestService, type TestService } from '../../support/service.ts'

let service: TestService
let owner: NewAccount

beforeAll(async () => {
  service = await startTestService()
  owner = await service.createAccount('scale')
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const call = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(service.baseUrl + path, {
    method,
    headers: {
      'x-access-key': owner.accessKey,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

const sample = {
  name: 'Front page',
  api: 'screenshot',
  query: 'url=https%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3D2&format=png',
  frequency: 'every_day',
}

const created = async (body: object = {}, headers: Record<string, string> = {}): Promise<Task> => {
  const response = await call('POST', '/v1/tasks', { ...sample, ...body }, headers)
  expect(response.status).toBe(201)
  return Task.parse(await response.json())
}

const refusal = async (response: Response) => ({
  status: response.status,
  code: response.headers.get('x-service-error'),
  message: ((await response.json()) as { message: string }).message,
})

describe('a task', () => {
  test('is created with the defaults of the contract and can be read, listed, deleted', async () => {
    const beforeSeconds = Math.floor(Date.now() / 1000)
    const task = await created()
    expect(task).toEqual({
      ...sample,
      id: expect.any(Number),
      crontab: null,
      timezone: 'Etc/UTC',
      enabled: true,
      created: expect.any(Number),
      last_run: null,
      runs: 0,
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

  test('takes the access key from the body of POST and PATCH, and from the query of GET and DELETE', async () => {
    const { accessKey } = owner
    const anonymous = (method: string, path: string, body?: object) =>
      fetch(service.baseUrl + path, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      })
    const response = await anonymous('POST', '/v1/tasks', { ...sample, access_key: accessKey })
    expect(response.status).toBe(201)
    const { id } = Task.parse(await response.json())
    const change = await anonymous('PATCH', `/v1/tasks/${id}`, { access_key: accessKey, name: 'Other' })
    expect(await change.json()).toMatchObject({ name: 'Other' })
    expect((await anonymous('GET', `/v1/tasks/${id}?access_key=${accessKey}`)).status).toBe(200)
    expect((await anonymous('DELETE', `/v1/tasks/${id}?access_key=${accessKey}`)).status).toBe(204)
  })

  test('keeps everything that it was sent', async () => {
    const sent = {
      name: '日次 ✓'.padEnd(100, '😀').slice(0, 100),
      api: 'pdf',
      query: 'html=%3Ch1%3EHi%3C%2Fh1%3E&pdf_landscape=1&external_id=order-1',
      frequency: 'custom',
      crontab: '*/15 9-17 1,15 * 1-5',
      timezone: 'Asia/Kolkata',
      enabled: false,
    }
    expect(await created(sent)).toMatchObject(sent)
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
  test('alters what is given and nothing else', async () => {
    const task = await created({ frequency: 'custom', crontab: '5 4 * * *' })
    const response = await call('PATCH', `/v1/tasks/${task.id}`, {
      enabled: false,
      timezone: 'Europe/Berlin',
    })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ...task, enabled: false, timezone: 'Europe/Berlin' })
    expect(await (await call('PATCH', `/v1/tasks/${task.id}`, {})).json()).toMatchObject({ enabled: false })
  })

  test('of the frequency takes the crontab away, and back to custom needs a new one', async () => {
    const { id } = await created({ frequency: 'custom', crontab: '5 4 * * *' })
    const path = `/v1/tasks/${id}`
    expect(await (await call('PATCH', path, { frequency: 'every_hour' })).json()).toMatchObject({
      crontab: null,
    })
    expect(await refusal(await call('PATCH', path, { frequency: 'custom' }))).toMatchObject({
      status: 400,
      message: '`crontab` is missing; `frequency` custom needs it.',
    })
    expect(await refusal(await call('PATCH', path, { crontab: '1 1 * * *' }))).toMatchObject({
      status: 400,
      message: '`crontab` is allowed with `frequency` custom only; it is every_hour.',
    })
    const back = await call('PATCH', path, { frequency: 'custom', crontab: '1 1 * * *' })
    expect(await back.json()).toMatchObject({ frequency: 'custom', crontab: '1 1 * * *' })
    expect(await (await call('PATCH', path, { crontab: '2 2 * * *' })).json()).toMatchObject({
      crontab: '2 2 * * *',
    })
  })

  test('of the operation alone is judged with the query that stays', async () => {
    const { id } = await created({ query: 'url=https%3A%2F%2Fexample.com%2F&image_quality=50' })
    expect(await refusal(await call('PATCH', `/v1/tasks/${id}`, { api: 'scrape' }))).toMatchObject({
      status: 400,
      code: 'unknown_parameter',
      message: expect.stringContaining('In `query`: `image_quality`'),
    })
  })

  test('that comes from many at once loses none', async () => {
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

describe('is refused with 400, by name:', () => {
  test.each([
    ['no name', { name: undefined }, '`name` is missing'],
    ['an empty name', { name: '' }, '`name` must have 1 to 100 characters; it has 0'],
    ['a name of 101', { name: 'x'.repeat(101) }, '`name` must have 1 to 100 characters; it has 101'],
    ['an unknown api', { api: 'screenshoot' }, '`api` is "screenshoot"'],
    ['an unknown frequency', { frequency: 'weekly' }, '`frequency` is "weekly"'],
    ['custom without a crontab', { frequency: 'custom' }, '`crontab` is missing'],
    [
      'a crontab with another frequency',
      { crontab: '* * * * *' },
      '`crontab` is allowed with `frequency` custom only',
    ],
    [
      'a wrong crontab',
      { frequency: 'custom', crontab: '* 24 * * *' },
      '`crontab` has "24" in its field hour',
    ],
    ['an impossible crontab', { frequency: 'custom', crontab: '0 0 31 2 *' }, '`crontab` can never fire'],
    [
      'an over-long crontab',
      { frequency: 'custom', crontab: `${'1,'.repeat(120)}1 * * * *` },
      '`crontab` is too long: its field minute',
    ],
    ['an unknown time zone', { timezone: 'Mars/Olympus' }, '`timezone` must be an IANA time zone name'],
    [
      'a time zone in other letters',
      { timezone: 'europe/berlin' },
      '`timezone` must be an IANA time zone name',
    ],
    ['a word for enabled', { enabled: 'maybe' }, '`enabled` is "maybe"'],
    ['no query', { query: undefined }, '`query` is missing'],
    ['a query without what the operation needs', { query: 'format=png' }, 'In `query`: `url`'],
    [
      'a wrong value in the query',
      { query: 'url=https%3A%2F%2Fexample.com&image_quality=101' },
      'In `query`: `image_quality` is 101',
    ],
    ['a parameter twice in the query', { query: 'html=a&html=b' }, 'In `query`: `html` is given 2 times'],
    [
      'a key in the query',
      { query: 'html=x&access_key=secret' },
      '`query` must not have the parameter `access_key`',
    ],
    [
      'a signature in the query',
      { query: 'html=x&signature=00' },
      '`query` must not have the parameter `signature`',
    ],
    ['async in the query', { query: 'html=x&async=false' }, '`query` must not have the parameter `async`'],
    [
      'an unencoded address in the query',
      { query: 'url=https://example.com/?a=1&b=2' },
      'In `query`: `b` is not a parameter',
    ],
  ])('%s', async (_fault, fields, message) => {
    const found = await refusal(await call('POST', '/v1/tasks', { ...sample, ...fields }))
    expect(found).toMatchObject({ status: 400, message: expect.stringContaining(message) })
    expect(found.message).not.toContain('secret')
  })

  test('unknown fields, in a new task and in a change', async () => {
    const { id } = await created()
    for (const [method, path] of [
      ['POST', '/v1/tasks'],
      ['PATCH', `/v1/tasks/${id}`],
    ] as const)
      expect(await refusal(await call(method, path, { ...sample, cron: '* * * * *' }))).toMatchObject({
        status: 400,
        code: 'unknown_parameter',
        message: expect.stringContaining('`cron` is not a parameter'),
      })
  })
})

describe('access', () => {
  test.each(['free', 'starter', 'growth'] as const)(
    'an account on the %s plan gets 402 everywhere',
    async (plan) => {
      const { id } = await created()
      const { accessKey } = await service.createAccount(plan)
      const headers = { 'x-access-key': accessKey }
      for (const [method, path, body] of [
        ['POST', '/v1/tasks', sample],
        ['GET', '/v1/tasks', undefined],
        ['GET', `/v1/tasks/${id}`, undefined],
        ['PATCH', `/v1/tasks/${id}`, {}],
        ['DELETE', `/v1/tasks/${id}`, undefined],
      ] as const)
        expect(await refusal(await call(method, path, body, headers))).toMatchObject({
          status: 402,
          code: 'plan_required',
          message: expect.stringContaining('Scheduled tasks need the scale plan'),
        })
    },
  )

  test('another account’s task is not there, and stays', async () => {
    const { id } = await created()
    const { accessKey } = await service.createAccount('scale')
    const headers = { 'x-access-key': accessKey }
    for (const [method, body] of [['GET'], ['PATCH', { enabled: false }], ['DELETE']] as const)
      expect(await refusal(await call(method, `/v1/tasks/${id}`, body, headers))).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    expect(await (await call('GET', '/v1/tasks', undefined, headers)).json()).toEqual({ tasks: [] })
    expect(await (await call('GET', `/v1/tasks/${id}`)).json()).toMatchObject({ id, enabled: true })
  })

  test.each(['0', '-1', '1.5', 'abc', '9007199254740992', '99999999999999999999', '1e3', '%31', '12'])(
    'the id %s leads to 404',
    async (id) => {
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
        expect((await call(method, `/v1/tasks/${id}`, body)).status).toBe(404)
    },
  )

  test('tasks take nothing of the quota and count against the rate', async () => {
    const usage = async () => (await (await call('GET', '/v1/usage')).json()) as { hits: { used: number } }
    const before = await usage()
    const response = await call('POST', '/v1/tasks', sample)
    expect(Number(response.headers.get('ratelimit-remaining'))).toBeLessThan(1000)
    expect((await usage()).hits.used).toBe(before.hits.used)
  })

  test('the paths say which methods they have', async () => {
    for (const [path, allow] of [
      ['/v1/tasks', 'POST, GET'],
      ['/v1/tasks/1', 'GET, PATCH, DELETE'],
    ] as const) {
      const response = await call('PUT', path)
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe(allow)
    }
  })
})
