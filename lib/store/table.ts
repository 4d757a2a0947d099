import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'

/** The condition that an item must meet to be changed. */
interface Condition {
  /** Uses `#name` for an attribute `name` and `:name` for a value of `values`. */
  condition: string
  values?: Record<string, unknown>
}

/** A conditional change of one item. */
export interface ItemChange extends Condition {
  /** Attribute, or `map.attribute`, and its new value. */
  set?: Record<string, unknown>
  /** Numbers to add, or members of a set. */
  add?: Record<string, number | ReadonlySet<string>>
  remove?: readonly string[]
}

export interface TableDeps {
  dynamo: DynamoDBDocumentClient
  tableName: string
}

/** The calls by key. A write whose condition is not met changes nothing. */
export const createTable = <Key extends Record<string, unknown>, Item extends object>({
  dynamo,
  tableName: TableName,
}: TableDeps) => ({
  /** A consistent read. */
  async find(Key: Key): Promise<Item | undefined> {
    const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
    return Item as Item | undefined
  },

  /** Returns whether the item was written. */
  async put(Item: object, condition: Condition): Promise<boolean> {
    const command = new PutCommand({ TableName, Item, ...toCondition(condition) })
    return (await unlessRefused(dynamo.send(command))) !== undefined
  },

  /** Returns the item after the change, or undefined. */
  async update(Key: Key, change: ItemChange): Promise<Item | undefined> {
    const command = new UpdateCommand({ TableName, Key, ReturnValues: 'ALL_NEW', ...toUpdate(change) })
    return (await unlessRefused(dynamo.send(command)))?.Attributes as Item | undefined
  },

  /** Returns whether the item was deleted. */
  async delete(Key: Key, condition: Condition): Promise<boolean> {
    const command = new DeleteCommand({ TableName, Key, ...toCondition(condition) })
    return (await unlessRefused(dynamo.send(command))) !== undefined
  },
})

const toCondition = ({ condition, values = {} }: Condition) => ({
  ConditionExpression: condition,
  ExpressionAttributeNames: Object.fromEntries(
    (condition.match(/#\w+/g) ?? []).map((name) => [name, name.slice(1)]),
  ),
  ...(Object.keys(values).length > 0 && {
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`:${name}`, value]),
    ),
  }),
})

/** Returns an UpdateItem in which a placeholder replaces every name and value, because many names are reserved words. */
export const toUpdate = ({ set = {}, add = {}, remove = [], ...condition }: ItemChange) => {
  const names = [...Object.keys(set), ...Object.keys(add), ...remove].flatMap((path) => path.split('.'))
  const toPath = (path: string) => path.replace(/\w+/g, '#$&')
  const toValue = (path: string) => `:set_${path.replaceAll('.', '_')}`
  const assignments = Object.keys(set).map((path) => `${toPath(path)} = ${toValue(path)}`)
  const additions = Object.keys(add).map((path) => `${toPath(path)} ${toValue(path)}`)
  // DynamoDB accepts each section once.
  const sections = { SET: assignments, ADD: additions, REMOVE: remove.map(toPath) }
  const checked = toCondition(condition)
  return {
    ...checked,
    UpdateExpression: Object.entries(sections)
      .filter(([, actions]) => actions.length > 0)
      .map(([section, actions]) => `${section} ${actions.join(', ')}`)
      .join(' '),
    ExpressionAttributeNames: {
      ...checked.ExpressionAttributeNames,
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ...checked.ExpressionAttributeValues,
      ...Object.fromEntries(
        Object.entries({ ...set, ...add }).map(([path, value]) => [toValue(path), value]),
      ),
    },
  } satisfies Partial<UpdateCommandInput>
}

/** Returns the result of a conditional write, or undefined if its condition failed. */
export const unlessRefused = async <T>(write: Promise<T>): Promise<T | undefined> => {
  try {
    return await write
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined
    throw error
  }
}
