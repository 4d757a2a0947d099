import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb'

/** A conditional change of one item. */
export interface ItemChange {
  /** Attribute, or `map.attribute`, and its new value. */
  set?: Record<string, unknown>
  /** Numbers to add. */
  add?: Record<string, number>
  remove?: readonly string[]
  /** Uses `#name` for an attribute `name` and `:name` for a value of `values`. */
  condition: string
  values?: Record<string, unknown>
}

/** Returns an UpdateItem in which a placeholder replaces every name and value, because many names are reserved words. */
export const toUpdate = ({ set = {}, add = {}, remove = [], condition, values = {} }: ItemChange) => {
  const names = [
    ...Object.keys(set),
    ...Object.keys(add),
    ...remove,
    ...(condition.match(/#\w+/g) ?? []),
  ].flatMap((path) => path.replace(/#/g, '').split('.'))
  const toPath = (path: string) => path.replace(/\w+/g, '#$&')
  const toValue = (path: string) => `:set_${path.replaceAll('.', '_')}`
  const assignments = Object.keys(set).map((path) => `${toPath(path)} = ${toValue(path)}`)
  const additions = Object.keys(add).map((path) => `${toPath(path)} ${toValue(path)}`)
  // DynamoDB accepts each section once.
  const sections = { SET: assignments, ADD: additions, REMOVE: remove.map(toPath) }
  return {
    UpdateExpression: Object.entries(sections)
      .filter(([, actions]) => actions.length > 0)
      .map(([section, actions]) => `${section} ${actions.join(', ')}`)
      .join(' '),
    ConditionExpression: condition,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: {
      ...Object.fromEntries(
        Object.entries({ ...set, ...add }).map(([path, value]) => [toValue(path), value]),
      ),
      ...Object.fromEntries(Object.entries(values).map(([name, value]) => [`:${name}`, value])),
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
