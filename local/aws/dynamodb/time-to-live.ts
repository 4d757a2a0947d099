import {
  type AttributeValue,
  findTable,
  type Item,
  keys,
  type Parameters,
  rangeOf,
  type Store,
} from './dynalite.ts'
import { errorName, isDynamoDbError, validationError } from './errors.ts'
import { type Exclusive, writeItems } from './writes.ts'

interface TimeToLive {
  AttributeName: string
  Enabled: boolean
}

const prefix = 'ttl~'
/** DynamoDB does not delete items whose time is further in the past, which protects against times in the wrong unit. */
const agedSecondsMax = 5 * 365 * 24 * 60 * 60

const timeToLiveKey = (tableName: string) => prefix + tableName

export const updateTimeToLive = async (store: Store, parameters: Parameters) => {
  const { TableName } = parameters
  const wanted = parameters.TimeToLiveSpecification as TimeToLive
  await findTable(store, TableName)
  const current = (await store.db.get(timeToLiveKey(TableName))) as TimeToLive | undefined
  if (Boolean(current) === wanted.Enabled) {
    throw validationError(`TimeToLive is already ${wanted.Enabled ? 'enabled' : 'disabled'}`)
  }
  const key = timeToLiveKey(TableName)
  await store.db.batch([wanted.Enabled ? { type: 'put', key, value: wanted } : { type: 'del', key }])
  return { TimeToLiveSpecification: wanted }
}

export const describeTimeToLive = async (store: Store, { TableName }: Parameters) => {
  await findTable(store, TableName)
  const current = (await store.db.get(timeToLiveKey(TableName))) as TimeToLive | undefined
  const TimeToLiveDescription = current
    ? { TimeToLiveStatus: 'ENABLED', AttributeName: current.AttributeName }
    : { TimeToLiveStatus: 'DISABLED' }
  return { TimeToLiveDescription }
}

/** Deletes the items whose time has passed, with their index entries, and returns their number. */
export const sweepExpired = async (store: Store, exclusive: Exclusive, nowMs: number) => {
  let deleted = 0
  for await (const [key, specification] of store.db.iterator(rangeOf(prefix))) {
    const { AttributeName } = specification as TimeToLive
    const tableName = key.slice(prefix.length)
    for (const item of await findExpired(store, tableName, AttributeName, nowMs)) {
      if (await deleteUnchanged(store, exclusive, tableName, item, AttributeName)) deleted++
    }
  }
  return deleted
}

const findExpired = async (store: Store, tableName: string, attribute: string, nowMs: number) => {
  const nowSeconds = Math.floor(nowMs / 1000)
  const expired: Item[] = []
  for await (const value of store.db.values(rangeOf(keys.items(tableName)))) {
    const item = value as Item
    const expiresSeconds = Number(item[attribute]?.N)
    if (expiresSeconds < nowSeconds && expiresSeconds > nowSeconds - agedSecondsMax) expired.push(item)
  }
  return expired
}

/** The errors if the item's time was changed or its table deleted after it was read. */
const changedErrors = ['ConditionalCheckFailedException', 'ResourceNotFoundException']

const deleteUnchanged = async (
  store: Store,
  exclusive: Exclusive,
  tableName: string,
  item: Item,
  attribute: string,
) => {
  try {
    const table = await findTable(store, tableName)
    const key = table.KeySchema.map(({ AttributeName }) => [AttributeName, item[AttributeName]] as const)
    await writeItems(store, exclusive, 'DeleteItem', {
      TableName: tableName,
      Key: Object.fromEntries(key),
      ConditionExpression: '#expires = :read',
      ExpressionAttributeNames: { '#expires': attribute },
      ExpressionAttributeValues: { ':read': item[attribute] as AttributeValue },
    })
    return true
  } catch (error) {
    if (isDynamoDbError(error) && changedErrors.includes(errorName(error))) return false
    throw error
  }
}
