import * as z from 'zod'
import { docs, type FieldDoc, parts } from './docs.ts'
import type { ValueSchema } from './value-schema.ts'

/** A value and its documentation, whose keys begin with `x-`. */
interface ParameterSchema extends FieldDoc, Omit<ValueSchema, keyof FieldDoc> {
  type: NonNullable<ValueSchema['type']>
}

export interface Parameter {
  name: string
  schema: ParameterSchema
}

const schemas = new WeakMap<z.core.$ZodType, ParameterSchema>()

/**
 * Returns one parameter of an operation as JSON Schema with its documentation. Most requests use few parameters, and converting all of
 * them takes 20 ms of a cold start.
 */
export const parameterOf = ({ shape }: z.ZodObject, name: string): Parameter | undefined => {
  const field = Object.hasOwn(shape, name) ? shape[name] : undefined
  if (field === undefined) return undefined
  const schema = schemas.get(field) ?? toSchema(field)
  schemas.set(field, schema)
  return { name, schema }
}

/** Returns all parameters of an operation, in the order of the reference. */
export const parametersOf = (input: z.ZodObject): ReadonlyMap<string, Parameter> =>
  new Map(
    Object.keys(input.shape).flatMap((name) => {
      const parameter = parameterOf(input, name)
      return parameter ? [[name, parameter]] : []
    }),
  )

const toSchema = (field: z.core.$ZodType) => {
  const { $schema: _, ...schema } = z.toJSONSchema(field, {
    io: 'input',
    metadata: docs,
    override: ({ zodSchema, jsonSchema }) => {
      Object.assign(jsonSchema, parts.get(zodSchema as unknown as z.ZodType))
      tidy(jsonSchema)
    },
  })
  return schema as unknown as ParameterSchema
}

/** Removes the safe integer range by which zod bounds every integer, because it is of no use to readers. */
const tidy = (schema: { minimum?: number | undefined; maximum?: number | undefined }): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}
