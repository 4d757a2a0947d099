import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ListTablesCommand,
  UpdateTableCommand,
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

test('a table can be used as soon as CreateTable has answered', async () => {
  await aws.dynamodb.send(new CreateTableCommand(jobsTable))
  await put('jobs', { pk: 'first', sk: '1' })
  const { Table } = await aws.dynamodb.send(new DescribeTableCommand({ TableName: 'jobs' }))
  expect(Table).toMatchObject({
    TableStatus: 'ACTIVE',
    TableArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/jobs',
    GlobalSecondaryIndexes: [{ IndexName: 'byGroup', IndexStatus: 'ACTIVE' }],
  })
})

test('options without a local meaning are accepted', async () => {
  const options = {
    TableClass: 'STANDARD',
    DeletionProtectionEnabled: true,
    SSESpecification: { Enabled: true },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    Tags: [{ Key: 'a', Value: 'b' }],
  } as const
  await aws.dynamodb.send(
    new CreateTableCommand({ ...table('options'), ...options, Tags: [...options.Tags] }),
  )
  await put('options', { pk: 'a' })
})

test('a deleted table is gone at once, with its items and its time to live', async () => {
  await aws.dynamodb.send(new CreateTableCommand(table('deleted')))
  await put('deleted', { pk: 'a' })
  await setTimeToLive('deleted', true)
  await aws.dynamodb.send(new DeleteTableCommand({ TableName: 'deleted' }))
  expect((await aws.dynamodb.send(new ListTablesCommand())).TableNames).not.toContain('deleted')
  await expect(put('deleted', { pk: 'a' })).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await aws.dynamodb.send(new CreateTableCommand(table('deleted')))
  expect((await aws.documents.send(new ScanCommand({ TableName: 'deleted' }))).Count).toBe(0)
  expect(await timeToLiveOf('deleted')).toEqual({ TimeToLiveStatus: 'DISABLED' })
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

test('an item whose time is over goes, from the indexes too; the others stay', async () => {
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

const indexQuery = new QueryCommand({
  TableName: 'indexed',
  IndexName: 'byOwner',
  KeyConditionExpression: '#owner = :owner',
  ExpressionAttributeNames: { '#owner': 'owner' },
  ExpressionAttributeValues: { ':owner': 7 },
})

test('an index added to a table holds the items that were there, and later ones; a removed one is gone', async () => {
  await aws.dynamodb.send(new CreateTableCommand(table('indexed')))
  await put('indexed', { pk: 'before', owner: 7 })
  await put('indexed', { pk: 'without' })
  const Create = {
    IndexName: 'byOwner',
    KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' as const }],
    Projection: { ProjectionType: 'KEYS_ONLY' as const },
  }
  const AttributeDefinitions = [{ AttributeName: 'owner', AttributeType: 'N' as const }]
  const addition = { TableName: 'indexed', AttributeDefinitions, GlobalSecondaryIndexUpdates: [{ Create }] }
  await aws.dynamodb.send(new UpdateTableCommand(addition))
  await put('indexed', { pk: 'after', owner: 7 })
  const { Items } = await aws.documents.send(indexQuery)
  expect(Items?.map(({ pk }) => pk).toSorted()).toEqual(['after', 'before'])
  await expect(aws.dynamodb.send(new UpdateTableCommand(addition))).rejects.toMatchObject({
    name: 'ValidationException',
  })
  const GlobalSecondaryIndexUpdates = [{ Delete: { IndexName: 'byOwner' } }]
  await aws.dynamodb.send(new UpdateTableCommand({ TableName: 'indexed', GlobalSecondaryIndexUpdates }))
  await expect(aws.documents.send(indexQuery)).rejects.toMatchObject({ name: 'ValidationException' })
  const get = new GetCommand({ TableName: 'indexed', Key: { pk: 'before' } })
  expect((await aws.documents.send(get)).Item).toEqual({ pk: 'before', owner: 7 })
})
