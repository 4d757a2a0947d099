import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { beforeEach, expect, test } from 'vitest'
import { readSignInLink, signInHeader, signInPath } from '../../../lib/core/access/sign-in-link.ts'
import { runCommand } from '../../../local/accounts/commands.ts'
import { openStore } from '../../../local/accounts/open-store.ts'
import { readServiceFile } from '../../../local/service-file.ts'
import { many } from '../../support/service/shared-plans.ts'
import { joinService } from '../../support/service/shared-service.ts'
import { runScript } from '../../support/service/start-process.ts'
import { startTestAws } from '../aws/test-aws.ts'

const service = await joinService()
let id: string
let accessKey: string
let secretKey: string

/** Runs the command as npm does. */
const runProcess = async (settings: Record<string, string>, ...words: string[]) => {
  const { ended, output } = runScript('local/accounts.ts', settings, ...words)
  return { exitCode: await ended, text: output() }
}

const local = { DATA_DIR: service.dataDir }

/** Runs the command in this process and returns what it prints. */
const run = async (
  words: string[],
  plan?: string,
  settings: Record<string, string> = local,
  key: Partial<Parameters<typeof runCommand>[0]> = {},
) => {
  using store = await openStore(settings)
  const output = await runCommand({ words, plan, ...key }, store)
  if ('text' in output) throw new Error('The command prints a stream.')
  const { json, lines } = output
  return { json: JSON.parse(JSON.stringify(json)), text: lines.join('\n') }
}

const json = async (...words: string[]) => (await run(words)).json

const callDevices = (key: string) =>
  fetch(`${service.baseUrl}/v1/devices`, { headers: { 'x-access-key': key } })

beforeEach(async () => {
  ;({ id, accessKey, secretKey } = await service.createAccount('free'))
})

test('create prints an account whose key works immediately', async () => {
  const { exitCode, text } = await runProcess(local, 'create', '--plan', 'growth', '--json')
  expect(exitCode).toBe(0)
  const created = JSON.parse(text)
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9A-Za-z]{6}$/),
    plan: 'growth',
    accessKey: expect.stringMatching(/^[0-9A-Za-z]{24}$/),
    secretKey: expect.stringMatching(/^[0-9A-Za-z]{40}$/),
  })
  const response = await callDevices(created.accessKey)
  expect([response.status, response.headers.get('ratelimit-limit')]).toEqual([200, String(many)])
})

test('create prints a link whose code can be exchanged for the keys once', async () => {
  const { json: created, text } = await run(['create'], 'free')
  const [link = ''] = /http\S+/.exec(text) ?? []
  expect(link.startsWith(`${service.baseUrl}/dashboard/#sign_in=${created.id}.`)).toBe(true)
  expect(link).not.toContain(created.accessKey)
  const code = readSignInLink(new URL(link).hash)?.code ?? ''
  const redeem = () =>
    fetch(service.baseUrl + signInPath, { method: 'POST', headers: { [signInHeader]: code } })
  const first = await redeem()
  expect(first.headers.get('cache-control')).toBe('no-store')
  expect(await first.json()).toEqual({ access_key: created.accessKey, secret_key: created.secretKey })
  expect((await redeem()).status).toBe(404)
})

test('limit sets limits of one account over its plan, and removes them', async () => {
  const get = async (path: string) => {
    const response = await fetch(`${service.baseUrl}/v1/${path}`, { headers: { 'x-access-key': accessKey } })
    return { rate: response.headers.get('ratelimit-limit'), body: await response.json() }
  }
  const limit = (limits: object) => run(['limit', id], undefined, local, { limits })
  const before = (await get('account')).body.plan
  const limits = {
    quota: '7',
    concurrency: '3',
    requestsPerMinute: '77',
    freeFailures: '0',
    compareMegapixels: '9',
  }
  expect((await limit(limits)).json.limits).toEqual({
    quota: 7,
    concurrency: 3,
    requestsPerMinute: 77,
    freeFailures: 0,
    compareMegapixels: 9,
  })
  const { rate, body } = await get('account')
  expect(rate).toBe('77')
  expect(body.plan).toEqual({
    ...before,
    quota: 7,
    concurrency: 3,
    requests_per_minute: 77,
    free_failures: 0,
  })
  expect((await get('usage')).body).toMatchObject({ hits: { quota: 7 }, renders: { limit: 3 } })
  expect((await limit({ quota: 'plan', freeFailures: 'plan' })).text).toContain('concurrency 3')
  expect((await get('account')).body.plan.quota).toBe(before.quota)
  await expect(limit({ concurrency: '0' })).rejects.toThrow(
    '--concurrency must be an integer of at least 1, or plan.',
  )
  await expect(limit({})).rejects.toThrow('limit requires at least one of --quota')
})

