import {
  type ClientOperation,
  clientOperations,
  type Member,
  outputTypes,
  pascalCase,
  type Schema,
  sharedMembers,
  toDescription,
  valueTypes,
  webhookPayloads,
} from './client-schemas.ts'

const keywords = new Set(['async', 'class', 'from', 'global', 'import', 'in', 'is', 'lambda', 'pass', 'with'])

/** Returns a name that Python accepts. The client sends it without the underscore. */
const toName = (name: string): string => (keywords.has(name) ? `${name}_` : name)

/** Returns a value as Python writes it. */
export const toLiteral = (value: unknown): string => {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** Returns a string as a docstring, in lines of at most 100 characters. */
export const toDocstring = (text: string | undefined, indent: string): string[] => {
  if (text === undefined) return []
  const lines: string[] = []
  for (const word of text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && indent.length + last.length + word.length < 97)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  const body = lines.map((line, index) => (index === 0 ? `${indent}"""${line}` : indent + line))
  const end = body.at(-1)?.endsWith('"') ? ' """' : '"""'
  return body.with(-1, (body.at(-1) ?? '') + end)
}

/** Classes of objects inside of others, by their names. */
type Classes = Map<string, string>

const singular = (name: string) => name.replace(/s$/, '')

/** @param name what a class of the value is called */
const toType = (schema: Schema, name: string, classes: Classes): string => {
  if (schema['x-name'] !== undefined) return schema['x-name']
  if (schema.const !== undefined) return `Literal[${toLiteral(schema.const)}]`
  if (schema.enum) return `Literal[${schema.enum.map(toLiteral).join(', ')}]`
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives)
    return alternatives.map((inner) => toType(inner, nameOf(inner, name), classes)).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => toPlain(type)).join(' | ')
  if (schema.type === 'array') return `Sequence[${toType(schema.items ?? {}, singular(name), classes)}]`
  if (schema.type === 'object') return toObject(schema, name, classes)
  return toPlain(String(schema.type))
}

const toPlain = (type: string): string =>
  ({ integer: 'int', number: 'float', string: 'str', boolean: 'bool', null: 'None' })[type] ?? 'Any'

/** Of alternatives, the value that tells them apart comes first: `ClickAction`. */
const nameOf = ({ properties = {} }: Schema, name: string): string => {
  const constant = Object.values(properties).find((member) => member.const !== undefined)?.const
  return constant === undefined ? name : pascalCase(String(constant)) + name
}

const toObject = (schema: Schema, name: string, classes: Classes): string => {
  const { properties = {}, additionalProperties, required = [] } = schema
  if (Object.keys(properties).length === 0)
    return `Mapping[str, ${typeof additionalProperties === 'object' ? toType(additionalProperties as Schema, singular(name), classes) : 'Any'}]`
  const members = Object.entries(properties).map(([member, inner]) => ({
    name: member,
    schema: inner,
    isRequired: required.includes(member),
  }))
  classes.set(name, '')
  classes.set(name, toClass(name, members, classes))
  return name
}

interface ClassSettings {
  base?: string
  doc?: string
  /** What the classes of its members are called, before the name of the member. */
  prefix?: string
}

const toClass = (
  name: string,
  members: readonly Member[],
  classes: Classes,
  { base = 'TypedDict', doc, prefix = name }: ClassSettings = {},
): string => {
  const isPartial = members.every(({ isRequired }) => !isRequired)
  const fields = members.flatMap((member) => {
    const type = toType(member.schema, prefix + pascalCase(member.name), classes)
    const optional = member.isRequired || isPartial ? type : `NotRequired[${type}]`
    return [`    ${toName(member.name)}: ${optional}`, ...toDocstring(toDescription(member.schema), '    ')]
  })
  return [
    `class ${name}(${base}${isPartial ? ', total=False' : ''}):`,
    ...toDocstring(doc, '    '),
    ...fields,
  ].join('\n')
}

export const optionsName = ({ id }: ClientOperation): string => `${pascalCase(id)}Options`

const head = `"""The options and results of all operations."""

# Generated from lib/schema by scripts/generate/python-client.ts. \`npm run generate\` rewrites it.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, final

if TYPE_CHECKING:
    from typing_extensions import NotRequired`

/** Returns the class of an operation's options, without those that `RenderOptions` has. */
const toOptions = (operation: ClientOperation, shared: readonly Member[], classes: Classes): string => {
  const { id, members, path, renders } = operation
  const isShared = ({ name }: Member) => renders && shared.some((member) => member.name === name)
  return toClass(
    optionsName(operation),
    members.filter((member) => !isShared(member)),
    classes,
    {
      base: renders ? 'RenderOptions' : 'TypedDict',
      prefix: pascalCase(renders ? id : singular(path.split('/')[2] ?? '')),
    },
  )
}

/** Returns the module with the options and results of all operations. */
export const toTypesModule = (): string => {
  const classes: Classes = new Map()
  const outputs = outputTypes()
  const members = new Map(
    outputs.map(({ name, schema }) => [name, toType(schema, name, classes).split(' | ')]),
  )
  // Type checkers tell alternatives by their keys only if they are final.
  for (const name of webhookPayloads.flatMap((payload) => members.get(payload) ?? []))
    classes.set(name, `@final\n${classes.get(name)}`)
  const unions = [...members].flatMap(([name, names]) => (names.length > 1 ? [toUnion(name, names)] : []))
  const shared = sharedMembers()
  const doc = 'Options of every operation that renders.'
  const declared = [
    toClass('RenderOptions', shared, classes, { doc, prefix: '' }),
    ...clientOperations
      .filter(({ members }) => members.length > 0)
      .map((operation) => toOptions(operation, shared, classes)),
  ]
  const declarations = [...classes.values(), ...declared, ...unions, toUnion('WebhookEvent', webhookPayloads)]
  return [head, ...valueTypes.map(toValueType), ...declarations].join('\n\n\n')
}

const toUnion = (name: string, members: readonly string[]): string =>
  `${name} = Union[\n${members.map((member) => `    ${member},\n`).join('')}]`

const toValueType = ({ name, values }: { name: string; values: readonly string[] }): string => {
  const lines = ['']
  for (const value of values) {
    if ((lines.at(-1) ?? '').length + value.length > 92) lines.push('')
    lines[lines.length - 1] += ` "${value}",`
  }
  return `${name} = Literal[\n${lines.map((line) => `   ${line}`).join('\n')}\n]`
}
