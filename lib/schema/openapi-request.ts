import * as z from 'zod'
import { deviceIds } from './devices.ts'
import { groups } from './docs.ts'
import { createsObject, type Operation } from './operations.ts'
import { type Parameter, parametersOf } from './parameters.ts'
import { timeZoneNames } from './time-zone.ts'
import { isStructured } from './value-schema.ts'

export type Json = Record<string, unknown>

const accessKey = {
  type: 'string',
  title: 'Access key',
  description: 'Access key of the account. Not required if the header `X-Access-Key` is sent.',
  examples: ['3FaZ0kQ9xWm2TtB7cR5vYh1D'],
}

const signature = {
  type: 'string',
  pattern: '^[0-9a-f]{64}$',
  examples: ['5d5d139563c95b5967b9bd9a8c9b233a9dedb45072794cd232dc1b74832607d0'],
}

/** Parameters that a signed link has in addition to its operation's. */
const toLinkParameters = ({ alwaysSigned }: Operation): Json[] => [
  {
    name: 'signature',
    in: 'query',
    description:
      'Lowercase hex HMAC-SHA256 of the query string exactly as sent, without `signature` and the `&` that joins it, made with the secret key of the account. In version 2, which every account accepts, the method, a space, the path and `?` precede it. Required if the account requires signed requests, and with an access key of the scope `links`.',
    required: alwaysSigned === true,
    schema: signature,
  },
  {
    name: 'expires',
    in: 'query',
    description:
      'Unix time in seconds from which the link returns 403 `link_expired`. Allowed only with a `signature`.',
    required: false,
    schema: { type: 'integer', minimum: 0, examples: [1_893_456_000] },
  },
]

/** Headers of a request with a body. */
export const toHeaderParameters = (operation: Operation): Json[] => [
  ...(operation.signed ? [toSignatureHeader(operation.alwaysSigned === true)] : []),
  ...(operation.renders || createsObject(operation) ? [toIdempotencyHeader(operation.renders)] : []),
]

const toSignatureHeader = (required: boolean): Json => ({
  name: 'X-Service-Signature',
  in: 'header',
  description: `Lowercase hex HMAC-SHA256 of the bytes of the body exactly as sent, made with the secret key of the account. In version 2, which every account accepts, the method, a space, the path and a line feed precede them.${
    required ? '' : ' Required if the account requires signed requests.'
  }`,
  required,
  schema: signature,
})

const toIdempotencyHeader = (renders: boolean): Json => ({
  name: 'Idempotency-Key',
  in: 'header',
  description: `A repeated request with the same key and the same parameters returns the result of the first one${
    renders
      ? ' for 24 hours and is rendered only once. Allowed only with `async` true.'
      : ' and creates nothing new.'
  }`,
  required: false,
  schema: { type: 'string', pattern: '^[\\x20-\\x7e]{1,255}$', examples: ['order-1234'] },
})

/** Parameters of a GET request. Its access key is documented as a security scheme. */
export const toQueryParameters = (operation: Operation): Json[] => {
  const required = requiredNames(operation.input)
  return [
    ...[...parametersOf(operation.input).values()].map((parameter) => {
      const { description: _, ...schema } = parameter.schema
      return {
        name: parameter.name,
        in: 'query',
        description: describe(parameter),
        required: required.includes(parameter.name),
        ...(isStructured(schema)
          ? { content: { 'application/json': { schema } } }
          : { schema: withNamedValues(parameter.name, schema) }),
        ...(schema.type === 'array' && !isStructured(schema) && { style: 'form', explode: true }),
      }
    }),
    ...(operation.signed ? toLinkParameters(operation) : []),
  ]
}

/** The `{id}` parameter of a path, as its operations describe it. */
export const toPathParameters = ([row]: readonly Operation[]): Json =>
  row?.pathParameter
    ? {
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: row.pathParameter.description,
            schema: { type: 'string' },
            example: row.pathParameter.example,
          },
        ],
      }
    : {}

/** The schema of a POST request's JSON body. */
export const toBodySchema = (operation: Operation): Json => {
  const parameters = parametersOf(operation.input)
  const properties = [...parameters.values()].map((parameter) => [
    parameter.name,
    { ...asBodyValue(parameter), description: describe(parameter) },
  ])
  return {
    type: 'object',
    description: '`null` is the same as omitting a parameter. Enum values and booleans are case-insensitive.',
    properties: Object.fromEntries([
      ...properties,
      ...(operation.keyRequired ? [['access_key', accessKey]] : []),
    ]),
    additionalProperties: false,
    ...requirement(operation, parameters),
  }
}

/** Required parameters. Exactly one of `url` and `html` is required, which the schema of a single parameter cannot express. */
const requirement = ({ input }: Operation, parameters: ReadonlyMap<string, Parameter>): Json => {
  const required = requiredNames(input)
  if (parameters.has('html')) return { oneOf: [{ required: ['url'] }, { required: ['html'] }] }
  return required.length > 0 ? { required } : {}
}

/** Returns the names of the parameters without which a request is rejected. */
export const requiredNames = (input: z.ZodObject): readonly string[] =>
  z.toJSONSchema(input, { io: 'input' }).required ?? []

/** Enums that are too long to repeat in every operation, by parameter. */
export const namedValues: Readonly<Record<string, { name: string; values: readonly string[] }>> = {
  viewport_device: { name: 'DeviceId', values: deviceIds },
  timezone: { name: 'TimeZone', values: timeZoneNames },
}

/** The schemas of these enums, for the components of the document. */
export const namedValueSchemas = (): Json =>
  Object.fromEntries(
    Object.values(namedValues).map(({ name, values }) => [name, { type: 'string', enum: values }]),
  )

const withNamedValues = (parameter: string, schema: Json): Json => {
  const named = Object.hasOwn(namedValues, parameter) ? namedValues[parameter] : undefined
  if (!named) return schema
  const { type: _, enum: __, ...rest } = schema
  return { $ref: `#/components/schemas/${named.name}`, ...rest }
}

/** An array may also be sent as one string with a separator. */
const asBodyValue = ({ name, schema }: Parameter): Json => {
  if (schema.type !== 'array' || isStructured(schema)) return withNamedValues(name, { ...schema })
  const { type, items, minItems, maxItems, ...rest } = schema
  const list = { type, items, ...(minItems && { minItems }), ...(maxItems && { maxItems }) }
  return { ...rest, anyOf: [list, { type: 'string' }] }
}

const describe = ({ schema }: Parameter): string => [schema.description, ...notes(schema)].join(' ')

const notes = (schema: Parameter['schema']): string[] => [
  ...(schema['x-plan'] ? ['Requires the scale plan.'] : []),
  ...(isStructured(schema) ? ['In a query string, JSON text.'] : []),
  ...(schema['x-separator']
    ? [`In a single string, separate values by ${separatorName(schema['x-separator'])}.`]
    : []),
]

const separatorName = (separator: string): string => (separator === ';' ? 'semicolons' : 'commas')

/** The parameters of an operation by group, for reference pages. */
export const parametersByGroup = (operation: Operation): { title: string; parameters: Parameter[] }[] => {
  const parameters = [...parametersOf(operation.input).values()]
  return Object.entries(groups)
    .map(([group, title]) => ({
      title,
      parameters: parameters.filter(({ schema }) => schema['x-group'] === group),
    }))
    .filter((section) => section.parameters.length > 0)
}
