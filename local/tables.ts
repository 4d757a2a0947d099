import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'

/** Logical name → table name of the local stage, handed to the functions as `<NAME>_TABLE`. */
export const tableNames = {
  accounts: 'accounts',
  usage: 'usage',
  requests: 'requests',
  tasks: 'tasks',
  cache: 'cache',
} as const

const timeToLiveAttribute = 'ttl'

type Definition = Omit<CreateTableCommandInput, 'BillingMode'> & { expires?: boolean }

const hash = (AttributeName: string) => ({ AttributeName, KeyType: 'HASH' as const })
const range = (AttributeName: string) => ({ AttributeName, KeyType: 'RANGE' as const })
const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' as const })
const number = (AttributeName: string) => ({ AttributeName, AttributeType: 'N' as const })
const all = { ProjectionType: 'ALL' as const }

const definitions: Definition[] = [
  { TableName: tableNames.accounts, AttributeDefinitions: [text('id')], KeySchema: [hash('id')] },
  { TableName: tableNames.usage, AttributeDefinitions: [text('id')], KeySchema: [hash('id')] },
  {
    TableName: tableNames.requests,
    AttributeDefinitions: [text('accountId'), text('id'), text('openShard'), number('openSince')],
    KeySchema: [hash('accountId'), range('id')],
    // Sparse: holds only what is not at its end, for the sweep.
    GlobalSecondaryIndexes: [
      {
        IndexName: 'open',
        KeySchema: [hash('openShard'), range('openSince')],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    expires: true,
  },
  {
    TableName: tableNames.tasks,
    AttributeDefinitions: [number('id'), text('accountId')],
    KeySchema: [hash('id')],
    GlobalSecondaryIndexes: [
      { IndexName: 'byAccount', KeySchema: [hash('accountId'), range('id')], Projection: all },
    ],
  },
  {
    TableName: tableNames.cache,
    AttributeDefinitions: [text('key')],
    KeySchema: [hash('key')],
    expires: true,
  },
]

/** Creates what is not there yet; safe to repeat. */
export const ensureTables = (dynamo: DynamoDBClient) =>
  Promise.all(definitions.map((definition) => ensureTable(dynamo, definition)))

const ensureTable = async (dynamo: DynamoDBClient, { expires = false, ...definition }: Definition) => {
  try {
    await dynamo.send(new CreateTableCommand({ ...definition, BillingMode: 'PAY_PER_REQUEST' }))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
  if (expires) await ensureTimeToLive(dynamo, definition.TableName as string)
}

/** Turning it on twice is an error on AWS. */
const ensureTimeToLive = async (dynamo: DynamoDBClient, TableName: string) => {
  const { TimeToLiveDescription } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return
  await dynamo.send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: { AttributeName: timeToLiveAttribute, Enabled: true },
    }),
  )
}
