import type { AttributeValue, Item, Parameters, Table } from './dynalite.ts'
import { validationError } from './errors.ts'
import { isOperator, isPath, type Node } from './expressions.ts'

/*
 * What DynamoDB refuses and dynalite accepts, with the messages of DynamoDB Local 2.6.1. The limits are in
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */

const expressionBytesMax = 4096
const itemBytesMax = 400 * 1024
const keyBytesMax = { HASH: 2048, RANGE: 1024 }
/** Of maps and lists. An item is a map too. */
const nestingMax = 32
const digitsMax = 38

/** Checks a request as it was received. */
export const checkRequest = (parameters: Parameters) => {
  for (const [name, text] of Object.entries(parameters)) {
    const bytes = name.endsWith('Expression') ? Buffer.byteLength(String(text)) : 0
    if (bytes > expressionBytesMax)
      throw validationError(
        `Invalid ${name}: Expression size has exceeded the maximum allowed size; expression size: ${bytes}`,
      )
  }
  for (const [key, value] of Object.entries(parameters.ExpressionAttributeValues ?? {}))
    if (depthOf(value) > nestingMax)
      throw validationError(
        `ExpressionAttributeValues contains invalid value: Nesting Levels have exceeded supported limits for key ${key}`,
      )
}

/** The members of a request that are checked, with what dynalite adds. */
export interface Parsed {
  IndexName?: string
  Select?: string
  ExpressionAttributeValues?: Item
  KeyConditions?: Record<string, { AttributeValueList: AttributeValue[] }>
  _condition?: { expression: Node }
  _filter?: { expression: Node }
  _projection?: { paths: (string | string[])[] }
}

/** Checks the operands and the keys of a parsed request. */
export const checkOperands = ({ KeyConditions = {}, _condition, _filter }: Parsed) => {
  for (const [name, { AttributeValueList }] of Object.entries(KeyConditions))
    if (AttributeValueList.some(isEmpty)) throw validationError(`${emptyKey} ${describeKey({ name })}`)
  checkTypes('ConditionExpression', _condition?.expression)
  checkTypes('FilterExpression', _filter?.expression)
  if (/"(?:M|L)":/.test(JSON.stringify(_filter ?? {})))
    throw validationError('A filter by a map or a list is not implemented in the embedded cloud.')
}

const ordering = new Set(['<', '<=', '>', '>=', 'between'])
const orderedTypes = new Set(['S', 'N', 'B'])

const checkTypes = (name: string, node: Node | undefined): void => {
  if (!node || !isOperator(node)) return
  for (const arg of node.args) {
    const type = isPath(arg) || isOperator(arg) ? undefined : Object.keys(arg)[0]
    if (ordering.has(node.type) && type !== undefined && !orderedTypes.has(type))
      throw validationError(
        `Invalid ${name}: Incorrect operand type for operator or function; operator or function: ${node.type.toUpperCase()}, operand type: ${type}`,
      )
    checkTypes(name, arg)
  }
}

/** Checks that an index has what a parsed query or scan reads of it. */
export const checkProjection = (
  table: Pick<Table, 'KeySchema' | 'GlobalSecondaryIndexes'>,
  { IndexName, Select, _filter, _projection }: Parsed,
) => {
  const index = table.GlobalSecondaryIndexes?.find((one) => one.IndexName === IndexName)
  if (index?.Projection.ProjectionType !== 'KEYS_ONLY') return
  if (Select === 'ALL_ATTRIBUTES')
    throw validationError(
      `${invalid} Select type ALL_ATTRIBUTES is not supported for global secondary index ${IndexName} because its projection type is not ALL`,
    )
  const keys = [table, index].flatMap(({ KeySchema }) => KeySchema.map(({ AttributeName }) => AttributeName))
  const others = (paths: (string | string[])[]) => [
    ...new Set(paths.map((path) => [path].flat()[0] ?? '').filter((name) => !keys.includes(name))),
  ]
  const read = others(_projection?.paths ?? [])
  if (read.length > 0)
    throw validationError(
      `${invalid} Global secondary index ${IndexName} does not project [${read.join(', ')}]`,
    )
  const compared = others(pathsIn(_filter?.expression))
  if (compared.length > 0)
    throw validationError(
      `${invalid} Secondary index ${IndexName} does not project one or more filter attributes: [${compared.join(', ')}]`,
    )
}

