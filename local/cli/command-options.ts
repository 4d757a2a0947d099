import { parseArgs } from 'node:util'
import type { Operation } from '../../lib/schema/operations.ts'
import { type Parameter, parametersOf } from '../../lib/schema/parameters.ts'
import { isStructured } from '../../lib/schema/value-schema.ts'
import { UsageError } from '../accounts/usage-error.ts'

/** Options of every command. */
const commonOptions = {
  json: { type: 'boolean', description: 'Print JSON.' },
  url: { type: 'string', description: 'URL of the service, instead of STILLFRAME_URL.' },
  key: { type: 'string', description: 'Access key, instead of STILLFRAME_KEY.' },
  profile: { type: 'string', description: 'Profile with a URL and keys, instead of STILLFRAME_PROFILE.' },
  help: { type: 'boolean', description: 'Print the options of the command.' },
} as const

interface CommandOption {
  type: 'boolean' | 'string'
  multiple?: boolean
  description: string
  /** Of an operation, and not of the command. */
  parameter?: Parameter
}

/** Parameters of a change of keys that the client sets. */
const signed = ['expires', 'key_generation']

export type CommandOptions = Readonly<Record<string, CommandOption>>

/** What a render shows is its operand. `--url` names the service. */
const operands: readonly string[] = ['url', 'html']

/** Returns the options of a command: those of its operation, with dashes in their names, and its other ones. */
export const toOptions = (operation: Operation | undefined, others: CommandOptions = {}): CommandOptions => {
  const parameters = operation ? [...parametersOf(operation.input).values()] : []
  const asked = parameters.filter(
    ({ name }) =>
      !(operation?.alwaysSigned && signed.includes(name)) && !(operation?.renders && operands.includes(name)),
  )
  const own = asked.map((parameter): [string, CommandOption] => {
    const { type, description } = parameter.schema
    const isList = type === 'array' && !isStructured(parameter.schema)
    return [
      parameter.name.replaceAll('_', '-'),
      {
        type: type === 'boolean' ? 'boolean' : 'string',
        ...(isList && { multiple: true }),
        description,
        parameter,
      },
    ]
  })
  return { ...commonOptions, ...Object.fromEntries(own), ...others }
}

export interface CommandLine {
  positionals: string[]
  /** Of the operation, as the API names them. */
  parameters: Record<string, unknown>
  /** Of the command. */
  values: Readonly<Record<string, string | boolean | undefined>>
}

/** Reads a command line. Names may have underscores, as in the API. @throws UsageError */
export const readCommandLine = (args: readonly string[], options: CommandOptions): CommandLine => {
  const named = args.map((arg) =>
    arg.startsWith('--') ? arg.replace(/^--[^=]*/, (name) => name.replaceAll('_', '-')) : arg,
  )
  const { values, positionals } = parse(named, options)
  const line: CommandLine = { positionals, parameters: {}, values: {} }
  const own: Record<string, string | boolean | undefined> = {}
  for (const [name, value] of Object.entries(values)) {
    const parameter = options[name]?.parameter
    if (parameter) line.parameters[parameter.name] = toValue(parameter, value)
    else own[name] = value as string | boolean
  }
  return { ...line, values: own }
}

const parse = (args: string[], options: CommandOptions) => {
  const config = Object.entries(options).map(([name, { type, multiple = false }]) => [
    name,
    { type, multiple, ...((name === 'output' || name === 'out') && { short: 'o' }) },
  ])
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: Object.fromEntries(config) as Record<string, { type: 'string' | 'boolean' }>,
    })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The service reads numbers from text, so only structured values are parsed. */
const toValue = ({ name, schema }: Parameter, value: unknown): unknown => {
  if (!isStructured(schema)) return value
  try {
    return JSON.parse(String(value))
  } catch {
    throw new UsageError(`--${name.replaceAll('_', '-')} must be JSON.`)
  }
}
