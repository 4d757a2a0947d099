import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { RequestKey, RequestRecord } from '../core/requests/request-record.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { type ItemChange, toUpdate, unlessRefused } from './conditional-update.ts'
import { toRecord } from './request-items.ts'

export interface RequestTableDeps {
  dynamo: DynamoDBDocumentClient
  tableName: string
  nowMs: () => number
}

/** The three calls that every state change of a request uses. */
export interface RequestTable {
  /** A consistent read. */
  find(key: RequestKey): Promise<RequestRecord | undefined>
  /** Returns false, and changes nothing, if an item with that key exists. */
  putIfAbsent(item: Record<string, unknown>): Promise<boolean>
  /** Returns the record after the change. Undefined if the condition failed. */
  update(key: RequestKey, change: ItemChange): Promise<RequestRecord | undefined>
}

export const createRequestTable = ({ dynamo, tableName, nowMs }: RequestTableDeps): RequestTable => ({
  async find({ accountId, id }) {
    const { Item } = await dynamo.send(
      new GetCommand({ TableName: tableName, Key: { accountId, id }, ConsistentRead: true }),
    )
    return toRecord(Item, nowMs())
  },

  async putIfAbsent(Item) {
    const command = new PutCommand({
      TableName: tableName,
      Item,
      ConditionExpression: 'attribute_not_exists(id) OR #ttl <= :now',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':now': toSeconds(nowMs()) },
    })
    return (await unlessRefused(dynamo.send(command))) !== undefined
  },

  async update({ accountId, id }, change) {
    const command = new UpdateCommand({
      TableName: tableName,
      Key: { accountId, id },
      ReturnValues: 'ALL_NEW',
      ...toUpdate(change),
    })
    const written = await unlessRefused(dynamo.send(command))
    return toRecord(written?.Attributes, nowMs())
  },
})
