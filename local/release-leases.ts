import { type DynamoDBDocumentClient, paginateScan, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { tableNames } from './tables.ts'

const leases = ['leaseUntilMs', 'webhook.leaseUntilMs']

/**
 * Gives back every lease on a request. For the start of the service: the workers of a process that was killed died with it, so that
 * no worker is running, and waiting for their leases to end would only take time.
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
    for (const { accountId, id, webhook } of Items)
      await dynamo.send(
        new UpdateCommand({
          TableName: tableNames.requests,
          Key: { accountId, id },
          UpdateExpression: `REMOVE ${leases.slice(0, webhook ? 2 : 1).join(', ')}`,
        }),
      )
}
