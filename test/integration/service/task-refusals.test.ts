import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestService, type TestService } from '../../support/service/service.ts'
import {
  createTaskClient,
  refusal,
  sampleBody as sample,
  type TaskClient,
} from '../../support/service/task-client.ts'

let service: TestService
let client: TaskClient

beforeAll(async () => {
  service = await startTestService()
  const owner = await service.createAccount('scale')
  client = createTaskClient(service.baseUrl, owner.accessKey)
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const call: TaskClient['call'] = (...request) => client.call(...request)
const created: TaskClient['created'] = (...request) => client.created(...request)

describe('is refused with 400, by name:', () => {
  test.each([
    ['no name', { name: undefined }, '`name` is required'],
    ['an empty name', { name: '' }, '`name` is empty. It must be a string of 1 to 100 characters.'],
    [
      'a name of 101',
      { name: 'x'.repeat(101) },
      '`name` has 101 characters. It must be a string of 1 to 100 characters.',
    ],
    ['an unknown api', { api: 'screenshoot' }, '`api` is "screenshoot"'],
    ['an unknown frequency', { frequency: 'weekly' }, '`frequency` is "weekly"'],
    ['custom without a crontab', { frequency: 'custom' }, '`crontab` is required with `frequency` custom.'],
    [
      'a crontab with another frequency',
      { crontab: '* * * * *' },
      '`crontab` requires `frequency` custom, not every_day.',
    ],
    [
      'a wrong crontab',
      { frequency: 'custom', crontab: '* 24 * * *' },
      '`crontab` has "24" in the hour field',
    ],
    ['an impossible crontab', { frequency: 'custom', crontab: '0 0 31 2 *' }, '`crontab` never fires'],
    [
      'an over-long crontab',
      { frequency: 'custom', crontab: `${'1,'.repeat(120)}1 * * * *` },
      '`crontab` has 241 characters in the minute field',
    ],
    [
      'an unknown time zone',
      { timezone: 'Mars/Olympus' },
      '`timezone` is "Mars/Olympus". It must be an IANA',
    ],
    ['a word for enabled', { enabled: 'maybe' }, '`enabled` is "maybe"'],
    ['no query', { query: undefined }, '`query` is required'],
    [
      'a query without what the operation needs',
      { query: 'format=png' },
      'In `query`: Either `url` or `html` is required.',
    ],
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
          message: expect.stringContaining('Scheduled tasks require the scale plan'),
        })
    },
  )

  test('the task of another account is not found, and stays', async () => {
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
    'the id %s returns 404',
    async (id) => {
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const)
        expect((await call(method, `/v1/tasks/${id}`, body)).status).toBe(404)
    },
  )

  test('task requests use no quota and count against the rate', async () => {
    const usage = async () => (await (await call('GET', '/v1/usage')).json()) as { hits: { used: number } }
    const before = await usage()
    const response = await call('POST', '/v1/tasks', sample)
    expect(Number(response.headers.get('ratelimit-remaining'))).toBeLessThan(1000)
    expect((await usage()).hits.used).toBe(before.hits.used)
  })

  test('the paths name their methods', async () => {
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
