import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsTable, startTestAws } from './test-aws.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
beforeAll(async () => {
  aws = await startTestAws()
  await aws.dynamodb.send(new CreateTableCommand(jobsTable))
})
afterAll(() => aws.close())

const TableName = 'jobs'
const put = (Item: Record<string, unknown>) => aws.documents.send(new PutCommand({ TableName, Item }))
const get = async (pk: string, sk: string) =>
  (await aws.documents.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item
const write = (TransactItems: TransactWriteCommandInput['TransactItems'], ClientRequestToken?: string) =>
  aws.documents.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }))
const add = (pk: string, sk: string, amount: number, ConditionExpression?: string) => ({
  Update: {
    TableName,
    Key: { pk, sk },
    UpdateExpression: 'ADD amount :amount',
    ConditionExpression,
    ExpressionAttributeValues: { ':amount': amount, ...(ConditionExpression ? { ':one': 1 } : {}) },
  },
})
const isNew = 'attribute_not_exists(pk)'

test('a put, an update, a deletion and a condition check are done together', async () => {
  await put({ pk: 'all', sk: 'deleted' })
  await put({ pk: 'all', sk: 'checked', isReady: true })
  await write([
    { Put: { TableName, Item: { pk: 'all', sk: 'put' }, ConditionExpression: isNew } },
    add('all', 'updated', 1),
    { Delete: { TableName, Key: { pk: 'all', sk: 'deleted' } } },
    {
      ConditionCheck: {
        TableName,
        Key: { pk: 'all', sk: 'checked' },
        ConditionExpression: 'isReady = :true',
        ExpressionAttributeValues: { ':true': true },
      },
    },
  ])
  const query = new QueryCommand({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'all' },
  })
  const { Items } = await aws.documents.send(query)
  expect(Items?.map(({ sk }) => sk)).toEqual(['checked', 'put', 'updated'])
})

test('when one condition fails nothing is written, and the reasons say which and why', async () => {
  await put({ pk: 'none', sk: 'taken', owner: 'a' })
  const transaction = write([
    { Put: { TableName, Item: { pk: 'none', sk: 'never' } } },
    add('none', 'counter', 1),
    {
      Put: {
        TableName,
        Item: { pk: 'none', sk: 'taken' },
        ConditionExpression: isNew,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  ])
  await expect(transaction).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: { owner: { S: 'a' } } },
    ],
  })
  expect(await get('none', 'never')).toBeUndefined()
  expect(await get('none', 'counter')).toBeUndefined()
})

test('a failed condition check cancels the transaction', async () => {
  const check = {
    TableName,
    Key: { pk: 'check', sk: 'missing' },
    ConditionExpression: 'attribute_exists(pk)',
  }
  const transaction = write([
    { Put: { TableName, Item: { pk: 'check', sk: 'put' } } },
    { ConditionCheck: check },
  ])
  await expect(transaction).rejects.toMatchObject({ name: 'TransactionCanceledException' })
  expect(await get('check', 'put')).toBeUndefined()
})

test('40 concurrent transfers of 20 coins neither make nor lose one', async () => {
  await put({ pk: 'account', sk: 'a', amount: 20 })
  await put({ pk: 'account', sk: 'b', amount: 0 })
  const transfers = Array.from({ length: 40 }, () =>
    write([add('account', 'a', -1, 'amount >= :one'), add('account', 'b', 1)]),
  )
  const results = await Promise.allSettled(transfers)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  expect(await get('account', 'a')).toMatchObject({ amount: 0 })
  expect(await get('account', 'b')).toMatchObject({ amount: 20 })
})

test('a transaction repeated with its token is done once', async () => {
  const items = [add('token', '1', 1)]
  await write(items, 'token-1')
  await write(items, 'token-1')
  expect(await get('token', '1')).toMatchObject({ amount: 1 })
  await expect(write([add('token', '1', 5)], 'token-1')).rejects.toMatchObject({
    name: 'IdempotentParameterMismatchException',
  })
})

test('a token is forgotten after ten minutes', async () => {
  const items = [add('old token', '1', 1)]
  await write(items, 'token-2')
  aws.clock.aheadMs = 11 * 60_000
  await aws.aws.services.dynamodb.sweepExpired()
  await write(items, 'token-2')
  aws.clock.aheadMs = 0
  expect(await get('old token', '1')).toMatchObject({ amount: 2 })
})

test('two operations on one item are refused', async () => {
  await expect(write([add('twice', '1', 1), add('twice', '1', 1)])).rejects.toMatchObject({
    name: 'ValidationException',
  })
})

test('a transactional read returns what is there, in order', async () => {
  await put({ pk: 'read', sk: '1', value: 1 })
  const read = new TransactGetCommand({
    TransactItems: [
      { Get: { TableName, Key: { pk: 'read', sk: '1' } } },
      { Get: { TableName, Key: { pk: 'missing', sk: '1' } } },
    ],
  })
  const { Responses } = await aws.documents.send(read)
  expect(Responses?.map(({ Item }) => Item)).toEqual([{ pk: 'read', sk: '1', value: 1 }, undefined])
})
