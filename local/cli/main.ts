import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Client,
  type ClientSettings,
  createClient,
  type LinkedOptions,
  StillframeError,
} from '../../clients/typescript/src/index.ts'
import { AppError } from '../../lib/base/errors.ts'
import { operations, type RenderOperationId } from '../../lib/schema/operations.ts'
import { assertSeconds, UsageError } from '../accounts/usage-error.ts'
import { root } from '../bundles.ts'
import { runBatch } from './batch/batch-command.ts'
import { type CommandLine, readCommandLine } from './command-options.ts'
import { type Command, commands, findCommand, optionsOf, usage, usageOf } from './commands.ts'
import { toCompletion } from './completion.ts'
import { connect, type Environment, findService, saveProfile } from './connection.ts'
import { fetchInTime } from './follow-requests.ts'
import { listen } from './listen.ts'
import { runRender } from './render-command.ts'
import { readSource, readWebUrl } from './source.ts'

interface Run extends CommandLine {
  env: Environment
  signal: AbortSignal
  print: (line: string) => void
  /** Replaces the last line of a terminal. Undefined without a terminal. */
  show: ((line: string) => void) | undefined
  isOutTerminal: boolean
}

/** The commands that are more than a call of an operation, by their first word. */
const special: Readonly<Record<string, (run: Run, command: Command) => Promise<unknown>>> = {
  async sign({ positionals: [source], parameters, values, env }, { operation }) {
    const { client, settings } = await connect(values, env)
    if (settings.secretKey === undefined)
      throw new UsageError('Set STILLFRAME_SECRET_KEY, the secret key of the account: it signs links.')
    const { 'expires-in': expiresIn } = values as Record<string, string | undefined>
    assertSeconds(expiresIn)
    const signed = operation as keyof LinkedOptions
    const options = { ...(await readSource(source)), ...parameters } as LinkedOptions['screenshot']
    return client.link(signed, options, expiresIn === undefined ? {} : { expiresIn: Number(expiresIn) })
  },
  async listen({ values, env, print, signal }) {
    const { forward } = values
    if (typeof forward !== 'string')
      throw new UsageError('stillframe listen --forward http://localhost:4000/hook')
    const forwardTo = readWebUrl('`--forward`', forward)
    const { settings } = await connect(values, env)
    const client = createClient({ ...settings, fetch: fetchInTime })
    const count = await listen({ client, forwardTo, secretKey: settings.secretKey, print, signal })
    if (count > 0) throw new Error(`${count} messages were not delivered.`)
  },
  async open({ values, env }) {
    const { settings } = await connect(values, env)
    const url = new URL('/dashboard/', settings.url).href
    const program = process.platform === 'darwin' ? 'open' : 'xdg-open'
    spawn(program, [url], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref()
    return url
  },
  completion: async ({ positionals: [shell] }) => toCompletion(shell),
  async profile({ positionals: [name = 'default'], values, env }) {
    const { url, key, 'secret-key': secretKey } = values as Record<string, string | undefined>
    return saveProfile(name, { url, key, secretKey }, env)
  },
  async batch({ positionals: [list], parameters, values, env, signal, print, show }, { operation }) {
    const { out, concurrency } = values as Record<string, string | undefined>
    if (concurrency !== undefined && !/^[1-9]\d?$/.test(concurrency))
      throw new UsageError('--concurrency must be an integer from 1 to 99.')
    const service = await findRenderer(values, env)
    const outcome = await runBatch({
      operation: operation as RenderOperationId,
      list,
      parameters,
      out,
      concurrency: concurrency === undefined ? undefined : Number(concurrency),
      service,
      env,
      signal,
      show,
    })
    const { failed, total, done, failures, refusal } = outcome
    const left = total - done - failed
    if (values['json']) print(JSON.stringify(outcome))
    else if (failed === 0) return `${total} pages are in ${out}.`
    if (failed > 0)
      throw new Error(
        [
          `${failed} of ${total} pages failed:`,
          ...failures.map(({ url, message, code }) => `${url} ${message} (${code})`.replaceAll('\n', ' ')),
          ...(refusal
            ? [
                `${left === 1 ? '1 page was' : `${left} pages were`} not rendered: ${refusal.message} (${refusal.code})`,
              ]
            : []),
        ].join('\n'),
      )
    return undefined
  },
}

/** Returns the service that renders. Undefined if this process does. */
const findRenderer = (values: Run['values'], env: Environment): Promise<ClientSettings | undefined> =>
  values['local'] === true ? Promise.resolve(undefined) : findService(values, env)

const isRender = (id: string | undefined): id is RenderOperationId =>
  id !== undefined && operations[id as RenderOperationId].renders

const runCommand = async (command: Command, run: Run): Promise<unknown> => {
  const own = special[command.words[0] ?? '']
  if (own) return own(run, command)
  const { positionals, parameters, values, env, signal, isOutTerminal } = run
  if (isRender(command.operation)) {
    const service = await findRenderer(values, env)
    const output = values['output'] === undefined ? undefined : String(values['output'])
    const [source] = positionals
    const { operation } = command
    return runRender({ operation, source, parameters, output, service, env, signal, isOutTerminal })
  }
  const { client } = await connect(values, env)
  return callOperation(client, command, run)
}

const callOperation = (
  client: Client,
  { operation = 'usage' }: Command,
  { positionals, parameters, signal }: Run,
) => {
  const name = operation.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  const methods = client as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  const { path, input } = operations[operation]
  const [id] = positionals
  if (path.includes('{id}') && id === undefined) throw new UsageError('Name an id.')
  const hasOptions = Object.keys(input.shape).length > 0
  return methods[name]?.(...(path.includes('{id}') ? [id] : []), ...(hasOptions ? [parameters] : []), {
    signal,
  })
}

/** Returns a result for people: a table of a list, or JSON. Undefined for an empty list. */
const toText = (result: unknown, { operation }: Command, isJson: boolean): string | undefined => {
  if (typeof result === 'string') return result
  const isList = Array.isArray(result) || operation?.startsWith('list_')
  if (isJson || !isList) return JSON.stringify(result, undefined, isJson ? 0 : 2)
  const list: object[] = [result, ...Object.values(result as object)].find(Array.isArray) ?? []
  return list.length === 0 ? undefined : toTable(list.map(toCells))
}

/** Returns the values that fit into a line, by their names. */
const toCells = (item: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([, value]) => value !== null && typeof value !== 'object')
      .map(([name, value]) => [name, escapeControls(String(value).replaceAll('\n', ' '))]),
  )

