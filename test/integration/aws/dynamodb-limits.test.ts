import {
  type AttributeValue,
  CreateTableCommand,
  PutItemCommand,
  type PutItemCommandInput,
  QueryCommand,
  type QueryCommandInput,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestAws, table } from './test-aws.ts'

const aws = await startTestAws()
afterAll(() => aws.close())

const TableName = 'jobs'
const index = {
  IndexName: 'open',
  KeySchema: [
    { AttributeName: 'group', KeyType: 'HASH' as const },
    { AttributeName: 'rank', KeyType: 'RANGE' as const },
  ],
  Projection: { ProjectionType: 'KEYS_ONLY' as const },
}
await aws.dynamodb.send(new CreateTableCommand(table(TableName, 'sk', [index])))

type Item = Record<string, AttributeValue>

const key = { pk: { S: 'p' }, sk: { S: 's' } }
const doc = { M: { a: { N: '1' }, b: { SS: ['x', 'y'] }, c: { L: [{ M: {} }] } } }
const stored: Item = { ...key, doc, parts: { L: [{ S: 'a' }, { S: 'b' }] }, n: { N: '5' }, big: { S: 'big' } }

const put = (more: Item, rest: Partial<PutItemCommandInput> = {}) =>
  aws.dynamodb.send(new PutItemCommand({ TableName, Item: { ...key, ...more }, ...rest }))
const update = (UpdateExpression: string, values: Item, more: Partial<UpdateItemCommandInput> = {}) =>
  aws.dynamodb.send(
    new UpdateItemCommand({
      TableName,
      Key: key,
      UpdateExpression,
      ExpressionAttributeValues: values,
      ...more,
    }),
  )
const query = (KeyConditionExpression: string, values: Item, more: Partial<QueryCommandInput> = {}) =>
  aws.dynamodb.send(
    new QueryCommand({
      ...{ TableName, KeyConditionExpression, ExpressionAttributeValues: values },
      ...(KeyConditionExpression.includes('#g') && { ExpressionAttributeNames: { '#g': 'group' } }),
      ...more,
    }),
  )
const updateIf = (ConditionExpression: string, value: AttributeValue) =>
  update('SET n = :n', { ':n': { N: '6' }, ':v': value }, { ConditionExpression })
const queryIndex = (more: Partial<QueryCommandInput>) =>
  query('#g = :g', { ':g': { S: 'g' } }, { IndexName: 'open', ...more })

const nested = (levels: number): AttributeValue =>
  levels === 0 ? { S: 'x' } : { M: { a: nested(levels - 1) } }
const text = (character: string, count: number) => ({ S: character.repeat(count) })
/** With the names and the key, one byte less than the largest item. */
const fitting = 400 * 1024 - 'pkpskstext'.length

beforeEach(() => put(stored))

