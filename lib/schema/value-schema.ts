/** The subset of JSON Schema that the values of parameters use. */
export interface ValueSchema {
  /** Absent if `oneOf` lists the alternatives. */
  type?: 'boolean' | 'number' | 'integer' | 'string' | 'array' | 'object'
  description?: string
  default?: unknown
  const?: string
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  items?: ValueSchema
  properties?: Readonly<Record<string, ValueSchema>>
  required?: readonly string[]
  /** For an object with arbitrary names: the schema of its values. */
  additionalProperties?: false | ValueSchema
  propertyNames?: ValueSchema
  maxProperties?: number
  /** Objects that a member with a `const` tells apart. */
  oneOf?: readonly ValueSchema[]
  'x-values'?: string
}

/** Returns whether a value is JSON with members: an object, or an array of objects. */
export const isStructured = ({ type, items }: ValueSchema): boolean =>
  type === 'object' || items?.type === 'object' || items?.oneOf !== undefined

/** Returns the value at a path, or undefined. */
export const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key)
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  )

/** Returns the schema of the value at a path, or undefined. The value itself decides between the alternatives of `oneOf`. */
export const schemaAt = (
  schema: ValueSchema | undefined,
  [key, ...rest]: readonly PropertyKey[],
  value: unknown,
): ValueSchema | undefined => {
  if (schema === undefined || key === undefined) return schema
  const inner = typeof key === 'number' ? schema.items : memberOf(schema, String(key), value)
  return schemaAt(inner, rest, valueAt(value, [key]))
}

const memberOf = (schema: ValueSchema, name: string, value: unknown): ValueSchema | undefined => {
  if (name === discriminatorOf(schema)) return { type: 'string', enum: alternativesOf(schema) }
  const { properties = {}, additionalProperties } = alternativeFor(schema, value) ?? schema
  if (Object.hasOwn(properties, name)) return properties[name]
  return additionalProperties || undefined
}

/** Returns the name of the member that tells the alternatives apart. */
export const discriminatorOf = ({ oneOf = [] }: ValueSchema): string | undefined => {
  const [first] = oneOf
  return Object.entries(first?.properties ?? {}).find(([, member]) => member.const !== undefined)?.[0]
}

const alternativesOf = (schema: ValueSchema): string[] => {
  const name = discriminatorOf(schema) ?? ''
  return (schema.oneOf ?? []).flatMap(({ properties }) => properties?.[name]?.const ?? [])
}

/** Returns the alternative of `oneOf` that a value chooses. */
export const alternativeFor = (schema: ValueSchema, value: unknown): ValueSchema | undefined => {
  const name = discriminatorOf(schema) ?? ''
  const chosen = valueAt(value, [name])
  return schema.oneOf?.find(({ properties }) => chosen !== undefined && properties?.[name]?.const === chosen)
}

/** Returns what a value must be, as the end of "It must be ...", for example `an integer from 1 to 100`. */
export const allowedValues = (schema: ValueSchema): string => {
  if (schema['x-values'] !== undefined) return schema['x-values']
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.length === 1 ? `${schema.enum[0]}` : `one of ${schema.enum.join(', ')}`
  if (schema.oneOf || schema.type === 'object') return describeObject(schema)
  if (schema.type === 'boolean') return 'a boolean'
  if (schema.type === 'array') return describeArray(schema)
  if (schema.type === 'string') return `a string${counted(schema.minLength, schema.maxLength, 'characters')}`
  return `${schema.type === 'integer' ? 'an integer' : 'a number'}${range(schema.minimum, schema.maximum)}`
}

const describeObject = (schema: ValueSchema): string => {
  const { oneOf, properties, additionalProperties, maxProperties } = schema
  if (oneOf)
    return `a JSON object whose \`${discriminatorOf(schema)}\` is ${allowedValues({ enum: alternativesOf(schema) })}`
  if (additionalProperties)
    return `a JSON object${counted(undefined, maxProperties, 'members')}, each ${allowedValues(additionalProperties)}`
  return `a JSON object with ${namesOf(properties)}`
}

/** Returns the names of members for a sentence. */
export const namesOf = (properties: ValueSchema['properties'] = {}): string =>
  Object.keys(properties)
    .map((name) => `\`${name}\``)
    .join(', ')

const describeArray = (schema: ValueSchema): string => {
  const { items, minItems, maxItems } = schema
  if (isStructured(schema)) return `a JSON array${counted(minItems, maxItems, 'objects')}`
  return `an array${counted(minItems, maxItems, 'items')}${items?.enum ? `, each ${allowedValues(items)}` : ''}`
}

const counted = (from: number | undefined, to: number | undefined, unit: string): string => {
  if (to === undefined) return from === undefined ? '' : ` of at least ${from} ${unit}`
  return from === undefined ? ` of at most ${to} ${unit}` : ` of ${from} to ${to} ${unit}`
}

const range = (from: number | undefined, to: number | undefined): string => {
  if (to === undefined) return from === undefined ? '' : ` of at least ${from}`
  return from === undefined ? ` of at most ${to}` : ` from ${from} to ${to}`
}
