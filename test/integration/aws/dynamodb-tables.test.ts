import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsTable, startTestAws, table } from './test-aws.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
beforeAll(async () => {
  aws = await startTestAws()
})
afterAll(() => aws.close())

const put = (TableName: string, Item: Record<string, unknown>) =>
  aws.documents.send(new PutCommand({ TableName, Item }))
const nowSeconds = () => Math.floor(Date.now() / 1000)
const setTimeToLive = (TableName: string, Enabled: boolean) =>
  aws.dynamodb.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: 'expires', Enabled },
    }),
  )
const timeToLiveOf = async (TableName: string) =>
  (await aws.dynamodb.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription

test('a table can be used as soon as CreateTable has returned', async () => {
  await aws.dynamodb.send(new CreateTableCommand(jobsTable))
  await put('jobs', { pk: 'first', sk: '1' })
  const get = new GetCommand({ TableName: 'jobs', Key: { pk: 'first', sk: '1' } })
  expect((await aws.documents.send(get)).Item).toEqual({ pk: 'first', sk: '1' })
  await expect(aws.dynamodb.send(new CreateTableCommand(jobsTable))).rejects.toMatchObject({
    name: 'ResourceInUseException',
  })
})

test('time to live is described as it was set, and setting it again is refused', async () => {
  await aws.dynamodb.send(new CreateTableCommand(table('described')))
  expect(await timeToLiveOf('described')).toEqual({ TimeToLiveStatus: 'DISABLED' })
  await setTimeToLive('described', true)
  expect(await timeToLiveOf('described')).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' })
  await expect(setTimeToLive('described', true)).rejects.toMatchObject({ name: 'ValidationException' })
  await setTimeToLive('described', false)
  expect(await timeToLiveOf('described')).toEqual({ TimeToLiveStatus: 'DISABLED' })
})

test('an expired item is deleted, from the indexes too; the others stay', async () => {
  await aws.dynamodb.send(new CreateTableCommand({ ...jobsTable, TableName: 'expiring' }))
  await setTimeToLive('expiring', true)
  const items = [
    { pk: 'expired', expires: nowSeconds() - 10 },
    { pk: 'later', expires: nowSeconds() + 1000 },
    { pk: 'without a time' },
    { pk: 'time as text', expires: String(nowSeconds() - 10) },
    { pk: 'ten years ago', expires: nowSeconds() - 10 * 365 * 24 * 3600 },
  ]
  for (const [rank, item] of items.entries()) await put('expiring', { ...item, sk: '1', group: 'all', rank })
  expect(await aws.aws.services.dynamodb.sweepExpired()).toBe(1)
  const query = new QueryCommand({
    TableName: 'expiring',
    IndexName: 'byGroup',
    KeyConditionExpression: '#group = :all',
    ExpressionAttributeNames: { '#group': 'group' },
    ExpressionAttributeValues: { ':all': 'all' },
  })
  const { Items } = await aws.documents.send(query)
  expect(Items?.map(({ pk }) => pk)).toEqual(['later', 'without a time', 'time as text', 'ten years ago'])
  const { Count } = await aws.documents.send(new ScanCommand({ TableName: 'expiring' }))
  expect(Count).toBe(4)
  aws.clock.aheadMs = 2_000_000
  expect(await aws.aws.services.dynamodb.sweepExpired()).toBe(1)
  aws.clock.aheadMs = 0
})
