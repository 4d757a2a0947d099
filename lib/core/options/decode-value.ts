import type { Parameter } from '../../schema/parameters.ts'
import { isStructured } from '../../schema/value-schema.ts'
import { splitList } from './split-list.ts'

/** Text of a parameter in a query string. `isPlain` is false for `name[]=` and `name[0]=`. */
export interface QueryText {
  text: string
  isPlain: boolean
}

/**
 * Converts text of a query string to the JSON value that the parameter's schema expects. Other text is returned unchanged,
 * so validation reports it.
 */
export const decodeTexts = ({ schema }: Parameter, texts: readonly QueryText[]): unknown => {
  if (isStructured(schema)) return decodeStructured(texts[0]?.text)
  return schema.type === 'array' ? decodeTextList(schema, texts) : decodeScalar(schema, texts[0]?.text)
}

/** More items or members than any array or object may have. A value with more is rejected without checking the rest. */
const membersKept = 1000

const decodeTextList = (schema: Parameter['schema'], texts: readonly QueryText[]): unknown[] => {
  const [first] = texts
  const isOneString = texts.length === 1 && first?.isPlain === true
  const members = isOneString
    ? splitText(schema, first.text)
    : splitMembers(
        schema,
        texts.slice(0, membersKept).map(({ text }) => text),
      )
  return spellMembers(schema, members)
}

/** Converts a value of a JSON body to the form that the schema expects. The same spellings as in a query string are allowed. */
export const decodeJson = ({ schema }: Parameter, value: unknown): unknown => {
  if (isStructured(schema)) return decodeStructured(value)
  if (schema.type !== 'array') return decodeScalar(schema, value)
  if (typeof value === 'string') return spellMembers(schema, splitText(schema, value))
  if (typeof value === 'number') return [String(value)]
  if (!Array.isArray(value)) return value
  const members = value
    .slice(0, membersKept)
    .map((member) => (typeof member === 'number' ? String(member) : member))
  return spellMembers(schema, splitMembers(schema, members))
}

/** Reads the JSON text of a structured parameter. Inside it, types and spellings are exact. */
const decodeStructured = (value: unknown): unknown => {
  const decoded = typeof value === 'string' ? (parseJson(value) ?? value) : value
  // The longest array that is allowed has as many. One more lets validation refuse a longer one.
  if (Array.isArray(decoded)) return decoded.slice(0, membersKept + 1)
  if (typeof decoded !== 'object' || decoded === null) return decoded
  const names = Object.keys(decoded)
  if (names.length <= membersKept) return decoded
  return Object.fromEntries(
    names.slice(0, membersKept).map((name) => [name, (decoded as Record<string, unknown>)[name]]),
  )
}

/** Returns undefined for text that is not JSON. */
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const spellMembers = ({ items }: Parameter['schema'], members: readonly unknown[]): unknown[] =>
  items?.enum ? members.map((member) => spell(items.enum, member)) : [...members]

const spellings = new WeakMap<readonly string[], ReadonlyMap<string, string>>()

/** Enum values are case-insensitive. The code after this point sees only the documented spelling. */
const spell = (values: readonly string[] | undefined, value: unknown): unknown => {
  if (values === undefined || typeof value !== 'string') return value
  const known = spellings.get(values) ?? new Map(values.map((name) => [name.toLowerCase(), name]))
  spellings.set(values, known)
  return known.get(value.toLowerCase()) ?? value
}

const splitText = (schema: Parameter['schema'], text: string): string[] =>
  splitList(text, schema['x-separator'] ?? ',', membersKept)

const words = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

const decimal = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/

const decodeScalar = ({ type, enum: values }: Parameter['schema'], value: unknown): unknown => {
  // JSON of clients in languages without booleans has 1 and 0.
  if (type === 'boolean' && typeof value === 'number') return words.get(String(value)) ?? value
  if (typeof value !== 'string') return value
  if (type === 'boolean') return words.get(value.toLowerCase()) ?? value
  if (values !== undefined) return spell(values, value)
  return (type === 'number' || type === 'integer') && decimal.test(value) ? toNumber(value) : value
}

/** Digits beyond the range of a double are not a number. */
const toNumber = (text: string): number | string => {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

const splitMembers = (schema: Parameter['schema'], members: readonly unknown[]): unknown[] =>
  schema['x-split-members'] === true
    ? members
        .flatMap((member) => (typeof member === 'string' ? splitOrKeep(member) : [member]))
        .slice(0, membersKept)
    : [...members]

/** A member that is blank is kept, to be refused. */
const splitOrKeep = (member: string): string[] => {
  const parts = splitList(member, ';', membersKept)
  return parts.length === 0 ? [member] : parts
}
