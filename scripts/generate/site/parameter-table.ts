import { parametersByGroup } from '../../../lib/schema/openapi-request.ts'
import type { Operation } from '../../../lib/schema/operations.ts'
import { allowedValues, type Parameter, type ParameterSchema } from '../../../lib/schema/parameters.ts'
import { escapeHtml, toAnchor, toProse } from './markup.ts'

/** Returns the parameters of an operation, one table for each group. */
export const toParameterTables = (operation: Operation): string =>
  parametersByGroup(operation)
    .map(
      ({ title, parameters }) => `
<h3 id="${operation.id}-${toAnchor(title)}">${escapeHtml(title)}</h3>
<table class="parameters">
<thead><tr><th>Parameter</th><th>Description</th></tr></thead>
<tbody>${parameters.map((parameter) => toRow(operation, parameter)).join('')}</tbody>
</table>`,
    )
    .join('\n')

const toRow = (operation: Operation, { name, schema }: Parameter): string => `
<tr id="${operation.id}-${name}">
<td><a class="name" href="#${operation.id}-${name}"><code>${name}</code></a>
<span class="type">${typeNames[schema.type]}</span>${toBadges(schema)}</td>
<td><p>${toProse(schema.description)}</p>
<p class="facts">${toFacts(schema)}</p>${toValues(schema)}</td>
</tr>`

const typeNames = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  array: 'array',
}

const toBadges = (schema: ParameterSchema): string =>
  [
    ...(schema['x-plan'] ? ['<span class="badge plan">Scale plan</span>'] : []),
    ...(schema['x-extension'] ? ['<span class="badge">Extension</span>'] : []),
  ].join(' ')

const toFacts = (schema: ParameterSchema): string =>
  [
    ...toFact('Default', toExample(schema.default)),
    ...toFact('Range', toRange(schema)),
    ...toFact('Example', isSelfEvident(schema) ? '' : toExample(schema.examples[0])),
  ].join('')

// The values are listed.
const isSelfEvident = (schema: ParameterSchema): boolean =>
  schema.type === 'boolean' || (schema.enum ?? schema.items?.enum) !== undefined

const toFact = (label: string, value: string): string[] =>
  value === '' ? [] : [`<span><b>${label}</b> <code>${escapeHtml(value)}</code></span>`]

const toExample = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(', ')
  return value === undefined ? '' : String(value)
}

const toRange = (schema: ParameterSchema): string => {
  const isBounded = schema.minimum !== undefined || schema.maximum !== undefined
  return isBounded ? allowedValues(schema).replace(/^an? (?:integer|number) (?:from |of )?/, '') : ''
}

const toValues = (schema: ParameterSchema): string => {
  const values = schema.enum ?? schema.items?.enum ?? []
  if (values.length === 0) return ''
  const chips = `<p class="values"><b>Values</b> ${values.map((value) => `<code>${value}</code>`).join(' ')}</p>`
  return values.length > 20
    ? `<details><summary>All ${values.length} values</summary>${chips}</details>`
    : chips
}
