/** Attributes in the wire format. */
export type Item = Record<string, Record<string, unknown>>
export type Parsed = Record<string, unknown>

/** Of dynalite: adds the parsed expressions to a call, or returns why DynamoDB would refuse it. */
export type Parse = (call: Parsed, store: object) => string | undefined

interface Call extends Parsed {
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Item | undefined
}

/**
 * Parses the expressions of a call. Parsing takes longer than everything else, and there are few different expressions, so those of
 * conditions and queries are parsed once. An update is parsed anew, because dynalite changes the result when it applies it.
 */
export const parseExpressions = (parse: Parse, call: Call, store: object): Parsed => {
  const { UpdateExpression, ConditionExpression, ...rest } = call
  if (UpdateExpression === undefined) return { ...call, ...parseOnce(parse, call, store) }
  const updating = { ...rest, UpdateExpression, ...placeholdersOf(call, UpdateExpression) }
  refuseIf(parse(updating, store))
  if (ConditionExpression === undefined) return updating
  const checked = { ...rest, ConditionExpression, ...placeholdersOf(call, ConditionExpression) }
  return { ...updating, ...parseOnce(parse, checked, store) }
}

const refuseIf = (fault: string | undefined) => {
  if (fault) throw new Error(`DynamoDB would refuse it: ${fault}`)
}

/** What dynalite added, with the objects that it refers to as values. */
const known = new Map<string, { added: Parsed; values: Item }>()

const parseOnce = (parse: Parse, call: Call, store: object): Parsed => {
  const given = call.ExpressionAttributeValues ?? {}
  const key = JSON.stringify([
    ...Object.entries(call).filter(([name]) => /Expression$|Names$/.test(name)),
    ...Object.entries(given).map(([name, value]) => [name, ...Object.keys(value)]),
  ])
  const { added, values } = known.get(key) ?? parseNew(parse, call, store)
  known.set(key, { added, values })
  for (const [name, value] of Object.entries(given)) Object.assign(values[name] ?? {}, value)
  return added
}

const parseNew = (parse: Parse, call: Call, store: object) => {
  const copies = Object.entries(call.ExpressionAttributeValues ?? {}).map(([name, value]) => [
    name,
    { ...value },
  ])
  const values: Item = Object.fromEntries(copies)
  const parsed: Call = {
    ...call,
    ...(call.ExpressionAttributeValues && { ExpressionAttributeValues: values }),
  }
  refuseIf(parse(parsed, store))
  const added = Object.fromEntries(Object.entries(parsed).filter(([name]) => !(name in call)))
  return { added, values }
}

/** Returns the names and values that one of the expressions of a call uses: dynalite refuses others. */
const placeholdersOf = (call: Call, expression: unknown) => {
  const used = new Set(String(expression).match(/[#:]\w+/g))
  const those = <T>(all: Record<string, T> | undefined) => {
    const entries = Object.entries(all ?? {}).filter(([name]) => used.has(name))
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  return {
    ExpressionAttributeNames: those(call.ExpressionAttributeNames),
    ExpressionAttributeValues: those(call.ExpressionAttributeValues),
  }
}
