import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsTable, startTestAws } from './test-aws.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
beforeAll(async () => {
  aws = await startTestAws()
  await aws.dynamodb.send(new CreateTableCommand(jobsTable))
})
afterAll(() => aws.close())

const TableName = 'jobs'
const put = (Item: Record<string, unknown>, further: object = {}) =>
  aws.documents.send(new PutCommand({ TableName, Item, ...further }))
const get = async (pk: string, sk = '1') =>
  (await aws.documents.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item
const update = (pk: string, UpdateExpression: string, values: object, further: object = {}) =>
  aws.documents.send(
    new UpdateCommand({
      TableName,
      Key: { pk, sk: '1' },
      UpdateExpression,
      ExpressionAttributeValues: values as Record<string, unknown>,
      ...further,
    }),
  )
const succeeded = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length

test('every type is returned as it was put', async () => {
  const item = {
    pk: 'types',
    sk: '1',
    text: 'x',
    decimal: 12.5,
    large: 9007199254740991,
    truth: true,
    nothing: null,
    list: [1, 'a', { deep: 1 }],
    map: { a: { b: [1] } },
    texts: new Set(['a', 'b']),
    numbers: new Set([1, 2]),
    bytes: new Uint8Array([1, 2, 3]),
    emptyText: '',
    emptyBytes: new Uint8Array(0),
    emptyList: [],
    emptyMap: {},
  }
  await put(item)
  expect(await get('types')).toEqual(item)
})

test('a condition that fails leaves the item as it was', async () => {
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' }
  await put({ pk: 'condition', sk: '1', value: 1 }, isNew)
  await expect(put({ pk: 'condition', sk: '1', value: 2 }, isNew)).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
  })
  expect(await get('condition')).toMatchObject({ value: 1 })
})

test('a failed condition returns the item if requested, and only then', async () => {
  await put({ pk: 'old', sk: '1', value: 1 })
  const isNew = { ConditionExpression: 'attribute_not_exists(pk)' }
  const asking = { ...isNew, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }
  await expect(put({ pk: 'old', sk: '1' }, asking)).rejects.toMatchObject({ Item: { value: { N: '1' } } })
  await expect(put({ pk: 'old', sk: '1' }, isNew)).rejects.toMatchObject({ Item: undefined })
})

test('of 30 concurrent attempts at one lock exactly one wins', async () => {
  const attempts = Array.from({ length: 30 }, (_, owner) =>
    put({ pk: 'lock', sk: '1', owner }, { ConditionExpression: 'attribute_not_exists(pk)' }),
  )
  expect(succeeded(await Promise.allSettled(attempts))).toBe(1)
})

test('100 concurrent increments return 100 different numbers', async () => {
  const increments = Array.from({ length: 100 }, () =>
    update('counter', 'ADD amount :one', { ':one': 1 }, { ReturnValues: 'UPDATED_NEW' }),
  )
  const totals = (await Promise.all(increments)).map(({ Attributes }) => Attributes?.amount)
  expect(await get('counter')).toMatchObject({ amount: 100 })
  expect(new Set(totals).size).toBe(100)
})

test('a counter with a limit never passes it', async () => {
  const attempts = Array.from({ length: 40 }, () =>
    update(
      'limited',
      'ADD used :one',
      { ':one': 1, ':max': 10 },
      { ConditionExpression: 'attribute_not_exists(used) OR used < :max' },
    ),
  )
  expect(succeeded(await Promise.allSettled(attempts))).toBe(10)
})

test('SET, if_not_exists, list_append, arithmetic, REMOVE and nested paths work in one update', async () => {
  await put({ pk: 'update', sk: '1', tree: { a: 1 }, rows: [1], amount: 1 })
  const assignments = [
    'tree.b = :five',
    'rows = list_append(rows, :more)',
    'fresh = if_not_exists(fresh, :five)',
    'amount = amount + :five',
  ]
  const expression = `SET ${assignments.join(', ')} REMOVE tree.a`
  const { Attributes } = await update(
    'update',
    expression.replaceAll('rows', '#rows'),
    { ':five': 5, ':more': [2] },
    { ExpressionAttributeNames: { '#rows': 'rows' }, ReturnValues: 'ALL_NEW' },
  )
  expect(Attributes).toEqual({ pk: 'update', sk: '1', tree: { b: 5 }, rows: [1, 2], fresh: 5, amount: 6 })
})

test('overlapping paths in one update are refused', async () => {
  await put({ pk: 'overlap', sk: '1', items: [1] })
  const expression = 'SET #items = list_append(#items, :more), #items[0] = :nine'
  const names = { ExpressionAttributeNames: { '#items': 'items' } }
  await expect(update('overlap', expression, { ':more': [2], ':nine': 9 }, names)).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('overlap'),
  })
})

test('an update creates a missing item, and its clauses all read the old values', async () => {
  const values = { ':one': 1, ':zero': 0 }
  const expression = 'SET a = :one, b = if_not_exists(a, :zero)'
  const { Attributes } = await update('upsert', expression, values, { ReturnValues: 'ALL_NEW' })
  expect(Attributes).toMatchObject({ a: 1, b: 0 })
})

test.each([
  ['a reserved word', 'SET status = :value', { ':value': 1 }],
  ['a value that is not used', 'SET a = :value', { ':value': 1, ':unused': 1 }],
])('an update with %s is refused', async (_case, expression, values) => {
  await expect(update('refused', expression, values)).rejects.toMatchObject({ name: 'ValidationException' })
  expect(await get('refused')).toBeUndefined()
})

test('an item may have at most 400 KB', async () => {
  await put({ pk: 'size', sk: '1', value: 'x'.repeat(390 * 1024) })
  await expect(put({ pk: 'size', sk: '2', value: 'x'.repeat(410 * 1024) })).rejects.toMatchObject({
    name: 'ValidationException',
  })
  expect(await get('size', '2')).toBeUndefined()
})

test('a deleted item is removed, and returned with ReturnValues', async () => {
  await put({ pk: 'delete', sk: '1', value: 1 })
  const deletion = new DeleteCommand({ TableName, Key: { pk: 'delete', sk: '1' }, ReturnValues: 'ALL_OLD' })
  expect((await aws.documents.send(deletion)).Attributes).toMatchObject({ value: 1 })
  expect(await get('delete')).toBeUndefined()
})

test.each([
  'TransactWriteItems',
  'BatchWriteItem',
  'DeleteTable',
  'ListTables',
  'ExecuteStatement',
  'constructor',
])('%s is not implemented and says so', async (operation) => {
  const response = await fetch(aws.aws.url, {
    method: 'POST',
    body: '{}',
    headers: {
      authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request',
      'x-amz-target': `DynamoDB_20120810.${operation}`,
    },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    __type: 'com.amazon.coral.service#UnknownOperationException',
    message: `${operation} is not implemented in the embedded cloud.`,
  })
})

test('a body that is not JSON is refused', async () => {
  const response = await fetch(aws.aws.url, {
    method: 'POST',
    body: '{',
    headers: {
      authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
    },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ __type: 'com.amazon.coral.service#SerializationException' })
})
