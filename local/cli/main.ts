import { spawn } from 'node:child_process'
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
import { runBatch } from './batch/batch-command.ts'
import { type CommandLine, readCommandLine } from './command-options.ts'
import { type Command, commands, findCommand, optionsOf, usage, usageOf } from './commands.ts'
import { toCompletion } from './completion.ts'
import { connect, type Environment, findService, saveProfile } from './connection.ts'
import { fetchInTime } from './follow-requests.ts'
import { listen } from './listen.ts'
import { runRender } from './render-command.ts'
import { readPage, readWebUrl } from './source.ts'

interface Run extends CommandLine {
  env: Environment
  signal: AbortSignal
  print: (line: string) => void
  /** Replaces the last line of a terminal. Undefined without a terminal. */
  show: ((line: string) => void) | undefined
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
    const options = { ...(await readPage(source, signed)), ...parameters } as LinkedOptions['screenshot']
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
  const { positionals, parameters, values, env, signal } = run
  if (isRender(command.operation)) {
    const service = await findRenderer(values, env)
    const output = values['output'] === undefined ? undefined : String(values['output'])
    const [source] = positionals
    return runRender({ operation: command.operation, source, parameters, output, service, env, signal })
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

/** Returns a result for people: one line for each item of a list, or JSON. */
const toText = (result: unknown, { operation }: Command, isJson: boolean): string => {
  if (typeof result === 'string') return result
  const isList = Array.isArray(result) || operation?.startsWith('list_')
  if (isJson || !isList) return JSON.stringify(result, undefined, isJson ? 0 : 2)
  const list = [result, ...Object.values(result as object)].find(Array.isArray) ?? []
  return list.map((item: unknown) => toLine(item)).join('\n')
}

const toLine = (item: unknown): string =>
  typeof item === 'object' && item !== null
    ? Object.values(item)
        .filter((value) => value !== null && typeof value !== 'object')
        .map((value) => String(value).replaceAll('\n', ' '))
        .join('  ')
    : String(item)

/** What a page calls itself must not command the terminal. In JSON, this is the same text. */
const escapeControls = (text: string): string =>
  text.replace(/(?!\n)\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** What the shell is told: 1 for a request or page that failed, 2 for a wrong command line, 3 for a failure of the service. */
const toExitCode = (error: unknown): number => {
  if (error instanceof UsageError) return 2
  if (error instanceof StillframeError) return error.status >= 500 || error.code === 'unreachable' ? 3 : 1
  return error instanceof AppError && error.statusCode >= 500 ? 3 : 1
}

const toMessage = (error: unknown): string => {
  const { message, code } = error as Error & { code?: unknown }
  return error instanceof StillframeError || error instanceof AppError ? `${message} (${code})` : message
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
}

/** What a shell says of a command that Ctrl-C ended. */
const stopped = 130

/** Runs a command line. Returns the exit code. */
export const runCli = async (args: readonly string[], world: CliWorld): Promise<number> => {
  const { signal, out, err } = world
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
    await runLine(args, { env, signal, print, show: world.isTerminal ? show : undefined })
    return 0
  } catch (error) {
    endLine()
    if (signal.aborted && isAbort(error, signal)) {
      err('Stopped.\n')
      return stopped
    }
    err(`${escapeControls(toMessage(error))}\n`)
    return toExitCode(error)
  }
}

const isAbort = (error: unknown, signal: AbortSignal) =>
  error === signal.reason || (error as Error).name === 'AbortError'

const runLine = async (args: readonly string[], run: Omit<Run, keyof CommandLine>): Promise<void> => {
  const found = findCommand(args)
  if (!found) {
    if (![undefined, 'help', '--help'].includes(args[0])) throw new UsageError(toUnknown(args[0] ?? ''))
    return run.print(usage())
  }
  const line = readCommandLine(found.rest, optionsOf(found.command))
  if (line.values['help']) return run.print(usageOf(found.command))
  const { words, operand } = found.command
  const [surplus] = line.positionals.slice(operand === undefined ? 0 : 1)
  if (surplus !== undefined)
    throw new UsageError(
      `stillframe ${words.join(' ')} takes ${operand === undefined ? 'no' : 'one'} operand. ${surplus} is too much.`,
    )
  const result = await runCommand(found.command, { ...line, ...run })
  if (result !== undefined) run.print(toText(result, found.command, line.values['json'] === true))
}
