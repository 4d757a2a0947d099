import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import {
  type DynamoDBDocumentClient,
  PutCommand,
  paginateQuery,
  type QueryCommandInput,
  ScanCommand,
} from '@aws-sdk/lib-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAws } from '../../../local/aws/aws.ts'
import { closeStore, keys, openStore, type Table } from '../../../local/aws/dynamodb/dynalite.ts'
import { createClients, createDataDir, jobsTable, spawnAws } from './test-aws.ts'
import { bucketCalls, createTestBucket } from './test-bucket.ts'

const acknowledgedMin = 40

const spawnForTest = async (dataDir: string) => {
  const aws = await spawnAws(dataDir)
  onTestFinished(async () => {
    aws.destroy()
    await aws.kill()
  })
  return aws
}

const newDataDir = () => {
  const { dataDir, removeDataDir } = createDataDir()
  onTestFinished(removeDataDir)
  return dataDir
}

/** Four writers until the process dies; returns the numbers whose write was acknowledged. */
const writeUntilKilled = async (kill: () => Promise<void>, write: (number: number) => Promise<unknown>) => {
  const acknowledged: number[] = []
  let next = 0
  const writer = async () => {
    for (;;) {
      const number = next++
      try {
        await write(number)
      } catch {
        return
      }
      acknowledged.push(number)
    }
  }
  const writers = Promise.all(Array.from({ length: 4 }, writer))
  await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(acknowledgedMin), {
    timeout: 20_000,
    interval: 5,
  })
  await kill()
  await writers
  return acknowledged
}

const numbersOf = async (client: DynamoDBDocumentClient, query: QueryCommandInput) => {
  const numbers: number[] = []
  for await (const page of paginateQuery({ client }, query)) {
    numbers.push(...(page.Items ?? []).map(({ rank }) => rank))
  }
  return numbers.toSorted((a, b) => a - b)
}

test('every item acknowledged before a kill -9 exists after it, and the index matches the table', async () => {
  const dataDir = newDataDir()
  const first = await spawnForTest(dataDir)
  await first.dynamodb.send(new CreateTableCommand(jobsTable))
  const TimeToLiveSpecification = { AttributeName: 'expires', Enabled: true }
  await first.dynamodb.send(new UpdateTimeToLiveCommand({ TableName: 'jobs', TimeToLiveSpecification }))
  const acknowledged = await writeUntilKilled(first.kill, (rank) => {
    const Item = { pk: 'all', sk: String(rank), group: 'all', rank, padding: 'x'.repeat(2000) }
    return first.documents.send(new PutCommand({ TableName: 'jobs', Item }))
  })
  const second = await spawnForTest(dataDir)
  const values = { ExpressionAttributeValues: { ':all': 'all' } }
  const inTable = await numbersOf(second.documents, {
    TableName: 'jobs',
    KeyConditionExpression: 'pk = :all',
    ...values,
  })
  const inIndex = await numbersOf(second.documents, {
    TableName: 'jobs',
    IndexName: 'byGroup',
    KeyConditionExpression: '#group = :all',
    ExpressionAttributeNames: { '#group': 'group' },
    ...values,
  })
  expect(inTable).toEqual(expect.arrayContaining(acknowledged))
  expect(inIndex).toEqual(inTable)
  const timeToLive = await second.dynamodb.send(new DescribeTimeToLiveCommand({ TableName: 'jobs' }))
  expect(timeToLive.TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' })
})

test('every object acknowledged before a kill -9 is complete after it, and no part of another is left', async () => {
  const dataDir = newDataDir()
  const first = await spawnForTest(dataDir)
  const bucket = await createTestBucket(first.s3, 'crash')
  const content = randomBytes(300_000)
  const acknowledged = await writeUntilKilled(first.kill, (number) =>
    // Every second write replaces the object before it.
    bucket.put(`object ${number >> 1}`, content, { Metadata: { number: String(number >> 1) } }),
  )
  const second = await spawnForTest(dataDir)
  const after = bucketCalls(second.s3, 'crash')
  const keys = new Set(acknowledged.map((number) => number >> 1))
  for (const number of keys) {
    const { Body, Metadata } = await after.get(`object ${number}`)
    expect(Metadata).toEqual({ number: String(number) })
    expect(content.equals((await Body?.transformToByteArray()) ?? Buffer.alloc(0))).toBe(true)
  }
  const files = readdirSync(join(dataDir, 's3', 'blobs'), { recursive: true, withFileTypes: true })
  const blobs = files.filter((entry) => entry.isFile()).length
  // Four writers: at most four objects were stored without their writer hearing of it.
  expect(blobs).toBeGreaterThanOrEqual(keys.size)
  expect(blobs).toBeLessThanOrEqual(keys.size + 4)
})

test('a table whose creation a crash interrupted is finished at the next start', async () => {
  const dataDir = newDataDir()
  const first = await startAws({ dataDir })
  const { dynamodb, documents, destroy } = createClients(first.url)
  await dynamodb.send(new CreateTableCommand(jobsTable))
  await documents.send(
    new PutCommand({ TableName: 'jobs', Item: { pk: 'a', sk: '1', group: 'all', rank: 1 } }),
  )
  destroy()
  await first.close()
  const store = await openStore(join(dataDir, 'dynamodb'), 'us-east-1', '000000000000')
  const table = (await store.db.get(keys.table('jobs'))) as Table
  await store.db.batch([
    { type: 'put', key: keys.table('jobs'), value: { ...table, TableStatus: 'CREATING' } },
  ])
  await closeStore(store)
  const second = await startAws({ dataDir })
  const after = createClients(second.url)
  onTestFinished(async () => {
    after.destroy()
    await second.close()
  })
  const { Count } = await after.documents.send(new ScanCommand({ TableName: 'jobs', IndexName: 'byGroup' }))
  expect(Count).toBe(1)
})
