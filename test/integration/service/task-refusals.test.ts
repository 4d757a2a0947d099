import { afterAll, describe, expect, test } from 'vitest'
import { many } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { createTaskClient, refusal, sampleBody as sample } from '../../support/service/task-client.ts'

const service = await joinService()
afterAll(() => service[Symbol.asyncDispose]())
const { call } = createTaskClient(service.baseUrl, service.accessKey)

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
})

test('tasks require the scale plan', async () => {
  const { accessKey } = await service.createAccount('growth')
  expect(await refusal(await call('POST', '/v1/tasks', sample, { 'x-access-key': accessKey }))).toMatchObject(
    {
      status: 402,
      code: 'plan_required',
      message: expect.stringContaining('Scheduled tasks require the scale plan'),
    },
  )
})

test.each(['0', '1.5', '99999999999999999999', '%31', '12'])('the id %s returns 404', async (id) => {
  expect((await call('GET', `/v1/tasks/${id}`)).status).toBe(404)
})

test('task requests use no quota and count against the rate', async () => {
  const usage = async () => (await (await call('GET', '/v1/usage')).json()) as { hits: { used: number } }
  const before = await usage()
  const response = await call('POST', '/v1/tasks', sample)
  expect(Number(response.headers.get('ratelimit-remaining'))).toBeLessThan(many)
  expect((await usage()).hits.used).toBe(before.hits.used)
})
