import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/base/errors.ts'
import { readOptions } from '../../../lib/core/options/read-options.ts'
import { buildOpenApi } from '../../../lib/schema/openapi.ts'
import { type Operation, operations } from '../../../lib/schema/operations.ts'
import { outputNames } from '../../../lib/schema/output-names.ts'
import { alternativeFor, isStructured, type ValueSchema } from '../../../lib/schema/value-schema.ts'
import { nowMs } from '../../support/now.ts'
import { companions } from '../../support/service/companions.ts'

interface Schema extends ValueSchema {
  $ref?: string
  anyOf?: Schema[]
  examples?: unknown[]
}

type Values = Record<string, unknown>

// Printed with every failure, to repeat it: SEED=... npx vitest run ...
const seed = Number(process.env['SEED'] ?? nowMs() % 1_000_000)

const document = JSON.parse(JSON.stringify(buildOpenApi('https://api.example.com')))

/** Valid parameters of each operation, to which one more is added. */
const bases: Record<string, Values> = {
  screenshot: { html: 'x' },
  pdf: { html: 'x' },
  snapshot: { html: 'x', outputs: [...outputNames] },
  scrape: { url: 'https://example.com/' },
  screencast: { url: 'https://example.com/' },
  create_batch: { operation: 'pdf', requests: [{ html: 'x' }] },
  compare: { before: 'x', after: 'x' },
  create_subscription: { webhook_url: 'https://example.com/', topics: ['task.failed'] },
  create_task: { name: 'a', api: 'pdf', query: 'html=x', frequency: 'every_day' },
  create_key: { rotate: 'access', expires: 0, key_generation: 0 },
  update_key: { id: 'a', expires: 0, key_generation: 0 },
  delete_key: { id: 'a', key_generation: 0 },
  put_storage: {
    ...{ bucket: 'results', region: 'eu-central-1', access_key_id: 'AKIA', secret_access_key: 'x' },
    ...{ expires: 0, key_generation: 0 },
  },
  delete_storage: { key_generation: 0 },
  update_account: { signed_requests: true, expires: 0, key_generation: 0 },
}

/** One of `url` and `html` is allowed. */
const companionsOf = (name: string, { id }: Operation): Values => {
  if (id === 'create_key' && ['name', 'scope', 'valid_until'].includes(name))
    return { rotate: undefined, name: 'a', scope: 'full' }
  if (name === 'role_arn') return { access_key_id: undefined, secret_access_key: undefined }
  if (id === 'create_batch' && name === 'sitemap') return { requests: undefined }
  return name === 'url' ? { html: undefined } : (companions[name] ?? {})
}

/** Strings of a given length where a padded example would not be valid. */
const ofLength: Record<string, (length: number) => string> = {
  authorization: (length) => 'x'.repeat(length),
  proxy: (length) => `http://${'u'.repeat(length - 16)}@a.test:1`,
  locale: (length) => (length < 4 ? 'de'.padEnd(length, 'x') : `de-x${'-a'.repeat(length)}`.slice(0, length)),
}

/** Strings whose longest form says nothing: what they may hold is shorter than their bound. */
const unpadded = new Set([
  'cursor',
  'endpoint',
  'key',
  'pdf_page_ranges',
  'sitemap',
  'upload_url',
  'webhook_url',
])
const unpaddedLengths = /^pdf_(?:width|height|margin_)/

const resolve = (schema: Schema): Schema => {
  const { $ref, anyOf, ...rest } = schema
  const named = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : {}
  return { ...named, ...anyOf?.[0], ...rest }
}

const isWhole = ({ type }: Schema) => type === 'integer'

interface Parameter {
  name: string
  schema?: Schema
  content: { 'application/json': { schema: Schema } }
  required: boolean
}

interface Trial {
  name: string
  schema: Schema
}

const exampleOf = ({ examples = [] }: Schema): string => {
  const [example] = examples.flat()
  return String(example)
}

const textOf = (name: string, schema: Schema, length: number): string =>
  ofLength[name]?.(length) ?? exampleOf(schema).slice(0, length).padEnd(length, 'x')

const isPadded = (name: string) => !unpadded.has(name) && !unpaddedLengths.test(name)

const stringsInside = ({ name, schema }: Trial): unknown[] => {
  if (schema.enum) return [...schema.enum]
  const lengths = [schema.minLength, schema.maxLength].filter((length) => length !== undefined && length > 1)
  return [
    ...(schema.examples ?? []).flat(),
    ...(isPadded(name) ? lengths.map((length) => textOf(name, schema, length ?? 0)) : []),
  ]
}

const stringsOutside = ({ name, schema }: Trial): unknown[] => [
  ...(schema.enum ? ['zzz', ''] : []),
  ...(schema.minLength ? [''] : []),
  ...(schema.maxLength ? [textOf(name, schema, schema.maxLength + 1)] : []),
  ...(schema.pattern ? mismatches(schema) : []),
]

