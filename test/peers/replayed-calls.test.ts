import { inspect, isDeepStrictEqual } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TableName, tables } from '../../infra/tables.ts'
import { startAws } from '../../local/aws/aws.ts'
import { createDynamoDb as createEmbedded } from '../../local/aws/dynamodb/dynamodb.ts'
import type { AwsServiceFactory } from '../../local/aws/service.ts'
import { region } from '../../local/credentials.ts'
import { ensureTables, tableNames } from '../../local/tables.ts'
import type { OnWrite } from '../simulation/dynamodb.ts'
import { drawPlan, simulate } from '../simulation/simulate.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createDynamoDb } from './dynamodb.ts'

interface Call {
  name: string
  input: Record<string, unknown> & { TableName: TableName }
  outcome: Outcome
}

/** What a caller of the SDK sees. */
type Outcome = Record<string, unknown>

/** The calls of the world that runs, in their order. Each is atomic. */
let calls: Call[] = []

vi.mock('../simulation/dynamodb.ts', async (load) => {
  const original = await load<typeof import('../simulation/dynamodb.ts')>()
  return { ...original, createDatabase: (onWrite: OnWrite) => recorded(original.createDatabase(onWrite)) }
})

type Database = ReturnType<typeof import('../simulation/dynamodb.ts').createDatabase>

const recorded = (database: Database): Database => ({
  ...database,
  execute(name, given) {
    const input = structuredClone(given) as Call['input']
    const run = () => database.execute(name, given)
    try {
      const result = run()
      calls.push({ name, input, outcome: toOutcome(result) })
      return result
    } catch (error) {
      calls.push({ name, input, outcome: toFailure(error) })
      throw error
    }
  },
  /** What the time to live deletes is deleted by a call. */
  expire(nowMs) {
    const before = allOf(database)
    database.expire(nowMs)
    const left = new Set(allOf(database).map(({ item }) => item))
    for (const { TableName, item } of before)
      if (!left.has(item))
        calls.push({ name: 'Delete', input: { TableName, Key: keyOf(TableName, item) }, outcome: {} })
  },
})

const allOf = (database: Database) =>
  (Object.keys(tables) as TableName[]).flatMap((TableName) =>
    database.all(TableName).map((item) => ({ TableName, item })),
  )

const keyOf = (table: TableName, item: object) => {
  const names: string[] = Object.values(tables[table].primaryIndex)
  return Object.fromEntries(
    Object.entries(unmarshall(item as never)).filter(([name]) => names.includes(name)),
  )
}

const compared = ['Item', 'Items', 'Attributes', 'Count']

const toOutcome = (result: object): Outcome =>
  structuredClone(Object.fromEntries(Object.entries(result).filter(([name]) => compared.includes(name))))

/** With the item of a condition that failed. */
const toFailure = (error: unknown): Outcome => {
  const { name, Item } = error as Error & { Item?: unknown }
  return structuredClone({ error: name, ...(Item !== undefined && { Item }) })
}

/** A scan has no order. */
const inOrder = ({ name }: Call, outcome: Outcome): Outcome => {
  if (name !== 'Scan' || !Array.isArray(outcome['Items'])) return outcome
  const byText = (a: object, b: object) => (inspect(a, sorted) < inspect(b, sorted) ? -1 : 1)
  return { ...outcome, Items: outcome['Items'].toSorted(byText) }
}

const sorted = { sorted: true, depth: Number.POSITIVE_INFINITY }

const commands = {
  ...{ Get: GetCommand, Put: PutCommand, Update: UpdateCommand, Delete: DeleteCommand },
  ...{ Query: QueryCommand, Scan: ScanCommand },
}

/** Returns what sends a call to a DynamoDB with new tables. */
const startTables = async (dynamodb: AwsServiceFactory) => {
  const aws = await startAws({ dataDir: temporaryFolder(), services: { dynamodb } })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = new DynamoDBClient({ endpoint: aws.url, region, credentials, maxAttempts: 1 })
  onTestFinished(async () => {
    client.destroy()
    await aws.close()
  })
  // A time to live would follow the real clock.
  const send = async (command: object) =>
    /TimeToLive/.test(command.constructor.name) ? {} : client.send(command as never)
  await ensureTables({ send } as unknown as DynamoDBClient)
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  return async ({ name, input }: Call): Promise<Outcome> => {
    const Command = commands[name as 'Get']
    const command = new Command({ ...input, TableName: tableNames[input.TableName] } as never)
    return documents.send(command).then(toOutcome, toFailure)
  }
}

/** `SEED=<seed>` runs that world alone, `SEEDS=<number>` as many from 1. */
const first = Number(process.env['SEED'] ?? 1)
const count = process.env['SEED'] === undefined ? Number(process.env['SEEDS'] ?? 6) : 1

test.each(Array.from({ length: count }, (_, index) => first + index))(
  'every call of the stores in the simulated world %i has the same outcome in DynamoDB Local, the embedded DynamoDB and the simulation',
  async (seed) => {
    calls = []
    expect((await simulate(seed, drawPlan(seed))).violations).toEqual([])
    const [local, embedded] = await Promise.all([startTables(createDynamoDb), startTables(createEmbedded)])
    const differences = []
    for (const call of calls) {
      const outcomes = [call.outcome, await embedded(call), await local(call)].map((one) =>
        inOrder(call, one),
      )
      if (!outcomes.every((one) => isDeepStrictEqual(one, outcomes[0])))
        differences.push({ ...call, outcomes })
    }
    expect(differences.slice(0, 1)).toEqual([])
    expect(calls.length).toBeGreaterThan(100)
  },
)
