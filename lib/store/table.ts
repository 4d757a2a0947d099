import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'

/** The condition that an item must meet to be changed. */
interface Condition {
  /** Uses `#name` for an attribute `name` and `:name` for a value of `values`. */
  condition: string
  values?: Record<string, unknown>
}

/** A change of one item, which is usually conditional. Paths are `attribute` or `map.attribute`. */
export interface ItemChange extends Partial<Condition> {
  set?: Record<string, unknown>
  /** Expressions of new values, written like a condition. */
  assign?: Record<string, string>
  /** Numbers to add. An absent number counts as 0, and becomes 0 by a subtraction. */
  count?: Record<string, number>
  /** Members to add to sets. */
  add?: Record<string, ReadonlySet<string>>
  /** Members to remove from sets. */
  drop?: Record<string, ReadonlySet<string>>
  remove?: readonly string[]
  /** The attributes that words of paths and conditions stand for, if they are no words. */
  names?: Record<string, string>
}

/** The item after a change, or the unchanged one if its condition was not met. */
export type Outcome<Item> = { written: true; item: Item } | { written: false; item: Item | undefined }

export interface TableDeps {
  dynamo: DynamoDBDocumentClient
  tableName: string
}

/** The calls by key. A write whose condition is not met changes nothing. */
export const createTable = <Key extends Record<string, unknown>, Item extends object>({
  dynamo,
  tableName: TableName,
}: TableDeps) => {
  const change = async (Key: Key, wanted: ItemChange): Promise<Outcome<Item>> => {
    const command = new UpdateCommand({
      TableName,
      Key,
      ...toUpdate(wanted),
      ReturnValues: 'ALL_NEW',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    try {
      return { written: true, item: (await dynamo.send(command)).Attributes as Item }
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
      // The document client does not decode it.
      return { written: false, item: error.Item && (unmarshall(error.Item) as Item) }
    }
  }
  return {
    change,

    /** Returns the item after the change, or undefined. */
    async update(key: Key, wanted: ItemChange): Promise<Item | undefined> {
      const { written, item } = await change(key, wanted)
      return written ? item : undefined
    },

    /** A consistent read. */
    async find(Key: Key): Promise<Item | undefined> {
      const { Item } = await dynamo.send(new GetCommand({ TableName, Key, ConsistentRead: true }))
      return Item as Item | undefined
    },

    /** Returns whether the item was written. */
    put: (Item: object, condition: Condition): Promise<boolean> =>
      isAccepted(dynamo.send(new PutCommand({ TableName, Item, ...toTerms(condition) }))),

    /** Returns whether the item was deleted. */
    delete: (Key: Key, condition: Condition): Promise<boolean> =>
      isAccepted(dynamo.send(new DeleteCommand({ TableName, Key, ...toTerms(condition) }))),
  }
}

const isAccepted = async (write: Promise<unknown>): Promise<boolean> => {
  try {
    await write
    return true
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false
    throw error
  }
}

type Terms = Pick<ItemChange, 'condition' | 'names' | 'values'>

const toTerms = ({ condition, names = {}, values = {} }: Terms, update = '') => ({
  ...(condition && { ConditionExpression: condition }),
  ExpressionAttributeNames: Object.fromEntries(
    `${update} ${condition}`.match(/(?<=#)\w+/g)?.map((word) => [`#${word}`, names[word] ?? word]) ?? [],
  ),
  ...(Object.keys(values).length > 0 && {
    ExpressionAttributeValues: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`:${name}`, value]),
    ),
  }),
})

/** Returns an UpdateItem in which a placeholder replaces every name and value, because many names are reserved words. */
export const toUpdate = (wanted: ItemChange) => {
  const { set = {}, assign = {}, count = {}, add = {}, drop = {}, remove = [] } = wanted
  const toPath = (path: string) => path.replace(/\w+/g, '#$&')
  const toValue = (path: string) => `new_${path.replaceAll('.', '_')}`
  const toSum = (path: string, number: number) => {
    const [before, change] = [toPath(path), `:${toValue(path)}`]
    return number < 0
      ? `if_not_exists(${before}, ${change}) - ${change}`
      : `if_not_exists(${before}, :zero) + ${change}`
  }
  const numbers = Object.entries(count)
  const toMembers = (path: string) => `${toPath(path)} :${toValue(path)}`
  // DynamoDB accepts each section once.
  const sections = {
    SET: [
      ...Object.keys(set).map((path) => `${toPath(path)} = :${toValue(path)}`),
      ...Object.entries(assign).map(([path, value]) => `${toPath(path)} = ${value}`),
      ...numbers.map(([path, number]) => `${toPath(path)} = ${toSum(path, number)}`),
    ],
    ADD: Object.keys(add).map(toMembers),
    DELETE: Object.keys(drop).map(toMembers),
    REMOVE: remove.map(toPath),
  }
  const UpdateExpression = Object.entries(sections)
    .filter(([, actions]) => actions.length > 0)
    .map(([section, actions]) => `${section} ${actions.join(', ')}`)
    .join(' ')
  const sizes = Object.fromEntries(numbers.map(([path, number]) => [path, Math.abs(number)]))
  const changes = { ...set, ...add, ...drop, ...sizes }
  const values = {
    ...wanted.values,
    ...Object.fromEntries(Object.entries(changes).map(([path, value]) => [toValue(path), value])),
    ...(numbers.some(([, number]) => number >= 0) && { zero: 0 }),
  }
  return {
    UpdateExpression,
    ...toTerms({ ...wanted, values }, UpdateExpression),
  } satisfies Partial<UpdateCommandInput>
}
