import { decodeTexts } from '../../../lib/core/options/decode-value.ts'
import { operations, type RenderOperationId } from '../../../lib/schema/operations.ts'
import { type Parameter, parametersOf } from '../../../lib/schema/parameters.ts'
import { renderOperationIds } from '../../../lib/schema/render-operations.ts'
import { isStructured } from '../../../lib/schema/value-schema.ts'

export type Value = string | number | boolean | readonly unknown[] | { readonly [name: string]: unknown }

/** The parameters that differ from their defaults. The others are not sent. */
export type Values = Readonly<Record<string, Value>>

/** An operation and its parameters. */
export interface RenderCall {
  operation: RenderOperationId
  values: Values
}

/** Returns the parameters of a rendering operation. */
export const parametersFor = (operation: RenderOperationId): ReadonlyMap<string, Parameter> =>
  parametersOf(operations[operation].input)

const isEmpty = (value: unknown, { minItems = 0 }: Parameter['schema']) =>
  value === undefined || value === '' || (Array.isArray(value) && value.length < Math.min(1, minItems))

const isSame = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right)

/** Returns the values with one of them changed. A default, an empty text and undefined remove it. */
export const withValue = (values: Values, { name, schema }: Parameter, value: Value | undefined): Values => {
  const { [name]: _removed, ...others } = values
  return value === undefined || isEmpty(value, schema) || isSame(value, schema.default)
    ? others
    : { ...others, [name]: value }
}

/** Returns the values that an operation has too, because the form keeps them when the operation changes. */
export const valuesFor = (operation: RenderOperationId, values: Values): Values => {
  const parameters = parametersFor(operation)
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const schema = parameters.get(name)?.schema
      if (!schema || isSame(value, schema.default)) return false
      return schema.enum === undefined || schema.enum.includes(String(value))
    }),
  )
}

/** Returns a URL without its user name and password, and undefined for a text that is not (yet) a URL. */
const withoutCredentials = (text: string): string | undefined => {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  if (url.username === '' && url.password === '') return text
  url.username = ''
  url.password = ''
  return url.href
}

/** Returns the values that may appear in an address: no private ones, and the URL without credentials. */
export const publicValues = ({ operation, values }: RenderCall): Values => {
  const parameters = parametersFor(operation)
  const entries = Object.entries(values).flatMap(([name, value]): [string, Value][] => {
    if (name === 'url' && typeof value === 'string') {
      const url = withoutCredentials(value)
      return url === undefined ? [] : [[name, url]]
    }
    const schema = parameters.get(name)?.schema
    return schema && !schema['x-private'] ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

/**
 * Returns the query string of a call as names and texts. Each name occurs once: an array whose items contain its separator is sent as
 * `name[0]`, `name[1]`, and a structured value as JSON.
 */
export const toPairs = ({ operation, values }: RenderCall): [string, string][] => {
  const parameters = parametersFor(operation)
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    const schema = parameters.get(name)?.schema
    if (typeof value !== 'object') return [[name, String(value).toWellFormed()]]
    if (!Array.isArray(value) || (schema && isStructured(schema))) return [[name, JSON.stringify(value)]]
    const items = value.map((item) => String(item).toWellFormed())
    const separator = schema?.['x-separator'] ?? ','
    const isSplit = items.some((item) => item.includes(separator === 'selector' ? ',' : separator))
    return isSplit
      ? items.map((item, index) => [`${name}[${index}]`, item])
      : [[name, items.join(separator === ';' ? ';' : ',')]]
  })
}

const matches = ({ type }: Parameter['schema'], value: unknown): value is Value => {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** Reads the parameters of a query string. Leaves out what the form could not show. */
export const readPairs = (
  operation: RenderOperationId,
  pairs: Iterable<readonly [string, string]>,
): Values => {
  const given = Map.groupBy(pairs, ([key]) => key.replace(/\[\d*\]$/, ''))
  let values: Values = {}
  for (const parameter of parametersFor(operation).values()) {
    const texts = given.get(parameter.name)?.map(([key, text]) => ({ text, isPlain: key === parameter.name }))
    const value = texts && decodeTexts(parameter, texts)
    if (matches(parameter.schema, value)) values = withValue(values, parameter, value)
  }
  return values
}

/** Returns the search parameters that restore the form, without what is private. */
export const toSearch = (call: RenderCall): string =>
  new URLSearchParams([
    ['operation', call.operation],
    ...toPairs({ ...call, values: publicValues(call) }),
  ]).toString()

const isOperation = (text: string | null): text is RenderOperationId =>
  renderOperationIds.some((id) => id === text)

/** Reads the form out of the search parameters of an address. Ignores private parameters, which a link must not bring along. */
export const readSearch = (search: string): RenderCall => {
  const pairs = new URLSearchParams(search)
  const named = pairs.get('operation')
  const operation = isOperation(named) ? named : 'screenshot'
  return { operation, values: publicValues({ operation, values: readPairs(operation, pairs) }) }
}

/** Returns the path of the playground with these parameters, for links. */
export const toPlaygroundHref = (operation: RenderOperationId, options: Values): string =>
  `/playground?${toSearch({ operation, values: options })}`
