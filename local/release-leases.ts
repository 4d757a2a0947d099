import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { tableNames } from './tables.ts'

const deliveries = ['upload', 'webhook'] as const

const leases = ['leaseUntilMs', ...deliveries.map((name) => `${name}.leaseUntilMs`)]

/**
 * Releases all leases on requests. Called when the service starts: no worker is running then, so waiting for the leases to end would
 * only delay the requests.
 */
export const releaseLeases = async (dynamo: DynamoDBDocumentClient): Promise<void> => {
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
}
