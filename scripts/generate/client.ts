import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { deviceIds } from '../../lib/schema/devices.ts'
import { requiredNames } from '../../lib/schema/openapi-request.ts'
import {
  WebhookBatchPayload,
  WebhookChangePayload,
  WebhookErrorPayload,
  WebhookPayload,
} from '../../lib/schema/openapi-webhook.ts'
import { createsObject, type Operation, operations } from '../../lib/schema/operations.ts'
import { type Parameter, parametersOf } from '../../lib/schema/parameters.ts'
import { RenderResult } from '../../lib/schema/render-result.ts'
import { Acknowledgement, RequestView } from '../../lib/schema/requests.ts'
import { SnapshotDocument } from '../../lib/schema/snapshot-document.ts'
import { Task } from '../../lib/schema/tasks.ts'
import type { ValueSchema } from '../../lib/schema/value-schema.ts'
import { ChangeView } from '../../lib/schema/watch.ts'

/** Schemas of responses that have a name in the client. Others are part of the response of their operation. */
const namedOutputs = new Map<unknown, string>(
  Object.entries({
    Acknowledgement,
    ChangeView,
    RenderResult,
    RequestView,
    SnapshotDocument,
    Task,
    WebhookBatchPayload,
    WebhookChangePayload,
    WebhookErrorPayload,
    WebhookPayload,
  }).map(([name, schema]) => [schema, name]),
)

/** The members of JSON Schema that the schemas of requests and responses use. */
interface Schema extends Omit<ValueSchema, 'type' | 'items' | 'properties' | 'oneOf' | 'const' | 'enum'> {
  type?: string | readonly string[]
  items?: Schema
  properties?: Readonly<Record<string, Schema>>
  oneOf?: readonly Schema[]
  anyOf?: readonly Schema[]
  const?: unknown
  enum?: readonly unknown[]
  'x-name'?: string
}

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
  const members = Object.entries(properties).map(
    ([name, member]) =>
      `${toComment(member)}${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${toType(member)}`,
  )
  if (members.length > 0) return `{\n${members.join('\n')}\n}`
  return `Readonly<Record<string, ${typeof additionalProperties === 'object' ? toType(additionalProperties as Schema) : 'unknown'}>>`
}

const toComment = ({ description, default: value }: Pick<Schema, 'description' | 'default'>): string => {
  if (description === undefined) return ''
  const standard = value === undefined ? '' : ` Default: \`${JSON.stringify(value)}\`.`
  return `/** ${(description + standard).replaceAll('*/', '*\\/')} */\n`
}

/** Returns the type of a response, in which named schemas keep their names. */
const toOutputType = (output: z.ZodType, isNamed = true): string => {
  const name = namedOutputs.get(output)
  if (isNamed && name !== undefined) return name
  const schema = z.toJSONSchema(output, {
    override: ({ zodSchema, jsonSchema }) => {
      const inner = namedOutputs.get(zodSchema)
      if (inner !== undefined && zodSchema !== (output as unknown))
        Object.assign(jsonSchema, { 'x-name': inner })
    },
  })
  return toType(schema as Schema)
}

const pascalCase = (id: string): string =>
  id.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

export const camelCase = (id: string): string =>
  id.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Parameters that the client sets, because they decide what a call returns or prove who makes it. */
const isSetByClient = ({ renders, alwaysSigned }: Operation, name: string): boolean =>
  (renders && (name === 'async' || name === 'response_type')) ||
  (alwaysSigned === true && (name === 'expires' || name === 'key_generation'))

const optionsOf = (operation: Operation): Parameter[] =>
  [...parametersOf(operation.input).values()].filter(({ name }) => !isSetByClient(operation, name))

const toMembers = (operation: Operation): string[] => {
  const required = requiredNames(operation.input)
  return optionsOf(operation).map(({ name, schema }) => {
    const type = name === 'viewport_device' ? 'DeviceId' : toType(schema as Schema)
    return `${toComment(schema)}${name}${required.includes(name) ? '' : '?'}: ${type}`
  })
}

const rows = Object.values<Operation>(operations).filter(({ id }) => id !== 'openapi')

/** The options that all operations that render have. */
const sharedMembers = new Set(
  rows
    .filter(({ renders }) => renders)
    .map(toMembers)
    .reduce((shared, members) => shared.filter((member) => members.includes(member))),
)

const toOptions = (operation: Operation): string => {
  const members = toMembers(operation).filter((member) => !(operation.renders && sharedMembers.has(member)))
  const base = operation.renders ? ' extends RenderOptions' : ''
  return `export interface ${pascalCase(operation.id)}Options${base} {\n${members.join('\n')}\n}`
}

const toMethod = (operation: Operation): string => {
  const options = `${pascalCase(operation.id)}Options`
  const comment = `/** ${operation.summary}. ${operation.description} */\n`
  const result = operation.output ? toOutputType(operation.output) : 'void'
  if (operation.renders)
    return `${comment}${camelCase(operation.id)}: Render<${options}${operation.output ? `, ${result}` : ''}>`
  const isRequired = requiredNames(operation.input).some((name) => !isSetByClient(operation, name))
  const parameters = [
    ...(operation.pathParameter ? ['id: string | number'] : []),
    ...(optionsOf(operation).length > 0 ? [`options${isRequired ? '' : '?'}: ${options}`] : []),
    'call?: CallOptions',
  ]
  return `${comment}${camelCase(operation.id)}(${parameters.join(', ')}): Promise<${result}>`
}

/** Returns what the client needs to know to send a request. */
const toRow = (operation: Operation): string => {
  const { id, methods, path, renders, signed, alwaysSigned } = operation
  const facts = {
    method: methods.at(-1),
    path,
    ...(optionsOf(operation).length > 0 && { hasOptions: true }),
    ...(renders && { renders }),
    ...(signed && { signed }),
    ...(alwaysSigned && { alwaysSigned }),
    ...((renders || createsObject(operation)) && { takesKey: true }),
  }
  return `${camelCase(id)}: ${JSON.stringify(facts)},`
}

/** Returns the module of the TypeScript client with the types and the table of all operations. */
const toModule = (): string =>
  [
    '// Generated from lib/schema by scripts/generate/client.ts. `npm run generate` rewrites it.',
    "import type { CallOptions, Operation, Render } from './types.ts'",
    `export type DeviceId = ${toType({ enum: deviceIds })}`,
    ...[...namedOutputs].map(
      ([schema, name]) => `export type ${name} = ${toOutputType(schema as z.ZodType, false)}`,
    ),
    `/** Options of every operation that renders. */\nexport interface RenderOptions {\n${[...sharedMembers].join('\n')}\n}`,
    ...rows.filter((operation) => optionsOf(operation).length > 0).map(toOptions),
    `/** The options of the operations that a link can call. */\nexport interface LinkedOptions {\n${rows
      .filter(({ renders, methods }) => renders && methods.includes('GET'))
      .map(({ id }) => `${id}: ${pascalCase(id)}Options`)
      .join('\n')}\n}`,
    `/** The operations of the service. */\nexport interface Operations {\n${rows.map(toMethod).join('\n')}\n}`,
    `export const operations = {\n${rows.map(toRow).join('\n')}\n} as const satisfies Record<keyof Operations, Operation>`,
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
