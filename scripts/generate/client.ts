import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type ClientOperation,
  clientOperations,
  type Member,
  outputNameOf,
  outputTypes,
  pascalCase,
  type Schema,
  sharedMembers,
  toDescription,
  toFacts,
  valueTypes,
  webhookPayloads,
} from './client-schemas.ts'

const toType = (schema: Schema): string => {
  if (schema['x-name'] !== undefined) return schema['x-name']
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) return alternatives.map(toType).join(' | ')
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  if (schema.type === 'array') return `readonly (${toType(schema.items ?? {})})[]`
  if (schema.type === 'object') return toObject(schema)
  return (
    { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[
      String(schema.type)
    ] ?? 'unknown'
  )
}

const toObject = ({ properties = {}, additionalProperties, required = [] }: Schema): string => {
  const members = Object.entries(properties).map(([name, schema]) =>
    toMember({ name, schema, isRequired: required.includes(name) }),
  )
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? toType(additionalProperties as Schema) : 'unknown'}>>`
}

const toMember = ({ name, schema, isRequired }: Member): string =>
  `${toComment(toDescription(schema))}${JSON.stringify(name)}${isRequired ? '' : '?'}: ${toType(schema)}`

const toComment = (text: string | undefined): string =>
  text === undefined ? '' : `/** ${text.replaceAll('*/', '*\\/')} */\n`

/** Returns a list of values in full lines. */
const toValueType = ({ name, values }: { name: string; values: readonly string[] }): string => {
  const lines = ['']
  for (const value of values) {
    const text = ` | '${value}'`
    if ((lines.at(-1) ?? '').length + text.length > 108) lines.push('')
    lines[lines.length - 1] += text
  }
  return `// biome-ignore format: One value a line would be hundreds of lines.\nexport type ${name} =\n${lines.join('\n')}`
}

const optionsName = ({ id }: ClientOperation): string => `${pascalCase(id)}Options`

const shared = sharedMembers()

const withOptions = clientOperations.filter(({ members }) => members.length > 0)

/** Returns the declaration of an operation's options. Each is written once: others name the first interface that has it. */
const toOptions = (operation: ClientOperation, index: number): string => {
  const own = operation.members.filter(
    (member) => !(operation.renders && shared.some(({ name }) => name === member.name)),
  )
  const firstWith = (member: Member) =>
    withOptions
      .slice(0, index)
      .find(({ members }) => members.some((other) => toMember(other) === toMember(member)))
  const declared = Map.groupBy(own, firstWith)
  const bases = [...declared].flatMap(([first, members]) =>
    first ? `Pick<${optionsName(first)}, ${members.map(({ name }) => `'${name}'`).join(' | ')}>` : [],
  )
  const parents = [...(operation.renders ? ['RenderOptions'] : []), ...bases].join(', ')
  const body = (declared.get(undefined) ?? []).map(toMember).join('\n')
  return `export interface ${optionsName(operation)}${parents && ` extends ${parents}`} {\n${body}\n}`
}

const camelCase = (id: string): string => id.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const toMethod = (operation: ClientOperation): string => {
  const { id, members, pathParameter, renders, summary, description } = operation
  const options = optionsName(operation)
  const comment = `/** ${summary}. ${description} */\n`
  const result = outputNameOf(operation)
  if (renders)
    return `${comment}${camelCase(id)}: ${result ? `Render<${options}, ${result}>` : `RenderFile<${options}>`}`
  const isRequired = members.some((member) => member.isRequired)
  const parameters = [
    ...(pathParameter ? ['id: string | number'] : []),
    ...(members.length > 0 ? [`options${isRequired ? '' : '?'}: ${options}`] : []),
    'call?: CallOptions',
  ]
  return `${comment}${camelCase(id)}(${parameters.join(', ')}): Promise<${result ?? 'void'}>`
}

/** Returns the module of the TypeScript client with the types and the table of all operations. */
const toModule = (): string =>
  [
    '// Generated from lib/schema by scripts/generate/client.ts. `npm run generate` rewrites it.',
    "import type { CallOptions, Operation, Render, RenderFile } from './types.ts'",
    ...valueTypes.map(toValueType),
    ...outputTypes().map(({ name, schema }) => `export type ${name} = ${toType(schema)}`),
    `/** The message of a webhook. */\nexport type WebhookEvent = ${webhookPayloads.join(' | ')}`,
    `/** Options of every operation that renders. */\nexport interface RenderOptions {\n${shared.map(toMember).join('\n')}\n}`,
    ...withOptions.map(toOptions),
    `/** The options of the operations that a link can call. */\nexport interface LinkedOptions {\n${clientOperations
      .filter(({ renders, methods }) => renders && methods.includes('GET'))
      .map((operation) => `${operation.id}: ${optionsName(operation)}`)
      .join('\n')}\n}`,
    `/** The operations of the service. */\nexport interface Operations {\n${clientOperations.map(toMethod).join('\n')}\n}`,
    `export const operations = {\n${clientOperations
      .map((operation) => `${camelCase(operation.id)}: ${JSON.stringify(toFacts(operation))},`)
      .join('\n')}\n} as const satisfies Record<keyof Operations, Operation>`,
  ].join('\n\n')

const root = join(import.meta.dirname, '../..')

export const clientModule = join(root, 'clients/typescript/src/operations.ts')

/** Returns the module as it is committed. */
export const formatClientModule = (): string => {
  const biome = join(root, 'node_modules/.bin/biome')
  const parameters = ['format', `--stdin-file-path=${clientModule}`]
  return execFileSync(biome, parameters, { cwd: root, input: toModule(), encoding: 'utf8' })
}

/** Rewrites the generated module, which is committed. */
export const generateClient = (): Promise<void> => writeFile(clientModule, formatClientModule())
