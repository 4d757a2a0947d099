import * as z from 'zod'
import { docs, type FieldDoc } from './docs.ts'

type ValueKind = 'boolean' | 'number' | 'integer' | 'string'

/** The subset of JSON Schema that parameters use. The keys that begin with `x-` come from the documentation. */
export interface ParameterSchema extends FieldDoc {
  type: ValueKind | 'array'
  enum?: readonly string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  items?: Omit<ParameterSchema, keyof FieldDoc>
}

export interface Parameter {
  name: string
  schema: ParameterSchema
}

const cache = new WeakMap<z.ZodObject, ReadonlyMap<string, Parameter>>()

/** Returns the parameters of an operation as JSON Schema with their documentation, in the order of the reference. */
export const parametersOf = (input: z.ZodObject): ReadonlyMap<string, Parameter> => {
  const known = cache.get(input)
  if (known) return known
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', metadata: docs })
  const parameters = new Map(
    Object.entries(properties).map(([name, schema]) => [name, { name, schema: tidy(schema) }]),
  )
  cache.set(input, parameters)
  return parameters
}

// zod bounds every integer by the safe integer range, which is of no use to readers.
const tidy = (schema: unknown): ParameterSchema => {
  const { minimum, maximum, ...rest } = schema as ParameterSchema
  return {
    ...rest,
    ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
  }
}

/** Returns what a parameter accepts, as the end of "It must be ...", for example `an integer from 1 to 100`. */
export const allowedValues = (schema: Omit<ParameterSchema, keyof FieldDoc> & Partial<FieldDoc>): string => {
  if (schema['x-values'] !== undefined) return schema['x-values']
  if (schema.enum) return schema.enum.length === 1 ? `${schema.enum[0]}` : `one of ${schema.enum.join(', ')}`
  if (schema.type === 'boolean') return 'a boolean'
  if (schema.type === 'array')
    return `an array${counted(schema.minItems, schema.maxItems, 'items')}${ofItems(schema.items)}`
  if (schema.type === 'string') return `a string${counted(schema.minLength, schema.maxLength, 'characters')}`
  return `${schema.type === 'integer' ? 'an integer' : 'a number'}${range(schema.minimum, schema.maximum)}`
}

const ofItems = (items: ParameterSchema['items']): string =>
  items?.enum ? `, each ${allowedValues(items)}` : ''

const counted = (from: number | undefined, to: number | undefined, unit: string): string => {
  if (to === undefined) return from === undefined ? '' : ` of at least ${from} ${unit}`
  return from === undefined ? ` of at most ${to} ${unit}` : ` of ${from} to ${to} ${unit}`
}

const range = (from: number | undefined, to: number | undefined): string => {
  if (to === undefined) return from === undefined ? '' : ` of at least ${from}`
  return from === undefined ? ` of at most ${to}` : ` from ${from} to ${to}`
}
