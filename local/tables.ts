import {
  CreateTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type KeySchemaElement,
  ResourceInUseException,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { tableNames as definedTables, type TableDefinition, type TableName, tables } from '../infra/tables.ts'

/** The name of each table in the local stage. */
export const tableNames = Object.fromEntries(definedTables.map((name) => [name, name])) as Record<
  TableName,
  string
>

/**
 * Returns the stages of tables on AWS: what SST puts before the name of each table, the names of the app and of the stage. A table that was
 * restored under another name has none. Tables of several stages do not fit together: an account of one may be missing in another.
 */
export const stagesOf = (tableOf: (name: TableName) => string): string[] => {
  const stages = definedTables.flatMap((name) => {
    const table = tableOf(name)
    const start = table.toLowerCase().lastIndexOf(`-${name}table-`)
    return start === -1 ? [] : [table.slice(0, start)]
  })
  return [...new Set(stages)]
}

/** Creates the tables that do not exist. */
export const ensureTables = (dynamo: DynamoDBClient) =>
  Promise.all(
    Object.entries<TableDefinition>(tables).map(([name, definition]) =>
      ensureTable(dynamo, name, definition),
    ),
  )

const ensureTable = async (dynamo: DynamoDBClient, name: string, definition: TableDefinition) => {
  try {
    await dynamo.send(new CreateTableCommand(toInput(name, definition)))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
  if (definition.ttl !== undefined) await ensureTimeToLive(dynamo, name, definition.ttl)
}

const toInput = (TableName: string, { fields, primaryIndex, globalIndexes = {} }: TableDefinition) => ({
  TableName,
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: Object.entries(fields).map(([AttributeName, type]) => ({
    AttributeName,
    AttributeType: type === 'number' ? ('N' as const) : ('S' as const),
  })),
  KeySchema: toKeySchema(primaryIndex),
  // DynamoDB rejects an empty list.
  ...(Object.keys(globalIndexes).length > 0 && {
    GlobalSecondaryIndexes: Object.entries(globalIndexes).map(([IndexName, { projection, ...keys }]) => ({
      IndexName,
      KeySchema: toKeySchema(keys),
      Projection: { ProjectionType: projection === 'all' ? ('ALL' as const) : ('KEYS_ONLY' as const) },
    })),
  }),
})

const toKeySchema = ({ hashKey, rangeKey }: TableDefinition['primaryIndex']): KeySchemaElement[] => [
  { AttributeName: hashKey, KeyType: 'HASH' },
  ...(rangeKey === undefined ? [] : [{ AttributeName: rangeKey, KeyType: 'RANGE' as const }]),
]

/** DynamoDB rejects a request to enable what is already enabled. */
const ensureTimeToLive = async (dynamo: DynamoDBClient, TableName: string, AttributeName: string) => {
  const { TimeToLiveDescription } = await dynamo.send(new DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus === 'ENABLED') return
  await dynamo.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled: true } }),
  )
}
