import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import type { RequestRecord } from '../../../lib/core/requests/request-record.ts'
import { tableNames } from '../../../local/tables.ts'
import { cloudSettingsOf } from '../service/cloud-settings.ts'

/** Every request record that a data folder's running service has, by id. */
export const readRecords = async (dataDir: string): Promise<Map<string, RequestRecord>> => {
  const settings = await cloudSettingsOf(dataDir)
  const client = new DynamoDBClient(settings)
  try {
    const records = new Map<string, RequestRecord>()
    const pages = paginateScan(
      { client: DynamoDBDocumentClient.from(client) },
      { TableName: tableNames.requests, ConsistentRead: true },
    )
    // A request that failed before it was accepted is in the log, and has a record if it was sent again with its Idempotency-Key.
    for await (const { Items = [] } of pages)
      for (const item of Items)
        if (!String(item.accountId).includes('#')) records.set(String(item.id), item as RequestRecord)
    return records
  } finally {
    client.destroy()
  }
}
