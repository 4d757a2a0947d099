import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readServiceFile } from '../../../local/service-file.ts'
import { startTestService, type TestService } from '../../support/service/service.ts'
import { runScript } from '../../support/service/start-process.ts'
import { startTestAws } from '../aws/test-aws.ts'

let service: TestService
let id: string
let accessKey: string
let secretKey: string

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const runIn = async (settings: Record<string, string>, words: string[]) => {
  const { ended, output } = runScript('local/accounts.ts', settings, ...words)
  return { exitCode: await ended, text: output() }
}

const run = (...words: string[]) => runIn({ DATA_DIR: service.dataDir }, words)

const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).text)

const callDevices = (key: string) =>
  fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': key } })

beforeEach(async () => {
  ;({ id, accessKey, secretKey } = await service.createAccount('free'))
})

test('create prints an account whose key works immediately', async () => {
  const created = await json('create', '--plan', 'starter')
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{6}$/),
    plan: 'starter',
    accessKey: expect.stringMatching(/^[0-9A-Za-z]{24}$/),
    secretKey: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
  })
  const response = await callDevices(created.accessKey)
  expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, '30'])
})

test('show and list print the state without a key', async () => {
  const state = {
    id,
    plan: 'free',
    paid: true,
    signedRequests: false,
    signatureVersion: 1,
    created: expect.any(Number),
    closed: null,
  }
  expect(await json('show', id)).toEqual(state)
  expect((await json('list')).accounts).toContainEqual(state)
  for (const words of [['show', id], ['show', id, '--json'], ['list'], ['list', '--json']]) {
    const { text } = await run(...words)
    expect(text).toContain(id)
    for (const key of [accessKey, secretKey]) expect(text).not.toContain(key)
  }
})

test('plan changes the limit from the next request', async () => {
  expect((await callDevices(accessKey)).headers.get('ratelimit-limit')).toBe('10')
  expect(await json('plan', 'growth', id)).toMatchObject({ id, plan: 'growth' })
  expect((await callDevices(accessKey)).headers.get('ratelimit-limit')).toBe('120')
})

test('invoice suspends an account, and resumes it', async () => {
  expect(await json('invoice', 'unpaid', id)).toMatchObject({ paid: false })
  expect((await callDevices(accessKey)).status).toBe(402)
  expect(await json('invoice', 'paid', id)).toMatchObject({ paid: true })
  expect((await callDevices(accessKey)).status).toBe(200)
})

test('signed requires signatures for renders, and makes them optional again', async () => {
  const render = async () => {
    const url = `${service.baseUrl}/v1/screenshot?nonsense=1&access_key=${accessKey}`
    return (await fetch(url)).headers.get('x-service-error')
  }
  expect(await json('signed', 'on', id)).toMatchObject({ signedRequests: true })
  expect(await render()).toBe('missing_signature')
  expect(await json('signed', 'off', id)).toMatchObject({ signedRequests: false })
  expect(await render()).toBe('unknown_parameter')
})

test('signed sets the version of signatures and keeps whether they are required', async () => {
  expect(await json('signed', 'v2', id)).toMatchObject({ signedRequests: false, signatureVersion: 2 })
  expect(await json('signed', 'on', id)).toMatchObject({ signedRequests: true, signatureVersion: 2 })
  expect(await json('signed', 'v1', id)).toMatchObject({ signedRequests: true, signatureVersion: 1 })
  expect(await run('signed', 'v3', id)).toMatchObject({
    exitCode: 1,
    text: expect.stringContaining('on, off, v1, v2'),
  })
})

test('rotate access revokes the old key before it returns, and prints the new one', async () => {
  const rotated = await json('rotate', 'access', id)
  expect(rotated).toEqual({ id, plan: 'free', accessKey: expect.stringMatching(`^${id}`), secretKey })
  expect((await callDevices(accessKey)).status).toBe(401)
  expect((await callDevices(rotated.accessKey)).status).toBe(200)
})

