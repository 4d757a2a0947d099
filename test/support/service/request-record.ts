import { randomBytes } from 'node:crypto'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { toEventPartition } from '../../../lib/core/events/event.ts'
import { type NewBatch, toBatchPartition } from '../../../lib/core/requests/batch.ts'
import { createRequestId } from '../../../lib/core/requests/request-id.ts'
import type { FailedRequest } from '../../../lib/core/requests/request-record.ts'
import { createBatchStore } from '../../../lib/store/batches.ts'
import { createEventStore } from '../../../lib/store/events.ts'
import type { RequestTableDeps } from '../../../lib/store/request-table.ts'
import { createRequestStore } from '../../../lib/store/requests.ts'
import { tableNames } from '../../../local/tables.ts'
import { nowMs, nowSeconds } from '../now.ts'
import { cloudSettingsOf } from './cloud-settings.ts'

/** Calls `put` with the table of a running service, and resolves with the id that it is given. */
const withTable = async (dataDir: string, put: (table: RequestTableDeps, id: string) => Promise<unknown>) => {
  const settings = await cloudSettingsOf(dataDir)
  const client = new DynamoDBClient(settings)
  const id = createRequestId(nowMs(), randomBytes(10))
  const dynamo = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } })
  try {
    await put({ dynamo, tableName: tableNames.requests, nowMs: Date.now }, id)
    return id
  } finally {
    client.destroy()
  }
}

/** Puts the record of a failed request of an account into a running service, and resolves with its id. */
export const putRequestRecord = (
  dataDir: string,
  accountId: string,
  more: Partial<FailedRequest> = {},
): Promise<string> =>
  withTable(dataDir, (table, id) =>
    createRequestStore(table).putFailed({
      accountId,
      id,
      operation: 'screenshot',
      created: nowSeconds(),
      finished: nowSeconds(),
      counted: false,
      error: { code: 'host_not_found', message: 'The host does not exist.' },
      ...more,
    }),
  )

/** Puts a batch that has ended, and resolves with its id. */
export const putBatch = (dataDir: string, accountId: string, more: Partial<NewBatch> = {}): Promise<string> =>
  withTable(dataDir, async (table, id) => {
    const batches = createBatchStore(table)
    const key = { accountId: toBatchPartition(accountId), id }
    await batches.put({
      ...key,
      operation: 'screenshot',
      created: nowSeconds(),
      total: 1,
      next: 1,
      lanes: {},
      counts: { host_not_found: 1 },
      maxConcurrency: 1,
      listId: 'list',
      ...more,
    })
    const batch = await batches.find(key)
    if (!batch || !(await batches.end(batch))) throw new Error('The batch did not end.')
  })

/** Puts an event whose webhook was given up, and resolves with its id. */
export const putEvent = (dataDir: string, accountId: string, subscriptionId = 'deleted'): Promise<string> =>
  withTable(dataDir, async (table, id) => {
    const key = { accountId: toEventPartition(accountId), id }
    const event = { type: 'test', data: { message: 'Hello' } } as const
    await createEventStore(table).put({ ...key, subscriptionId, event, created: nowSeconds() })
    const requests = createRequestStore(table)
    const record = await requests.find(key)
    const attempt = { time: nowSeconds(), durationMs: 0, error: 'The subscription was deleted.' }
    if (!record || !(await requests.failDelivery(record, attempt)))
      throw new Error('The event is not given up.')
  })
