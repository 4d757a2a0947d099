import { CreateTableCommand } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeEach } from 'vitest'
import { parseTiers } from '../../../lib/core/access/tiers.ts'
import { createHitStore } from '../../../lib/store/hits.ts'
import { createUsageStore } from '../../../lib/store/usage.ts'
import { startTestAws } from '../aws/test-aws.ts'

export const tableName = 'usage'
export const noonMs = Date.UTC(2026, 10, 21, 12)

/** A request that hits are taken for. */
export const request = { id: 'request', operation: 'screenshot' } as const

export const tiers = parseTiers(
  '{"free": {"quota": 5, "requestsPerMinute": 3, "freeFailures": 2}, "starter": {"quota": 20, "requestsPerMinute": 20}}',
)

/**
 * Starts the embedded DynamoDB with the table of rates and quotas, until the end of the file. Tests set `clock.nowMs` and read `writes.count`,
 * and each begins at noon with no writes. `nextId` returns the id of a new account.
 */
export const startUsageTable = async () => {
  const { dynamodb, documents, close } = await startTestAws()
  const clock = { nowMs: noonMs }
  const writes = { count: 0 }
  let accounts = 0
  afterAll(close)
  beforeEach(() => {
    clock.nowMs = noonMs
    writes.count = 0
  })
  await dynamodb.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    }),
  )
  dynamodb.middlewareStack.add(
    (next, { commandName }) =>
      (call) => {
        if (commandName === 'UpdateItemCommand') writes.count += 1
        return next(call)
      },
    { step: 'initialize', name: 'countWrites' },
  )
  const deps = { dynamo: documents, tableName, tiers, nowMs: () => clock.nowMs }
  return {
    documents,
    nextId: () => `acc${++accounts}`,
    clock,
    writes,
    usage: createUsageStore(deps),
    hitStore: createHitStore(deps),
  }
}

export const times = <T>(count: number, work: () => Promise<T>) =>
  Promise.all(Array.from({ length: count }, work))

export const inTurn = async <T>(count: number, work: () => Promise<T>) => {
  const outcomes: T[] = []
  for (let turn = 0; turn < count; turn += 1) outcomes.push(await work())
  return outcomes
}