test('rotate secret prints the new one and keeps the access key', async () => {
  const rotated = await json('rotate', 'secret', id)
  expect(rotated).toEqual({ id, plan: 'free', accessKey: null, secretKey: expect.any(String) })
  expect(rotated.secretKey).not.toBe(secretKey)
  expect((await callDevices(accessKey)).status).toBe(200)
})

test('close ends an account for good', async () => {
  expect(await json('close', id)).toMatchObject({ id, closed: expect.any(Number) })
  const response = await callDevices(accessKey)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ message: 'Invalid access key' })
  const again = await run('rotate', 'access', id)
  expect(again).toEqual({
    exitCode: 1,
    text: `The account ${id} is closed and cannot be changed.\n`,
  })
})

test('the file that scripts read follows the keys and the plan of its account', async () => {
  const demo = (await readServiceFile(service.dataDir))?.accounts[0]
  const { accessKey: rotatedKey } = await json('rotate', 'access', demo?.id ?? '')
  const { secretKey: rotatedSecret } = await json('rotate', 'secret', demo?.id ?? '')
  await json('plan', 'growth', demo?.id ?? '')
  expect((await readServiceFile(service.dataDir))?.accounts).toEqual([
    { id: demo?.id, plan: 'growth', accessKey: rotatedKey, secretKey: rotatedSecret },
  ])
})

describe('a command line', () => {
  test.each([
    ['that is empty', [], 'npm run accounts -- create'],
    ['of no command', ['destroy', 'abc123'], 'npm run accounts -- create'],
    ['without an id', ['show'], 'npm run accounts -- create'],
    ['with a word too many', ['show', 'abc123', 'def456'], 'npm run accounts -- create'],
    ['with a wrong plan', ['plan', 'huge', 'abc123'], 'plan must be one of free, starter, growth, scale.'],
    ['with a wrong --plan', ['create', '--plan', 'huge'], '--plan must be one of free'],
    ['without a --plan', ['create'], '--plan must be one of free'],
    ['with a wrong state', ['invoice', 'maybe', 'abc123'], 'invoice must be one of paid, unpaid.'],
    ['with a wrong key', ['rotate', 'all', 'abc123'], 'rotate must be one of access, secret.'],
    ['with an unknown option', ['list', '--jsno'], '--jsno'],
    ['for no account', ['plan', 'growth', 'abc123'], 'No account abc123 exists.'],
    ['for no account to show', ['show', 'abc123'], 'No account abc123 exists.'],
  ])('%s ends with an error message', async (_fault, words, sentence) => {
    const { exitCode, text } = await run(...words)
    expect(exitCode).toBe(1)
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/^\s+at /m)
  })
})

test('ACCOUNTS_TABLE selects a table of AWS, with the credentials and region of the environment', async () => {
  const aws = await startTestAws()
  try {
    await aws.dynamodb.send(
      new CreateTableCommand({
        TableName: 'stillframe-production-accounts',
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    )
    const stage = {
      AWS_ENDPOINT_URL: aws.aws.url,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'operator',
      AWS_SECRET_ACCESS_KEY: 'secret',
      DATA_DIR: service.dataDir,
    }
    const onStage = { ...stage, ACCOUNTS_TABLE: 'stillframe-production-accounts' }
    const created = JSON.parse((await runIn(onStage, ['create', '--plan', 'scale', '--json'])).text)
    expect(JSON.parse((await runIn(onStage, ['list', '--json'])).text).accounts).toEqual([
      expect.objectContaining({ id: created.id, plan: 'scale' }),
    ])
    expect((await json('list')).accounts).not.toContainEqual(expect.objectContaining({ id: created.id }))
    expect(await runIn({ ...stage, ACCOUNTS_TABLE: 'missing' }, ['list'])).toEqual({
      exitCode: 1,
      text: 'ACCOUNTS_TABLE: this AWS account and region has no table of this name.\n',
    })
  } finally {
    await aws.close()
  }
})
