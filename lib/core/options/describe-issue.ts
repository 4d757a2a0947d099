import type * as z from 'zod'
import { isRuleIssue } from '../../schema/check.ts'
import { allowedValues, type Parameter } from '../../schema/parameters.ts'
import { nearestName } from './nearest-name.ts'

const valueShownMax = 80

const nameShownMax = 60

/** Returns one line for one problem: the parameter, its value where it may be shown, and what is allowed. */
export const describeIssue = (
  issue: z.core.$ZodIssue,
  parameter: Parameter | undefined,
  value: unknown,
): string => {
  if (isRuleIssue(issue)) return issue.message
  const problem = { issue, parameter, value: at(value, issue.path) }
  const name = subject(problem)
  if (problem.value === undefined || problem.value === null) return `${name} is required. ${remedy(problem)}`
  const shown = describeValue(problem)
  return shown === undefined ? `${name} ${predicate(problem)}.` : `${name} ${shown}. ${remedy(problem)}`
}

interface Problem {
  issue: z.core.$ZodIssue
  parameter: Parameter | undefined
  /** Returns the invalid value: the whole value, or an item of the array. */
  value: unknown
}

const at = (value: unknown, [, index]: readonly PropertyKey[]): unknown =>
  Array.isArray(value) && typeof index === 'number' ? value[index] : value

/** Returns the parameter name; for an array item with its index, and with the name of the cookie or header that it sets. */
const subject = ({ issue: { path }, parameter, value }: Problem): string => {
  const name = printable(String(path[0] ?? 'request'), nameShownMax)
  if (typeof path[1] !== 'number') return `\`${name}\``
  const separator = parameter?.schema['x-pair']
  const end = separator && typeof value === 'string' ? value.indexOf(separator) : -1
  const pairName = end > 0 ? ` (\`${printable(String(value).slice(0, end), nameShownMax)}\`)` : ''
  return `\`${name}[${path[1]}]\`${pairName}`
}

const remedy = (problem: Problem): string => `It ${predicate(problem)}.${suggestion(problem)}`

/** Returns what is wrong or allowed. A schema with its own format has its own message. */
const predicate = ({ issue, parameter }: Problem): string => {
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message
  return `must be ${parameter ? allowedValues(expected(issue, parameter.schema)) : issue.message}`
}

/** Returns the schema of the invalid value: for an array item, the schema of the items. */
const expected = ({ path }: z.core.$ZodIssue, schema: Parameter['schema']) =>
  typeof path[1] === 'number' && schema.items ? schema.items : schema

/** Describes the value as a predicate. Returns undefined if the value must not be shown or is of no use. */
const describeValue = ({ issue, parameter, value }: Problem): string | undefined => {
  const size = describeSize(issue, value)
  if (size !== undefined) return size
  if (typeof value === 'object') return Array.isArray(value) ? 'is an array' : 'is an object'
  if (!parameter || parameter.schema['x-private'])
    return typeof value === 'string' ? undefined : `is a ${typeof value}`
  return `is ${typeof value === 'string' ? JSON.stringify(printable(value, valueShownMax)) : String(value)}`
}

const describeSize = ({ code }: z.core.$ZodIssue, value: unknown): string | undefined => {
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

/** Truncates text and removes characters that could disturb a log or a terminal. */
export const printable = (text: string, lengthMax: number): string => {
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax).toWellFormed()}...` : text.toWellFormed()
  return cut.replace(/\p{C}/gu, '?')
}

const suggestion = ({ issue, parameter, value }: Problem): string => {
  const values = parameter && expected(issue, parameter.schema).enum
  const nearest = values && typeof value === 'string' ? nearestValue(value, values) : undefined
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`
}

/** A different number is a different thing: `iphone_99` is not a misspelled `iphone_4`. */
const nearestValue = (value: string, values: readonly string[]): string | undefined => {
  const digits = digitsOf(value.slice(0, valueShownMax))
  return nearestName(value, digits === '' ? values : values.filter((known) => digitsOf(known) === digits))
}

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '')
