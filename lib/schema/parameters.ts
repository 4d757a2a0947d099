import * as z from 'zod'
import { docs, type FieldDoc, parts } from './docs.ts'
import type { ValueSchema } from './value-schema.ts'

/** A value and its documentation, whose keys begin with `x-`. */
export interface ParameterSchema extends FieldDoc, Omit<ValueSchema, keyof FieldDoc> {
  type: NonNullable<ValueSchema['type']>
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
  const { properties = {} } = z.toJSONSchema(input, {
    io: 'input',
    metadata: docs,
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, parts.get(zodSchema as unknown as z.ZodType))
      tidy(jsonSchema)
    },
  })
  const parameters = new Map(
    Object.entries(properties).map(([name, schema]) => [
      name,
      { name, schema: schema as unknown as ParameterSchema },
    ]),
  )
  cache.set(input, parameters)
  return parameters
}

/** Removes the safe integer range by which zod bounds every integer, because it is of no use to readers. */
const tidy = (schema: { minimum?: number | undefined; maximum?: number | undefined }): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
