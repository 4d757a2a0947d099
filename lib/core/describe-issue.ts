import type * as z from 'zod'
import { allowedValues, type Parameter } from '../schema/parameters.ts'
import { nearestName } from './nearest-name.ts'

const valueShownMax = 80

/** One line for one problem: the parameter, its value where it may be shown, and what is allowed. */
export const describeIssue = (
  issue: z.core.$ZodIssue,
  parameter: Parameter | undefined,
  value: unknown,
): string => {
  const name = printable(String(issue.path[0] ?? 'request'), 60)
  if (issue.code === 'custom') return `\`${name}\` ${issue.message}${shown(parameter, value, issue.path)}.`
  if (!parameter) return `\`${name}\` is invalid: ${issue.message}.`
  const allowed = `allowed is ${allowedValues(parameter.schema)}`
  return `\`${name}\` ${given(parameter, value, issue.path)}; ${allowed}${suggestion(parameter, value)}.`
}

const given = (parameter: Parameter, value: unknown, path: readonly PropertyKey[]): string => {
  if (value === undefined) return 'is missing'
  if (parameter.schema['x-private']) return 'has a value that is not allowed'
  return `is ${describeValue(at(value, path))}`
}

const shown = (parameter: Parameter | undefined, value: unknown, path: readonly PropertyKey[]): string => {
  const offending = at(value, path)
  if (!parameter || parameter.schema['x-private'] || typeof offending !== 'string') return ''
  return `; it is ${describeValue(offending)}`
}

/** The member of a list that an issue is about, or the whole value. */
const at = (value: unknown, [, index]: readonly PropertyKey[]): unknown =>
  Array.isArray(value) && typeof index === 'number' ? value[index] : value

const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return JSON.stringify(printable(value, valueShownMax))
  if (Array.isArray(value)) return `a list of ${value.length}`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Cut, and free of characters that could disturb a log or a terminal. */
export const printable = (text: string, lengthMax: number): string => {
  const cut = text.length > lengthMax ? `${text.slice(0, lengthMax).toWellFormed()}…` : text.toWellFormed()
  return cut.replace(/\p{C}/gu, '?')
}

const suggestion = ({ schema }: Parameter, value: unknown): string => {
  const nearest = schema.enum && typeof value === 'string' ? nearestName(value, schema.enum) : undefined
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`
}