const toTable = (rows: readonly Record<string, string>[]): string => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const columns = names.map((name) => {
    const cells = [name, ...rows.map((row) => row[name] ?? '')]
    const width = Math.max(...cells.map(({ length }) => length))
    return cells.map((cell) => cell.padEnd(width))
  })
  return [undefined, ...rows]
    .map((_, index) =>
      columns
        .map((cells) => cells[index])
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** What a page calls itself must not command the terminal. In JSON, this is the same text. */
const escapeControls = (text: string): string =>
  text.replace(/(?!\n)\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What the shell is told: 1 for a request or page that failed, 2 for a wrong command line, 3 for a failure of the service. */
const toExitCode = (error: unknown): number => {
  if (error instanceof UsageError) return 2
  if (error instanceof StillframeError) return error.status >= 500 || error.code === 'unreachable' ? 3 : 1
  return error instanceof AppError && error.statusCode >= 500 ? 3 : 1
}

/** Returns the code of an error: that of the service, or which part of the command line failed. */
const toCode = (error: unknown): string => {
  if (error instanceof StillframeError || error instanceof AppError) return error.code
  return error instanceof UsageError ? 'usage' : 'failed'
}

const toMessage = (error: unknown, isJson: boolean): string => {
  const { message } = error as Error
  const code = toCode(error)
  if (isJson) return JSON.stringify({ code, message })
  return code === 'usage' || code === 'failed' ? message : `${message} (${code})`
}

const toUnknown = (word: string): string => {
  const next = commands.flatMap(({ words }) => (words[0] === word ? (words[1] ?? []) : []))
  return next.length > 0
    ? `stillframe ${word} ${next.join('|')}`
    : `There is no command ${word}. stillframe help lists all.`
}

interface CliWorld {
  env: Environment
  signal: AbortSignal
  out: (text: string) => void
  err: (text: string) => void
  /** Whether `err` is a terminal. */
  isTerminal?: boolean
  isOutTerminal?: boolean
}

/** What a shell says of a command that Ctrl-C ended. */
const stopped = 130

/** Runs a command line. Returns the exit code. */
export const runCli = async (args: readonly string[], world: CliWorld): Promise<number> => {
  const { signal, out, err, isOutTerminal = false } = world
  let isShown = false
  const endLine = () => {
    if (isShown) err('\n')
    isShown = false
  }
  const print = (text: string) => {
    endLine()
    out(`${escapeControls(text)}\n`)
  }
  const show = (line: string) => {
    isShown = true
    err(`\r${line}\u001b[K`)
  }
  try {
    // An empty variable is how a shell or a workflow passes one that is not set.
    const env = Object.fromEntries(Object.entries(world.env).filter(([, value]) => value !== ''))
    await runLine(args, { env, signal, print, show: world.isTerminal ? show : undefined, isOutTerminal })
    return 0
  } catch (error) {
    endLine()
    if (signal.aborted && isAbort(error, signal)) {
      err('Stopped.\n')
      return stopped
    }
    const isJson = args.includes('--json') || args.includes('--json=true')
    err(`${escapeControls(toMessage(error, isJson))}\n`)
    return toExitCode(error)
  }
}

const version = (): string => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

const isAbort = (error: unknown, signal: AbortSignal) =>
  error === signal.reason || (error as Error).name === 'AbortError'

/** Returns what the program says of itself. @throws UsageError for a command that does not exist */
const describeProgram = (word: string | undefined): string => {
  if (word === '--version' || word === '-v') return version()
  if (![undefined, 'help', '--help', '-h'].includes(word)) throw new UsageError(toUnknown(word ?? ''))
  return usage()
}

const runLine = async (args: readonly string[], run: Omit<Run, keyof CommandLine>): Promise<void> => {
  const [first, ...others] = args
  if (first === 'help' && others.length > 0) return runLine([...others, '--help'], run)
  const found = findCommand(args)
  if (!found) return run.print(describeProgram(first))
  const line = readCommandLine(found.rest, optionsOf(found.command), found.command.words.join(' '))
  if (line.values['help']) return run.print(usageOf(found.command))
  assertOperands(line, found.command)
  const result = await runCommand(found.command, { ...line, ...run })
  const text = result === undefined ? undefined : toText(result, found.command, line.values['json'] === true)
  if (text !== undefined) run.print(text)
}

/** @throws UsageError for more operands than the command takes */
const assertOperands = ({ positionals }: CommandLine, { words, operand }: Command) => {
  const [surplus] = positionals.slice(operand === undefined ? 0 : 1)
  if (surplus !== undefined)
    throw new UsageError(
      `stillframe ${words.join(' ')} takes ${operand === undefined ? 'no' : 'one'} operand. ${surplus} is too much.`,
    )
}
