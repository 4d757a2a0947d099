import {
  CreateTableCommand,
  type CreateTableCommandInput,
  type DynamoDBClient,
  ResourceInUseException,
} from '@aws-sdk/client-dynamodb'

/** Logical name → table name of the local stage, handed to the functions as `<NAME>_TABLE`. */
export const tableNames = { accounts: 'accounts' } as const

const definitions: CreateTableCommandInput[] = [
  {
    TableName: tableNames.accounts,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  },
]

/** Creates what is not there yet; safe to repeat. */
export const ensureTables = (dynamo: DynamoDBClient) =>
  Promise.all(definitions.map((definition) => ensureTable(dynamo, definition)))

const ensureTable = async (dynamo: DynamoDBClient, definition: CreateTableCommandInput) => {
  try {
    await dynamo.send(new CreateTableCommand(definition))
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error
  }
}
