import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { toMonth } from '../core/quota.ts'
import type { RequestKey } from '../core/request-record.ts'
import { unlessRefused } from './request-items.ts'

/** Hits that requests give back, each exactly once although every step may be repeated after a crash. */
export interface HitReturns {
  /**
   * Gives the hit of a request back, unless that has been done. Does nothing once its month is over.
   * @param takenAtMs when it was taken, Unix milliseconds
   */
  giveBackOnce(request: RequestKey, takenAtMs: number): Promise<void>
  /** Forgets that it was given back, once the request's own record says so. */
  forget(request: RequestKey): Promise<void>
}

interface Deps {
  dynamo: DynamoDBDocumentClient
  /** That of the usage. */
  tableName: string
}

/**
 * The account's usage item holds, beside the count, the ids of the requests that are giving a hit back at this moment: count and id
 * change in one write. A crash after it leaves the id there, which costs a few bytes.
 */
export const createHitReturns = ({ dynamo, tableName: TableName }: Deps): HitReturns => ({
  async giveBackOnce({ accountId, id }, takenAtMs) {
    const command = new UpdateCommand({
      TableName,
      Key: { id: accountId },
      UpdateExpression: 'SET hits = hits - :one ADD hitsInReturn :ids',
      ConditionExpression: 'hitMonth = :month AND hits > :none AND NOT contains(hitsInReturn, :id)',
      ExpressionAttributeValues: {
        ':one': 1,
        ':none': 0,
        ':month': toMonth(takenAtMs),
        ':id': id,
        ':ids': new Set([id]),
      },
    })
    await unlessRefused(dynamo.send(command))
  },

  async forget({ accountId, id }) {
    await dynamo.send(
      new UpdateCommand({
        TableName,
        Key: { id: accountId },
        UpdateExpression: 'DELETE hitsInReturn :ids',
        ExpressionAttributeValues: { ':ids': new Set([id]) },
      }),
    )
  },
})