test('usage prints the hits of all accounts in a month', async () => {
  const usageOf = async (month: string) => (await run(['usage'], undefined, local, { month })).json
  const { created } = await json('show', id)
  const month = new Date(created * 1000).toISOString().slice(0, 7)
  expect(await usageOf(month)).toEqual({ month, accounts: [] })
  const refusal = new RegExp(`^--month must be one of .*${month}.*\\(UTC\\)\\. Usage is kept for 90 days\\.$`)
  await expect(usageOf('2001-12')).rejects.toThrow(refusal)
  await expect(usageOf('2026-13')).rejects.toThrow(refusal)
})

test('audit prints who changed what, without refused commands, keys and forged lines', async () => {
  const { json: created } = await run(['create'], 'free')
  expect((await json('audit', created.id)).entries).toMatchObject([{ action: 'create --plan free' }])
  await run(['plan', 'growth', id])
  await run(['add-key', 'read', id], undefined, local, { name: 'Büro 2' })
  await run(['add-key', 'read', id], undefined, local, { name: accessKey })
  await run(['signed', 'on', id], undefined, local, { name: 'x\n2026\u2028close' })
  await expect(run(['plan', 'none', id])).rejects.toThrow()
  await expect(run(['remove-key', 'none', id])).rejects.toThrow()
  const { json: printed, text } = await run(['audit', id])
  expect(printed.entries.map(({ action }: { action: string }) => action)).toEqual([
    `plan growth ${id}`,
    `add-key read ${id} --name "Büro 2"`,
    `add-key read ${id} --name ${accessKey.slice(0, 10)}`,
    `signed on ${id} --name "x\\n2026?close"`,
  ])
  expect(printed.entries[0].actor).toMatch(/^.+@.+$/)
  expect(text.split('\n')).toHaveLength(4)
  expect(text).not.toContain(accessKey)
  expect(JSON.stringify(await json('list'))).not.toContain('audit')
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
  const outputs = [await run(['show', id]), await run(['list'])]
  const printed = outputs.flatMap((output) => Object.values(output).map((value) => JSON.stringify(value)))
  for (const text of printed) {
    expect(text).toContain(id)
    for (const key of [accessKey, secretKey]) expect(text).not.toContain(key)
  }
})

test('invoice suspends an account, and resumes it', async () => {
  expect(await json('invoice', 'unpaid', id)).toMatchObject({ paid: false })
  expect((await callDevices(accessKey)).status).toBe(402)
  expect(await json('invoice', 'paid', id)).toMatchObject({ paid: true })
  expect((await callDevices(accessKey)).status).toBe(200)
})

test('signed sets the version of signatures and keeps whether they are required', async () => {
  expect(await json('signed', 'v2', id)).toMatchObject({ signedRequests: false, signatureVersion: 2 })
  expect(await json('signed', 'on', id)).toMatchObject({ signedRequests: true, signatureVersion: 2 })
  expect(await json('signed', 'v1', id)).toMatchObject({ signedRequests: true, signatureVersion: 1 })
  await expect(run(['signed', 'v3', id])).rejects.toThrow('on, off, v1, v2')
})

