import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashAccessKey } from '../../../lib/core/access/access-key.ts'
import { findKey, toKeyId } from '../../../lib/core/access/account-keys.ts'
import { type AccountStore, createAccountStore } from '../../../lib/store/accounts.ts'
import { startTestAws } from '../aws/test-aws.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
let accounts: AccountStore
let id: string
let keys: { accessKey: string; secretKey: string }

const noonMs = Date.UTC(2026, 10, 21, 12)
let nowMs: number

beforeAll(async () => {
  aws = await startTestAws()
  await aws.dynamodb.send(
    new CreateTableCommand({
      TableName: 'accounts',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  )
  accounts = createAccountStore({ dynamo: aws.documents, tableName: 'accounts', nowMs: () => nowMs })
})

afterAll(() => aws.close())

beforeEach(async () => {
  nowMs = noonMs
  const { id: created, ...rest } = await accounts.create('free')
  id = created
  keys = rest
})

/** Whether the account of the test has this key. */
const opens = async (accessKey = '') => {
  const account = await accounts.find(id)
  return account !== undefined && findKey(account, accessKey, nowMs / 1000) !== undefined
}

test('a new account is paid, open, accepts unsigned requests and stores no access key', async () => {
  expect(await accounts.find(id)).toEqual({
    id,
    plan: 'free',
    paid: true,
    signedRequests: false,
    keys: {
      [toKeyId(keys.accessKey)]: {
        hash: hashAccessKey(keys.accessKey),
        name: 'First key',
        scope: 'full',
        created: nowMs / 1000,
      },
    },
    secretKey: keys.secretKey,
    created: nowMs / 1000,
  })
  expect(keys.accessKey.slice(0, 6)).toBe(id)
})

test.each([{ plan: 'scale' }, { paid: false }, { signedRequests: true }] as const)(
  'a change to %o changes nothing else',
  async (change) => {
    const before = await accounts.find(id)
    const after = { ...before, ...change, ...('signedRequests' in change && { keyGeneration: 1 }) }
    expect(await accounts.change(id, change)).toEqual(after)
    expect(await accounts.find(id)).toEqual(after)
  },
)

/** An account as versions before several keys wrote it. */
const putOldAccount = async () => {
  const accessKey = `${id}${'k'.repeat(18)}`
  const { keys: _, ...account } = (await accounts.find(id)) ?? {}
  const Item = { ...account, accessKeyHash: hashAccessKey(accessKey) }
  await aws.documents.send(new PutCommand({ TableName: 'accounts', Item }))
  return accessKey
}

test('an account of an earlier version keeps its key when it gets another', async () => {
  const accessKey = await putOldAccount()
  expect(await opens(accessKey)).toBe(true)
  const added = await accounts.addKey(id, { name: 'Links', scope: 'links' })
  expect(await opens(accessKey)).toBe(true)
  expect(await opens(added?.accessKey)).toBe(true)
  expect(await accounts.find(id)).not.toHaveProperty('accessKeyHash')
})

test('the key of an account of an earlier version is rotated', async () => {
  const accessKey = await putOldAccount()
  const rotated = await accounts.rotateAccessKey(id, 0)
  expect(await opens(accessKey)).toBe(false)
  expect(await opens(rotated?.accessKey)).toBe(true)
})

test('keys that are added at the same time are all kept', async () => {
  const added = await Promise.all(
    Array.from({ length: 4 }, (_, index) => accounts.addKey(id, { name: `Key ${index}`, scope: 'read' })),
  )
  for (const key of [keys, ...added]) expect(await opens(key?.accessKey)).toBe(true)
  expect((await accounts.find(id))?.keyGeneration).toBe(4)
})

const changes: [string, (target: string) => Promise<unknown>][] = [
  ['change', (target) => accounts.change(target, { plan: 'scale' })],
  ['rotateAccessKey', (target) => accounts.rotateAccessKey(target)],
  ['addKey', (target) => accounts.addKey(target, { name: 'a', scope: 'read' })],
  ['rotateSecretKey', (target) => accounts.rotateSecretKey(target)],
  ['close', (target) => accounts.close(target)],
]

describe.each(changes)('%s', (_name, change) => {
  test('creates no account if none exists', async () => {
    expect(await change('nobody')).toBeUndefined()
    expect(await accounts.find('nobody')).toBeUndefined()
    expect(await accounts.findStatus('nobody')).toBeUndefined()
  })

  test('does not change a closed account', async () => {
    const closed = await accounts.close(id)
    expect(closed).toMatchObject({ id, closed: nowMs / 1000 })
    expect(await change(id)).toBeUndefined()
    expect(await accounts.find(id)).toEqual(closed)
    expect(await accounts.findStatus(id)).toEqual({
      id,
      plan: closed?.plan,
      paid: closed?.paid,
      closed: closed?.closed,
    })
  })
})

test('each change of a key or of signed requests adds one to the key generation, and no other change does', async () => {
  await accounts.change(id, { plan: 'scale', paid: false })
  expect((await accounts.find(id))?.keyGeneration).toBeUndefined()
  await accounts.rotateAccessKey(id)
  await accounts.rotateSecretKey(id)
  await accounts.change(id, { signedRequests: true })
  await accounts.change(id, { signatureVersion: 2 })
  expect((await accounts.find(id))?.keyGeneration).toBe(3)
})

const fenced: [string, (generation: number) => Promise<unknown>][] = [
  ['change', (generation) => accounts.change(id, { signedRequests: true }, generation)],
  ['rotateAccessKey', (generation) => accounts.rotateAccessKey(id, generation)],
  ['addKey', (generation) => accounts.addKey(id, { name: 'a', scope: 'read' }, generation)],
  ['rotateSecretKey', (generation) => accounts.rotateSecretKey(id, generation)],
]

test.each(fenced)('of many %s with one key generation exactly one is made', async (_name, change) => {
  for (const generation of [0, 1]) {
    const made = await Promise.all(Array.from({ length: 8 }, () => change(generation)))
    expect(made.filter((account) => account !== undefined)).toHaveLength(1)
    expect((await accounts.find(id))?.keyGeneration).toBe(generation + 1)
  }
  const before = await accounts.find(id)
  expect(await change(1)).toBeUndefined()
  expect(await change(3)).toBeUndefined()
  expect(await accounts.find(id)).toEqual(before)
})

test('a rotation that the SDK repeats, because its response was lost, returns the key that it made', async () => {
  let isLost = true
  const flaky = {
    send: async (command: object) => {
      const response = await aws.documents.send(command as never)
      if (!(command instanceof UpdateCommand) || !isLost) return response
      isLost = false
      return aws.documents.send(command as never)
    },
  } as unknown as typeof aws.documents
  const store = createAccountStore({ dynamo: flaky, tableName: 'accounts', nowMs: () => nowMs })
  const rotated = await store.rotateAccessKey(id, 0)
  expect(await opens(rotated?.accessKey)).toBe(true)
  expect((await accounts.find(id))?.keyGeneration).toBe(1)
})

test('concurrent changes do not undo each other', async () => {
  await Promise.all([
    accounts.change(id, { plan: 'growth' }),
    accounts.change(id, { paid: false }),
    accounts.change(id, { signedRequests: true }),
    accounts.rotateSecretKey(id),
  ])
  expect(await accounts.find(id)).toMatchObject({ plan: 'growth', paid: false, signedRequests: true })
})