const invalid = 'One or more parameter values were invalid:'

const emptyKey =
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value.'

const pathsIn = (node: Node | undefined): string[][] => {
  if (!node) return []
  if (isPath(node)) return [node]
  return isOperator(node) ? node.args.flatMap(pathsIn) : []
}

/** Checks an item as it would be stored. */
export const checkItem = (table: Table, item: Item) => {
  if (itemBytesOf(item) > itemBytesMax)
    throw validationError('Item size has exceeded the maximum allowed size')
  if (depthOf({ M: item }) > nestingMax)
    throw validationError(
      'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit',
    )
  checkNames({ M: item })
  checkNumbers({ M: item })
  checkKeys(table, item)
}

const checkKeys = ({ KeySchema, GlobalSecondaryIndexes = [] }: Table, item: Item) => {
  const indexes = GlobalSecondaryIndexes.flatMap(({ KeySchema: keys, IndexName }) =>
    keys.map((key) => ({ ...key, IndexName })),
  )
  for (const { AttributeName: name, KeyType, ...index } of [...KeySchema, ...indexes]) {
    const value = item[name]
    if (!value) continue
    if (isEmpty(value)) throw validationError(`${emptyKey} ${describeKey({ ...index, name })}`)
    if (bytesOf(value) > keyBytesMax[KeyType]) throw validationError(`${invalid} Size limit exceeded`)
  }
}

const describeKey = ({ IndexName, name }: { IndexName?: string; name: string }) =>
  IndexName === undefined ? `Key: ${name}` : `IndexName: ${IndexName}, IndexKey: ${name}`

const isEmpty = (value: AttributeValue) => value['S'] === '' || value['B'] === ''

/** Returns the attributes of a map, the elements of a list, or nothing. */
const membersOf = ({ M, L }: AttributeValue) => Object.entries((M ?? L ?? {}) as Item)

const depthOf = (value: AttributeValue): number =>
  value['M'] || value['L'] ? 1 + Math.max(0, ...membersOf(value).map(([, member]) => depthOf(member))) : 0

const checkNames = (value: AttributeValue) => {
  for (const [name, member] of membersOf(value)) {
    if (name === '') throw validationError('Empty attribute name')
    checkNames(member)
  }
}

const checkNumbers = (value: AttributeValue) => {
  for (const number of [value['N'] ?? value['NS'] ?? []].flat() as string[]) checkNumber(number)
  for (const [, member] of membersOf(value)) checkNumbers(member)
}

/** @param text a number without an exponent */
const checkNumber = (text: string) => {
  if (/^-?\d{127}/.test(text)) throw validationError(outside('overflow', 'larger'))
  if (/^-?0\.0{130}/.test(text)) throw validationError(outside('underflow', 'smaller'))
  if (digitsOf(text).length > digitsMax)
    throw validationError('Attempting to store more than 38 significant digits in a Number')
}

const outside = (name: string, than: string) =>
  `Number ${name}. Attempting to store a number with magnitude ${than} than supported range`

const digitsOf = (text: string) => /[1-9](?:\d*[1-9])?/.exec(text.replace(/[-.]/g, ''))?.[0] ?? ''

/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const bytesOf = (value: AttributeValue): number => {
  const { S, N, B, SS, NS, BS, M, L } = value as Record<string, string & string[]>
  if (L) return membersOf(value).reduce((sum, [, member]) => sum + 1 + bytesOf(member), 3)
  if (M) return 3 + membersOf(value).length + itemBytesOf(M as unknown as Item)
  const texts = [S ?? SS ?? []].flat().map((text) => Buffer.byteLength(text))
  const numbers = [N ?? NS ?? []].flat().map((text) => 1 + Math.ceil(digitsOf(text).length / 2))
  const binaries = [B ?? BS ?? []].flat().map((text) => Buffer.from(text, 'base64').length)
  const scalars = value['NULL'] === undefined && value['BOOL'] === undefined ? 0 : 1
  return [...texts, ...numbers, ...binaries].reduce((sum, bytes) => sum + bytes, scalars)
}

const itemBytesOf = (item: Item): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0)
