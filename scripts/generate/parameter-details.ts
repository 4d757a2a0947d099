import { escapeHtml } from '../../lib/core/html/escape-html.ts'
import type { Parameter } from '../../lib/schema/parameters.ts'
import {
  allowedValues,
  discriminatorOf,
  isStructured,
  type ValueSchema,
} from '../../lib/schema/value-schema.ts'
import { type Definition, requiredMark, toDefinitions } from './definitions.ts'
import { fence } from './fence.ts'

/** Returns the complete description of a parameter. */
export const toParameter = ({ name, schema }: Parameter, required: readonly string[] = []): Definition => ({
  id: name,
  name,
  facts: [
    ...toFacts(schema, required.includes(name)),
    ...(schema['x-plan'] ? ['<span class="badge">scale plan</span>'] : []),
    ...(schema['x-extension'] ? ['<span class="badge">extension</span>'] : []),
  ],
  text: [schema.description, ...toAccepted(schema), ...toExample(schema)].join(' '),
})

/** Returns the type of a value, and its default or that it is required. */
export const toFacts = (schema: ValueSchema, isRequired: boolean): string[] => [
  escapeHtml(schema.type ?? 'any'),
  ...(isRequired ? [requiredMark] : toDefault(schema)),
]

/** Returns what a value may be, unless its type says it. */
const toAccepted = (schema: ValueSchema): string[] =>
  schema.type === 'boolean' ? [] : [`Accepts ${allowedValues(schema)}.`]

/** Returns what the JSON of a structured parameter consists of. An object with arbitrary names is described by its text. */
export const toMembers = ({ name, schema }: Parameter): string[] => {
  if (!isStructured(schema)) return []
  const object: ValueSchema = schema.items ?? schema
  const key = discriminatorOf(object)
  const members = (object.oneOf ?? [object]).flatMap((alternative) =>
    toMemberList(alternative, key === undefined ? name : `${name}: ${alternative.properties?.[key]?.const}`),
  )
  return members.length === 0 ? [] : [...members, ...toJsonExample(schema.examples)]
}

export const toJsonExample = ([example]: readonly unknown[]): string[] => [
  'Example:',
  '',
  fence('json', JSON.stringify(example, null, 2)),
  '',
]

const toMemberList = (
  { description, properties = {}, required = [] }: ValueSchema,
  title: string,
): string[] => {
  const members = Object.entries(properties)
  if (members.length === 0) return []
  return [
    `**${title}** ${description ?? ''}`,
    '',
    ...toDefinitions(
      members.map(([name, member]) => ({
        name,
        facts: toFacts(member, required.includes(name)),
        text: [member.description ?? '', ...toAccepted(member)].join(' ').trim(),
      })),
    ),
  ]
}

/** Returns an example, unless the accepted values are listed. */
const toExample = (schema: Parameter['schema']): string[] => {
  const value = schema.examples[0]
  if (value === undefined || schema.type === 'boolean' || schema.enum || schema.items?.enum) return []
  if (isStructured(schema)) return schema.type === 'object' ? [`Example: \`${JSON.stringify(value)}\`.`] : []
  const separator = schema['x-separator'] === ';' ? ';' : ','
  const text = Array.isArray(value) ? value.join(separator) : String(value)
  return text.includes('`') || text.includes('\n') ? [] : [`Example: \`${text}\`.`]
}

const toDefault = ({ default: value }: Pick<ValueSchema, 'default'>): string[] => {
  const text = Array.isArray(value) ? value.join(',') : toText(value)
  return text === '' ? [] : [`default <code>${escapeHtml(text)}</code>`]
}

const toText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')