test('keys of an account are added, listed and removed', async () => {
  const key = { name: 'Public links', expiresIn: '3600' }
  const { json: added } = await run(['add-key', 'read', id], undefined, local, key)
  expect(added).toMatchObject({ name: 'Public links', scope: 'read', validUntil: expect.any(Number) })
  expect(added.accessKey.startsWith(added.id)).toBe(true)
  expect((await callDevices(added.accessKey)).status).toBe(200)
  const { json: listed, text } = await run(['keys', id])
  const first = { id: accessKey.slice(0, 10), name: 'First key', scope: 'full', validUntil: null }
  // Keys of the same second have no order.
  expect(listed.keys).toContainEqual(expect.objectContaining(first))
  expect(listed.keys).toContainEqual(expect.objectContaining({ id: added.id, scope: 'read' }))
  expect(text).toMatch(/read .* valid until .* Public links/)
  for (const secret of [added.accessKey, accessKey]) expect(text).not.toContain(secret)
  expect((await json('remove-key', added.id, id)).keys).toHaveLength(1)
  expect((await callDevices(added.accessKey)).status).toBe(401)
  await expect(run(['remove-key', first.id, id])).rejects.toThrow('the last access key')
})

test('close ends an account for good', async () => {
  expect(await json('close', id)).toMatchObject({ id, closed: expect.any(Number) })
  const response = await callDevices(accessKey)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ message: 'Invalid access key' })
  await expect(run(['rotate', 'access', id])).rejects.toThrow(
    `The account ${id} is closed and cannot be changed.`,
  )
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

test.each([
  ['that is empty', [], 'npm run accounts -- create'],
  ['of no command', ['destroy', 'abc123'], 'npm run accounts -- create'],
  ['with a wrong plan', ['plan', 'huge', 'abc123'], 'plan must be one of free, starter, growth, scale.'],
  ['without a --plan', ['create'], '--plan must be one of free'],
  [
    'of a key without a name',
    ['add-key', 'read', 'abc123'],
    '--name must have 1 to 60 characters, without control characters.',
  ],
  ['for no account with keys', ['keys', 'abc123'], 'No account abc123 exists.'],
  // The log of an account has the key `<id>#done`.
  [
    'with an id and more',
    ['erase', 'abc123#done'],
    'ID must be the six letters or digits of an account, not "abc123#done".',
  ],
  ['with an empty id to erase', ['erase', ''], 'ID must be the six letters or digits of an account, not "".'],
  ['with an id and a newline', ['show', 'abc123\n'], 'not "abc123\\n"'],
])('a command line %s is an error', async (_fault, words, sentence) => {
  await expect(run(words)).rejects.toThrow(sentence)
})

test('a command line with an unknown option ends with an error message and no stack trace', async () => {
  const { exitCode, text } = await runProcess(local, 'list', '--jsno')
  expect(exitCode).toBe(1)
  expect(text).toContain('--jsno')
  expect(text).not.toMatch(/^\s+at /m)
})

test('without a service the error says how to start one', async () => {
  await expect(run(['list'], undefined, { DATA_DIR: `${service.dataDir}/none` })).rejects.toThrow('npm start')
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
      AWS_ACCESS_KEY_ID: aws.aws.access.accessKeyId,
      AWS_SECRET_ACCESS_KEY: 'secret',
      DATA_DIR: service.dataDir,
    }
    const onStage = { ...stage, ACCOUNTS_TABLE: 'stillframe-production-accounts' }
    const created = JSON.parse((await runProcess(onStage, 'create', '--plan', 'scale', '--json')).text)
    expect(JSON.parse((await runProcess(onStage, 'list', '--json')).text).accounts).toEqual([
      expect.objectContaining({ id: created.id, plan: 'scale' }),
    ])
    expect((await json('list')).accounts).not.toContainEqual(expect.objectContaining({ id: created.id }))
    const exported = await runProcess(onStage, 'export', created.id)
    expect(exported.exitCode).toBe(1)
    expect(exported.text).toContain(
      'Set USAGE_TABLE, REQUESTS_TABLE, TASKS_TABLE, CACHE_TABLE, RESULTS_BUCKET, SCHEDULE_GROUP as docs',
    )
    expect(await runProcess({ ...stage, ACCOUNTS_TABLE: 'missing' }, 'list')).toEqual({
      exitCode: 1,
      text: 'ACCOUNTS_TABLE: this AWS account and region has no table of this name.\n',
    })
  } finally {
    await aws.close()
  }
})
