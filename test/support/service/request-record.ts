import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { localCredentials, region } from '../../../local/credentials.ts'
import { readCloudFile } from '../../../local/service-file.ts'
import { tableNames } from '../../../local/tables.ts'

/** Puts the record of a failed request of an account into a running service, and resolves with its id. */
export const putRequestRecord = async (dataDir: string, accountId: string): Promise<string> => {
  const endpoint = (await readCloudFile(dataDir))?.endpointUrl ?? ''
  const client = new DynamoDBClient({ endpoint, region, credentials: localCredentials })
  const nowSeconds = Math.floor(Date.now() / 1000)
  const id = createRequestId(Date.now(), randomBytes(10))
  try {
    await createRequestStore({
      dynamo: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
      tableName: tableNames.requests,
      nowMs: Date.now,
    }).putFailed({
      accountId,
      id,
      operation: 'screenshot',
      created: nowSeconds,
      finished: nowSeconds,
      counted: false,
      error: { code: 'host_not_found', message: 'The host does not exist.' },
    })
    return id
  } finally {
    client.destroy()
  }
}