/** Examples with something changed, and arbitrary strings, that the pattern excludes. */
const mismatches = (schema: Schema): string[] => {
  const pattern = new RegExp(schema.pattern ?? '', 'u')
  const example = exampleOf(schema)
  const changed = fc
    .tuple(fc.nat(example.length), fc.nat(2), fc.string({ unit: 'binary', maxLength: 3 }))
    .map(([at, removed, added]) => example.slice(0, at) + added + example.slice(at + removed))
  const texts = fc.sample(fc.oneof(changed, fc.string({ unit: 'binary' })), { seed, numRuns: 15 })
  // Letters are compared without case where the pattern has one case only.
  return texts.filter((text) => !pattern.test(text) && !pattern.test(text.toLowerCase()))
}

const numbersInside = ({ schema: { minimum, maximum } }: Trial): unknown[] =>
  [minimum, maximum].filter((bound) => bound !== undefined)

const numbersOutside = ({ schema }: Trial): unknown[] => {
  const step = isWhole(schema) ? 1 : 0.001
  return [
    ...(schema.minimum === undefined ? [] : [schema.minimum - step]),
    ...(schema.maximum === undefined ? [] : [schema.maximum + step]),
    ...(isWhole(schema) ? [(schema.minimum ?? 0) + 0.5] : []),
    'x',
    {},
  ]
}

/** Valid or invalid values of each member in turn, in otherwise valid JSON. The examples show every member. */
const inJson = (value: unknown, schema: ValueSchema, valuesOf: (trial: Trial) => unknown[]): unknown[] => {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      inJson(item, schema.items ?? {}, valuesOf).map((changed) => value.with(index, changed)),
    )
  return Object.entries(Object(value)).flatMap(([name, inner]) => {
    const object = alternativeFor(schema, value) ?? schema
    const member = object.properties?.[name] ?? object.additionalProperties
    // Anything is a member of an object without a schema for it.
    if (!member || member.const !== undefined || Object.keys(member).length === 0) return []
    return valuesOf({ name, schema: { ...member, examples: [inner] } }).map((changed) => ({
      ...Object(value),
      [name]: changed,
    }))
  })
}

const withoutEach = (value: unknown, schema: ValueSchema): unknown[] => {
  if (Array.isArray(value))
    return value.flatMap((item, index) =>
      withoutEach(item, schema.items ?? {}).map((changed) => value.with(index, changed)),
    )
  const { required = [], additionalProperties } = alternativeFor(schema, value) ?? schema
  return [
    ...required.map((name) => ({ ...Object(value), [name]: undefined })),
    ...(additionalProperties === false ? [{ ...Object(value), unknown: 1 }] : []),
  ]
}

const jsonInside = (schema: Schema): unknown[] => {
  const { examples = [], maxItems } = schema
  const items = examples.flatMap((example) => (Array.isArray(example) ? example : []))
  return [
    ...examples,
    ...examples.flatMap((example) => inJson(example, schema, inside)),
    ...(maxItems ? [Array(maxItems).fill(items[0])] : []),
  ]
}

const jsonOutside = (schema: Schema): unknown[] => {
  const { examples = [], maxItems, maxProperties } = schema
  const items = examples.flatMap((example) => (Array.isArray(example) ? example : []))
  const member = Object.values(Object(examples[0]))[0]
  const names = Array.from({ length: (maxProperties ?? 0) + 1 }, (_, index) => [`a${index}`, member])
  return [
    ...examples.flatMap((example) => inJson(example, schema, outside)),
    ...examples.flatMap((example) => withoutEach(example, schema)),
    ...(maxItems ? [Array(maxItems + 1).fill(items[0])] : []),
    ...(maxProperties ? [Object.fromEntries(names)] : []),
    ...(schema.type === 'array' ? [{}, [1]] : [[]]),
    'x',
    5,
  ]
}

const inside = (trial: Trial): unknown[] => {
  const { name, schema } = trial
  if (isStructured(schema)) return jsonInside(schema)
  if (schema.type === 'boolean') return [true, false]
  if (schema.type === 'array') {
    const items = inside({ name, schema: itemOf(schema) })
    const first = Array.isArray(schema.examples?.[0]) ? schema.examples[0][0] : items[0]
    return [
      ...items.map((item) => [item]),
      ...(schema.maxItems ? [Array(schema.maxItems).fill(first)] : []),
      ...(schema.minItems ? [] : [[]]),
    ]
  }
  return schema.type === 'string' ? stringsInside(trial) : numbersInside(trial)
}

