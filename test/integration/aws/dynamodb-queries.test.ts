import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  PutCommand,
  paginateQuery,
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobsTable, startTestAws, table } from './test-aws.ts'

let aws: Awaited<ReturnType<typeof startTestAws>>
beforeAll(async () => {
  aws = await startTestAws()
  await aws.dynamodb.send(new CreateTableCommand(jobsTable))
})
afterAll(() => aws.close())

const TableName = 'jobs'
const put = (Item: Record<string, unknown>) => aws.documents.send(new PutCommand({ TableName, Item }))
const queryPartition = (pk: string, further: Partial<QueryCommandInput> = {}) =>
  aws.documents.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ...further,
    }),
  )
const groupQuery = (group: string, further: Partial<QueryCommandInput> = {}): QueryCommandInput => ({
  TableName,
  IndexName: 'byGroup',
  KeyConditionExpression: '#group = :group',
  ExpressionAttributeNames: { '#group': 'group' },
  ExpressionAttributeValues: { ':group': group },
  ...further,
})
const queryGroup = (group: string, further: Partial<QueryCommandInput> = {}) =>
  aws.documents.send(new QueryCommand(groupQuery(group, further)))

/** 25 items of one group, ranks 0 to 24. */
const putGroup = (group: string) =>
  Promise.all(Array.from({ length: 25 }, (_, rank) => put({ pk: `${group}-${rank}`, sk: 'x', group, rank })))

test('an index is queried by a range of its sort key, backwards', async () => {
  await putGroup('ranges')
  const { Items } = await queryGroup('ranges', {
    KeyConditionExpression: '#group = :group AND #rank BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#group': 'group', '#rank': 'rank' },
    ExpressionAttributeValues: { ':group': 'ranges', ':from': 5, ':to': 14 },
    ScanIndexForward: false,
  })
  expect(Items?.map(({ rank }) => rank)).toEqual([14, 13, 12, 11, 10, 9, 8, 7, 6, 5])
})

test('the pages of a query hold every item once', async () => {
  await putGroup('pages')
  const ranks: number[] = []
  let pages = 0
  for await (const page of paginateQuery({ client: aws.documents, pageSize: 7 }, groupQuery('pages'))) {
    ranks.push(...(page.Items ?? []).map(({ rank }) => rank))
    pages++
  }
  expect(ranks).toEqual(Array.from({ length: 25 }, (_, rank) => rank))
  expect(pages).toBe(4)
})

test('numbers sort as numbers, negative and fractional ones too', async () => {
  const numbers = [-10, -1.5, 0, 0.001, 2, 10, 1e15, -1e15]
  for (const rank of numbers) await put({ pk: `number${rank}`, sk: 'x', group: 'numbers', rank })
  const { Items } = await queryGroup('numbers')
  expect(Items?.map(({ rank }) => rank)).toEqual(numbers.toSorted((a, b) => a - b))
})

test('an index follows updates and deletions', async () => {
  await putGroup('sparse')
  const Key = { pk: 'sparse-3', sk: 'x' }
  const ExpressionAttributeNames = { '#group': 'group' }
  const UpdateExpression = 'REMOVE #group'
  await aws.documents.send(new UpdateCommand({ TableName, Key, UpdateExpression, ExpressionAttributeNames }))
  await aws.documents.send(new DeleteCommand({ TableName, Key: { pk: 'sparse-4', sk: 'x' } }))
  const { Count } = await queryGroup('sparse', { Select: 'COUNT' })
  expect(Count).toBe(23)
})

test('a consistent read of an index is refused', async () => {
  await expect(queryGroup('any', { ConsistentRead: true })).rejects.toMatchObject({
    name: 'ValidationException',
  })
})

test('begins_with, a filter and a projection work together', async () => {
  for (let size = 0; size < 5; size++) await put({ pk: 'filter', sk: `page#${size}`, size, nested: { size } })
  await put({ pk: 'filter', sk: 'zzz' })
  const result = await queryPartition('filter', {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :start)',
    FilterExpression: '#size >= :min AND attribute_exists(nested)',
    ProjectionExpression: 'sk, nested.#size',
    ExpressionAttributeNames: { '#size': 'size' },
    ExpressionAttributeValues: { ':pk': 'filter', ':start': 'page#', ':min': 2 },
  })
  expect(result).toMatchObject({ Count: 3, ScannedCount: 5 })
  expect(result.Items?.[0]).toEqual({ sk: 'page#2', nested: { size: 2 } })
})

test('a partition whose name begins another does not hold its items', async () => {
  await put({ pk: 'ab', sk: 'c' })
  await put({ pk: 'a', sk: 'bc' })
  expect((await queryPartition('a')).Items).toEqual([{ pk: 'a', sk: 'bc' }])
})

test('keys outside ASCII are returned in the order of their bytes', async () => {
  const sortKeys = ['é', '漢字', '😀', 'z']
  for (const sk of sortKeys) await put({ pk: 'unicode', sk })
  const { Items } = await queryPartition('unicode')
  const expected = sortKeys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  expect(Items?.map(({ sk }) => sk)).toEqual(expected)
})

test('a query page ends at 1 MB', async () => {
  for (let number = 0; number < 6; number++) {
    await put({ pk: 'megabyte', sk: String(number), value: 'x'.repeat(300 * 1024) })
  }
  const first = await queryPartition('megabyte')
  expect(first.Items?.length).toBeLessThan(6)
  const second = await queryPartition('megabyte', { ExclusiveStartKey: first.LastEvaluatedKey })
  expect((first.Items?.length ?? 0) + (second.Items?.length ?? 0)).toBe(6)
})

test('a scan reads its own table only, and its segments divide the items', async () => {
  await aws.dynamodb.send(new CreateTableCommand(table('jobs2')))
  const names = Array.from({ length: 20 }, (_, number) => `item${number}`)
  for (const pk of names) await aws.documents.send(new PutCommand({ TableName: 'jobs2', Item: { pk } }))
  const whole = await aws.documents.send(new ScanCommand({ TableName: 'jobs2' }))
  expect(whole.Items?.map(({ pk }) => pk).toSorted()).toEqual(names.toSorted())
  const segments = [0, 1, 2, 3].map((Segment) =>
    aws.documents.send(new ScanCommand({ TableName: 'jobs2', Segment, TotalSegments: 4 })),
  )
  const items = (await Promise.all(segments)).flatMap(({ Items = [] }) => Items.map(({ pk }) => pk))
  expect(items.toSorted()).toEqual(names.toSorted())
})
