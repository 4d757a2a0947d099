import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb'

interface Copy {
  from: string
  to: string
  /** An attribute that every item has. */
  key: string
  /** Whether items that the target has are replaced. */
  replaces: boolean
}

/** Copies the items of one table to another, and returns how many it wrote and how many the target had. Can be repeated. */
export const copyItems = async (dynamo: DynamoDBDocumentClient, { from, to, key, replaces }: Copy) => {
  const condition = replaces
    ? {}
    : { ConditionExpression: 'attribute_not_exists(#key)', ExpressionAttributeNames: { '#key': key } }
  const counts = { written: 0, kept: 0 }
  for await (const { Items = [] } of paginateScan(
    { client: dynamo },
    { TableName: from, ConsistentRead: true },
  ))
    for (const Item of Items)
      try {
        await dynamo.send(new PutCommand({ TableName: to, Item, ...condition }))
        counts.written += 1
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error
        counts.kept += 1
      }
  return counts
}