const outside = (trial: Trial): unknown[] => {
  const { name, schema } = trial
  if (isStructured(schema)) return jsonOutside(schema)
  if (schema.type === 'boolean') return ['yes', 2, []]
  if (schema.type === 'array')
    return [
      ...outside({ name, schema: itemOf(schema) }).map((item) => [item]),
      ...(schema.maxItems ? [Array(schema.maxItems + 1).fill(exampleOf(schema))] : []),
      ...(schema.minItems ? [[]] : []),
      true,
    ]
  return schema.type === 'string' ? [...stringsOutside(trial), {}, []] : numbersOutside(trial)
}

const itemOf = (schema: Schema): Schema => ({ ...schema.items, examples: schema.examples ?? [] })

/** Every value inside a parameter that has no members. */
const leavesOf = (name: string, schema: ValueSchema): [string, ValueSchema][] => {
  const { items, oneOf = [], properties = {}, additionalProperties, propertyNames } = schema
  const inner = [...oneOf, ...Object.values(properties), items, additionalProperties, propertyNames]
  const found = inner.filter((value) => value !== undefined && value !== false)
  return found.length === 0 ? [[name, schema]] : found.flatMap((value) => leavesOf(name, value))
}

const verdict = (operation: Operation, values: Values): string => {
  const given = Object.entries({ ...bases[operation.id], ...values }).filter(
    ([, value]) => value !== undefined,
  )
  try {
    readOptions(operation, { kind: 'body', value: Object.fromEntries(given) })
    return 'accepted'
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `refused: ${error.message.slice(0, 200)}`
  }
}

const rows = Object.values<Operation>(operations).flatMap((operation) =>
  operation.methods.map((method) => {
    const item = document.paths[operation.path][method.toLowerCase()]
    const reference = item.requestBody?.content['application/json'].schema.$ref
    const body = reference ? resolve({ $ref: reference }) : undefined
    const parameters: [string, Schema, boolean][] = body
      ? Object.entries(Object(body).properties as Record<string, Schema>).map(([name, schema]) => [
          name,
          resolve(schema),
          (Object(body).required ?? []).includes(name),
        ])
      : item.parameters
          .filter((parameter: { in: string }) => parameter.in === 'query')
          .map((parameter: Parameter) => [
            parameter.name,
            resolve(parameter.schema ?? parameter.content['application/json'].schema),
            parameter.required,
          ])
    const own = parameters.filter(([name]) => Object.hasOwn(operation.input.shape, name))
    return [`${method} ${operation.path}`, operation, own] as const
  }),
)

/** Operations share most parameters: each is tried once as a query string's, and once as a body's. */
const tried = { query: new Set<unknown>(), body: new Set<unknown>() }

describe.each(rows.filter(([, , parameters]) => parameters.length > 0))(
  '%s',
  (name, operation, parameters) => {
    const seen = tried[/^(?:GET|DELETE) /.test(name) ? 'query' : 'body']
    const untried = parameters.filter(([parameter]) => {
      const field: unknown = operation.input.shape[parameter]
      return !seen.has(field) && seen.add(field)
    })

    test('values are accepted and rejected as the document says', () => {
      for (const [parameter, schema] of untried) tryValues(parameter, schema)
    })

    const tryValues = (parameter: string, schema: Schema) => {
      const at = (value: unknown) =>
        verdict(operation, { ...companionsOf(parameter, operation), [parameter]: value })
      const trial = { name: parameter, schema }
      const shown = (value: unknown) => `${parameter}: ${JSON.stringify(value)?.slice(0, 200)} (seed ${seed})`
      for (const value of inside(trial)) expect(at(value), shown(value)).toBe('accepted')
      for (const value of outside(trial)) expect(at(value), shown(value)).toMatch(/^refused/)
    }

    test('the required parameters are those without which a request is rejected', () => {
      expect(verdict(operation, {})).toBe('accepted')
      for (const [parameter, , isRequired] of parameters)
        if (isRequired) expect(verdict(operation, { [parameter]: undefined })).toMatch(/^refused: .*required/)
    })

    test('the document bounds every string and array', () => {
      const arrays = parameters.filter(([, { type }]) => type === 'array')
      const items = arrays.map(([parameter, { items: item = {} }]): [string, Schema] => [parameter, item])
      const strings = [...parameters, ...items]
        .flatMap(([parameter, schema]) => leavesOf(parameter, schema))
        .filter(([, { type }]) => type === 'string')
      const isBounded = ({ const: word, enum: values, maxLength, pattern }: ValueSchema) =>
        (word ?? values) !== undefined || maxLength !== undefined || pattern !== undefined
      expect(arrays.filter(([, { maxItems }]) => maxItems === undefined)).toEqual([])
      expect(strings.filter(([, schema]) => !isBounded(schema))).toEqual([])
    })
  },
)
