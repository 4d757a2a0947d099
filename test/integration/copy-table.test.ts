import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, test } from 'vitest'
import { copyItems } from '../../scripts/copy-table/copy-items.ts'
import { startTestAws } from './aws/test-aws.ts'

test('a restored table brings back what was deleted, and what was spoiled if that is wanted', async () => {
  const aws = await startTestAws()
  onTestFinished(() => aws.close())
  const { dynamodb: client, documents: dynamo } = aws
  const tables = { restored: 'accounts-restored', current: 'accounts-current' }
  for (const TableName of Object.values(tables))
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      }),
    )
  const put = (TableName: string, Item: object) =>
    dynamo.send(new PutCommand({ TableName, Item: { ...Item } }))
  const planOf = async (id: string) =>
    (await dynamo.send(new GetCommand({ TableName: tables.current, Key: { id } }))).Item?.['plan']
  for (const id of ['lost', 'spoiled'])
    await put(tables.restored, { id, plan: 'growth', keys: new Set(['a']) })
  await put(tables.current, { id: 'spoiled', plan: 'wrong' })
  await put(tables.current, { id: 'new', plan: 'free' })

  const copy = { from: tables.restored, to: tables.current, key: 'id' }
  expect(await copyItems(dynamo, { ...copy, replaces: false })).toEqual({ written: 1, kept: 1 })
  expect(await Promise.all(['lost', 'spoiled', 'new'].map(planOf))).toEqual(['growth', 'wrong', 'free'])
  expect(await copyItems(dynamo, { ...copy, replaces: false })).toEqual({ written: 0, kept: 2 })
  expect(await copyItems(dynamo, { ...copy, replaces: true })).toEqual({ written: 2, kept: 0 })
  expect(await Promise.all(['lost', 'spoiled', 'new'].map(planOf))).toEqual(['growth', 'growth', 'free'])
})
