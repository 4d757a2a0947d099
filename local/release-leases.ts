import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { ownerOf } from '../lib/core/requests/batch.ts'
import { tableNames } from './tables.ts'

const deliveries = ['upload', 'webhook'] as const

const leases = ['leaseUntilMs', ...deliveries.map((name) => `${name}.leaseUntilMs`)]

/**
 * Releases all leases on requests, and ends all renders. Called when the service starts: no function is running then, so waiting would only
 * delay the requests.
 * @param resume is called with each account whose requests may wait for a place
 */
export const releaseLeases = async (
  dynamo: DynamoDBDocumentClient,
  resume: (accountId: string) => Promise<void>,
): Promise<void> => {
  const pages = paginateScan(
    { client: dynamo },
    {
      TableName: tableNames.requests,
      FilterExpression: leases.map((path) => `attribute_exists(${path})`).join(' OR '),
      ProjectionExpression: `accountId, id, ${leases.join(', ')}`,
    },
  )
  for await (const { Items = [] } of pages)
    for (const { accountId, id, ...held } of Items) {
      // A path below an attribute that does not exist cannot be removed.
      const paths = [
        'leaseUntilMs',
        ...deliveries.filter((name) => held[name]).map((name) => `${name}.leaseUntilMs`),
      ]
      await dynamo.send(
        new UpdateCommand({
          TableName: tableNames.requests,
          Key: { accountId, id },
          UpdateExpression: `REMOVE ${paths.join(', ')}`,
        }),
      )
    }
  await endRenders(dynamo, resume)
}

const endRenders = async (dynamo: DynamoDBDocumentClient, resume: (accountId: string) => Promise<void>) => {
  const TableName = tableNames.requests
  const pages = paginateScan(
    { client: dynamo },
    { TableName, FilterExpression: 'attribute_exists(renders)', ProjectionExpression: 'accountId, id' },
  )
  for await (const { Items = [] } of pages)
    for (const { accountId, id } of Items) {
      await dynamo.send(
        new UpdateCommand({
          TableName,
          Key: { accountId, id },
          UpdateExpression: 'SET renders = :none',
          ExpressionAttributeValues: { ':none': {} },
        }),
      )
      await resume(ownerOf({ accountId }))
    }
}
