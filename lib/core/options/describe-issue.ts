import type * as z from 'zod'
import { nameShownMax, printable } from '../../base/printable.ts'
import { isRuleIssue } from '../../schema/check.ts'
import type { Parameter } from '../../schema/parameters.ts'
import {
  allowedValues,
  alternativeFor,
  isStructured,
  namesOf,
  schemaAt,
  type ValueSchema,
  valueAt,
} from '../../schema/value-schema.ts'
import { findJsonFault } from './json-fault.ts'
import { nearestName } from './nearest-name.ts'

const valueShownMax = 80

/** Returns one line for one problem: the parameter, its value where it may be shown, and what is allowed. */
export const describeIssue = (
  issue: z.core.$ZodIssue,
  parameter: Parameter | undefined,
  value: unknown,
): string => {
  if (isRuleIssue(issue)) return describeRule(issue)
  if (issue.code === 'unrecognized_keys' && parameter) return describeUnknownKey(issue, parameter, value)
  if (issue.code === 'invalid_key') return describeName(issue, parameter)
  const inner = issue.path.slice(1)
  const schema = schemaAt(parameter?.schema, inner, value)
  const problem = { issue, parameter, schema, value: valueAt(value, inner) }
  const name = subject(problem)
  if (problem.value === undefined || problem.value === null) return `${name} is required. ${remedy(problem)}`
  const shown = describeValue(problem)
  return shown === undefined ? `${name} ${predicate(problem)}.` : `${name} ${shown}. ${remedy(problem)}`
}

/** A rule between the members of a structured parameter does not name the parameter. */
const describeRule = ({ path, message }: z.core.$ZodIssue): string =>
  path.length > 1 ? `In \`${toName(path.slice(0, -1))}\`: ${message}` : message

interface Problem {
  issue: z.core.$ZodIssue
  parameter: Parameter | undefined
  /** Of the invalid value. */
  schema: ValueSchema | undefined
  /** The invalid value: that of the parameter, or the one inside it that the path of the issue leads to. */
  value: unknown
}

/** Describes the first member that an object of a structured parameter does not have. */
const describeUnknownKey = (
  { path, keys }: z.core.$ZodIssueUnrecognizedKeys,
  { schema }: Parameter,
  value: unknown,
): string => {
  const [key = ''] = keys
  const inner = path.slice(1)
  const object = schemaAt(schema, inner, value) ?? {}
  const { properties = {} } = alternativeFor(object, valueAt(value, inner)) ?? object
  const nearest = nearestName(key, Object.keys(properties))
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`
  return `\`${toName([...path, key])}\` is unknown. \`${toName(path)}\` has the members ${namesOf(properties)}.${hint}`
}

const describeName = ({ path, issues }: z.core.$ZodIssueInvalidKey, parameter: Parameter | undefined) => {
  const name = path.at(-1)
  const [issue] = issues
  if (!issue || parameter === undefined) return `\`${toName(path)}\` is not a valid name.`
  const schema = schemaAt(parameter.schema, path.slice(1, -1), undefined)?.propertyNames
  const problem: Problem = { issue: { ...issue, path: [] }, parameter, schema, value: name }
  return `The name of \`${toName(path)}\` ${describeSize(issue, name) ?? 'is not valid'}. ${remedy(problem)}`
}

/** Returns the parameter name; for an array item with its index, and with the name of the cookie or header that it sets. */
const subject = ({ issue: { path }, parameter, value }: Problem): string => {
  const separator = parameter?.schema['x-pair']
  const end = separator && typeof value === 'string' ? value.indexOf(separator) : -1
  const pairName = end > 0 ? ` (\`${printable(String(value).slice(0, end), nameShownMax)}\`)` : ''
  return `\`${toName(path)}\`${pairName}`
}

/** Returns a path as JavaScript writes it, for example `actions[2].selector`. */
const toName = ([first = 'request', ...inner]: readonly PropertyKey[]): string =>
  printable(String(first), nameShownMax) +
  inner
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`
      const name = printable(String(key), nameShownMax)
      return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `[${JSON.stringify(name.replaceAll('`', "'"))}]`
    })
    .join('')

const remedy = (problem: Problem): string => `It ${predicate(problem)}.${suggestion(problem)}`

/** Returns what is wrong or allowed. A schema with its own format has its own message. */
const predicate = ({ issue, schema }: Problem): string => {
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message
  return `must be ${schema ? allowedValues(schema) : issue.message}`
}

/** Describes the value as a predicate. Returns undefined if the value must not be shown or is of no use. */
const describeValue = ({ issue, parameter, schema, value }: Problem): string | undefined => {
  const size = describeSize(issue, value)
  if (size !== undefined) return size
  if (typeof value === 'object') return describeObject(issue, value)
  const fault = typeof value === 'string' && schema && isStructured(schema) ? findJsonFault(value) : undefined
  if (fault) return `is not valid JSON: line ${fault.line}, column ${fault.column}, ${fault.cause}`
  const isShown = parameter && (!parameter.schema['x-private'] || isWord(issue, schema, value))
  if (!isShown) return typeof value === 'string' ? undefined : `is a ${typeof value}`
  return `is ${typeof value === 'string' ? JSON.stringify(printable(value, valueShownMax)) : String(value)}`
}

const describeObject = ({ code }: z.core.$ZodIssue, value: unknown) => {
  if (code === 'custom') return undefined
  return Array.isArray(value) ? 'is an array' : 'is an object'
}

/** Whether a value inside a private parameter may be shown: a number or a boolean where one is expected, or a listed word that is misspelled. */
const isWord = ({ path }: z.core.$ZodIssue, schema: ValueSchema | undefined, value: unknown): boolean => {
  if (path.length < 2) return false
  if (schema?.enum !== undefined) return true
  return typeof value !== 'string' && /^(number|integer|boolean)$/.test(schema?.type ?? '')
}

const describeSize = ({ code }: Pick<z.core.$ZodIssue, 'code'>, value: unknown): string | undefined => {
  if (value === '') return 'is empty'
  if (code !== 'too_big' && code !== 'too_small') return undefined
  if (typeof value === 'string') return `has ${counted(codePoints(value), 'character')}`
  return Array.isArray(value) ? `has ${counted(value.length, 'item')}` : undefined
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const suggestion = ({ schema, value }: Problem): string => {
  const nearest = schema?.enum && typeof value === 'string' ? nearestValue(value, schema.enum) : undefined
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

/** A different number is a different thing: `iphone_99` is not a misspelled `iphone_4`. */
const nearestValue = (value: string, values: readonly string[]): string | undefined => {
  const digits = digitsOf(value.slice(0, valueShownMax))
  return nearestName(value, digits === '' ? values : values.filter((known) => digitsOf(known) === digits))
}

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '')