test.each<[string, () => Promise<object>, string]>([
  ['600 KB of text in 200,000 characters', () => put({ text: text('日', 200_000) }), 'Item size'],
  ['an item that is a byte too large', () => put({ text: text('x', fitting + 1) }), 'Item size'],
  ['an update to more than 400 KB', () => update('SET t = :t', { ':t': text('é', 204_800) }), 'size'],
  [
    'an update expression of 4,097 bytes',
    () => update(`SET ${'a'.repeat(4088)} = :b`, { ':b': { S: 'x' } }),
    'Invalid UpdateExpression: Expression size has exceeded the maximum allowed size',
  ],
  [
    'a condition of more than 4,096 bytes',
    () => updateIf(`n <> :v AND attribute_exists(${'é'.repeat(2048)})`, { N: '1' }),
    'Invalid ConditionExpression',
  ],
  ['an empty key of an index', () => put({ group: { S: '' }, rank: { N: '1' } }), 'empty string value'],
  [
    'an update to an empty key of an index',
    () => update('SET #g = :e', { ':e': { S: '' } }, { ExpressionAttributeNames: { '#g': 'group' } }),
    'empty string value',
  ],
  ['a key of an index above 2,048 bytes', () => put({ group: text('x', 2049) }), 'Size limit exceeded'],
  ['a key of an index above 2,048 bytes in UTF-8', () => put({ group: text('é', 1025) }), 'Size limit'],
  ['a partition key above 2,048 bytes in UTF-8', () => put({ pk: text('日', 700) }), 'values'],
  ['a sort key above 1,024 bytes in UTF-8', () => put({ sk: text('日', 400) }), 'values'],
  ['32 maps in each other', () => put({ deep: nested(32) }), 'Nesting Levels'],
  ['an update that nests too deep', () => update('SET doc.a = :v', { ':v': nested(31) }), 'Nesting Levels'],
  ['a value that nests too deep', () => updateIf('n <> :v', nested(33)), 'Nesting Levels'],
  ['an empty name', () => put({ '': { S: 'v' } }), 'Empty attribute name'],
  ['an empty name in a map', () => put({ doc: { M: { '': { S: 'v' } } } }), 'Empty attribute name'],
  ['a sum that is too large', () => update('SET v = :v + :v', { ':v': { N: '9e125' } }), 'Number overflow'],
  ['a sum in a map', () => update('SET doc.a = :v + :v', { ':v': { N: '-9e125' } }), 'Number overflow'],
  [
    'a sum with more than 38 digits',
    () => update('SET v = :a + :b', { ':a': { N: '1e37' }, ':b': { N: '0.01' } }),
    '38',
  ],
  ['an order of booleans', () => updateIf('n < :v', { BOOL: true }), 'operand type: BOOL'],
  ['an order of maps', () => updateIf('NOT (n >= :v)', { M: {} }), 'operand type: M'],
  ['a range of null', () => updateIf('n BETWEEN :v AND :v', { NULL: true }), 'BETWEEN, operand type: NULL'],
  ['an empty partition key in a query', () => query('pk = :a', { ':a': { S: '' } }), 'Key: pk'],
  [
    'an empty sort key in a query',
    () => query('pk = :a AND sk >= :b', { ':a': { S: 'p' }, ':b': { S: '' } }),
    'Key: sk',
  ],
  [
    'attributes that an index lacks',
    () => queryIndex({ ProjectionExpression: 'sk, big, n' }),
    'Global secondary index open does not project [big, n]',
  ],
  [
    'a filter by an attribute that an index lacks',
    () => queryIndex({ FilterExpression: 'attribute_exists(sk) AND attribute_exists(big)' }),
    'Secondary index open does not project one or more filter attributes: [big]',
  ],
  ['all attributes of an index of keys', () => queryIndex({ Select: 'ALL_ATTRIBUTES' }), 'ALL_ATTRIBUTES'],
])('DynamoDB refuses %s, as AWS does, and stores nothing', async (_name, call, message) => {
  await expect(call()).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining(message),
  })
  expect((await query('pk = :p', { ':p': { S: 'p' } })).Items).toEqual([stored])
})

test.each<[string, () => Promise<object>]>([
  ['an item of 400 KB', () => put({ text: text('x', fitting) })],
  ['an expression of 4,096 bytes', () => update(`SET ${'a'.repeat(4087)} = :b`, { ':b': { S: 'x' } })],
  [
    'keys of an index that are as long as they may be',
    () => put({ group: text('é', 1024), rank: { N: '1' } }),
  ],
  ['31 maps in each other', () => put({ deep: nested(31) })],
  [
    'the largest number, and 38 digits',
    () => put({ n: { N: '9.9999999999999999999999999999999999999e125' } }),
  ],
  ['a query of the keys of an index', () => queryIndex({ ProjectionExpression: 'pk, sk, #g' })],
])('DynamoDB accepts %s', async (_name, call) => {
  await call()
})

const reordered = { M: { c: { L: [{ M: {} }] }, b: { SS: ['y', 'x'] }, a: { N: '1.0' } } }
const others: AttributeValue[] = [
  { M: { ...doc.M, a: { N: '2' } } },
  { M: { a: { N: '1' } } },
  { M: {} },
  { L: [{ S: 'b' }, { S: 'a' }] },
  { L: [{ S: 'a' }] },
]

test('maps and lists are equal if their members are', async () => {
  const parts = stored['parts'] ?? { L: [] }
  for (const [name, value] of [
    ['doc', reordered],
    ['parts', parts],
  ] as const) {
    for (const condition of [`${name} = :v`, `${name} IN (:v)`, `NOT (${name} <> :v)`])
      await updateIf(condition, value)
    for (const other of others) {
      await updateIf(`${name} <> :v`, other)
      await expect(updateIf(`${name} = :v OR ${name} IN (:v)`, other)).rejects.toMatchObject({
        name: 'ConditionalCheckFailedException',
      })
    }
  }
})
