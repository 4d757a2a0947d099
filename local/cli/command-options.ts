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

/**
 * Reads a command line. Names may have underscores, as in the API.
 * @param words of the command
 * @throws UsageError
 */
export const readCommandLine = (
  args: readonly string[],
  options: CommandOptions,
  words = '',
): CommandLine => {
  const { values, positionals } = parse(
    args.map((arg) => toOwnForm(arg, options)),
    options,
    words,
  )
  const line: CommandLine = { positionals, parameters: {}, values: {} }
  const own: Record<string, string | boolean | undefined> = {}
  for (const [name, value] of Object.entries(values)) {
    const parameter = options[name]?.parameter
    if (parameter) line.parameters[parameter.name] = toValue(parameter, value)
    else own[name] = value as string | boolean
  }
  return { ...line, values: own }
}

/** Returns an option with dashes in its name, and a flag without a value. */
const toOwnForm = (arg: string, options: CommandOptions): string => {
  if (!arg.startsWith('--')) return arg
  const [given = '', ...value] = arg.split('=')
  const name = given.slice(2).replaceAll('_', '-')
  const isFlag = options[name]?.type === 'boolean'
  if (isFlag && value[0] === 'true') return `--${name}`
  if (isFlag && value[0] === 'false') return `--no-${name}`
  return [`--${name}`, ...value].join('=')
}

const shorts: Readonly<Record<string, string>> = { output: 'o', out: 'o', help: 'h' }

const parse = (args: string[], options: CommandOptions, words: string) => {
  const config = Object.entries(options).map(([name, { type, multiple = false }]) => [
    name,
    { type, multiple, ...(shorts[name] && { short: shorts[name] }) },
  ])
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      allowNegative: true,
      options: Object.fromEntries(config) as Record<string, { type: 'string' | 'boolean' }>,
    })
  } catch (error) {
    throw new UsageError(toProblem(error as Error & { code: string }, options, words))
  }
}

/** Returns what is wrong in the words of this program. */
const toProblem = ({ message, code }: Error & { code: string }, options: CommandOptions, words: string) => {
  const [, name = message] = /'(?:-\w, )?(--?[^' ]*)/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION')
    return `There is no option ${name}. stillframe ${words} --help lists all.`
  const isFlag = options[name.replace(/^--(?:no-)?/, '')]?.type === 'boolean'
  return `${name} must ${isFlag ? 'be true or false' : 'have a value'}.`
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
