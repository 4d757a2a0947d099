import type { Operation, OperationId, RenderOperationId } from '../../lib/schema/operations.ts'
import { operations } from '../../lib/schema/operations.ts'
import { parameterOf } from '../../lib/schema/parameters.ts'
import { type CommandOptions, toOptions } from './command-options.ts'

export interface Command {
  /** The first words of the command line. */
  words: readonly string[]
  /** What follows them, for people. */
  operand?: string
  summary: string
  operation?: OperationId
  options?: CommandOptions
}

const output = {
  type: 'string',
  description: 'The file to write, whose extension chooses the format. For a snapshot, a folder.',
} as const

const local = { type: 'boolean', description: 'Render in this process, although a service is set.' } as const

const render = (word: string, operation: RenderOperationId): Command => ({
  words: [word],
  operand: parameterOf(operations[operation].input, 'html') ? 'URL|file.html|- [-o file]' : 'URL [-o file]',
  summary: operations[operation].summary,
  operation,
  options: { output, local },
})

const batch = (words: readonly string[], operation: RenderOperationId): Command => ({
  words: ['batch', ...words],
  operand: 'urls.csv --out FOLDER',
  summary: `${operations[operation].summary} of every page of a list`,
  operation,
  options: {
    out: { type: 'string', description: 'The folder to write into. What it has is not rendered again.' },
    concurrency: {
      type: 'string',
      description:
        'Pages that are rendered at the same time. Default: 2, on a service as many as the plan allows.',
    },
    local,
  },
})

const call = (words: string, operation: OperationId): Command => {
  const { summary, path }: Operation = operations[operation]
  return { words: words.split(' '), summary, operation, ...(path.includes('{id}') && { operand: 'ID' }) }
}

/** Every command. One with more words comes before its beginning. */
export const commands: readonly Command[] = [
  render('shot', 'screenshot'),
  render('pdf', 'pdf'),
  render('cast', 'screencast'),
  render('scrape', 'scrape'),
  render('snapshot', 'snapshot'),
  batch(['pdf'], 'pdf'),
  batch(['cast'], 'screencast'),
  batch(['scrape'], 'scrape'),
  batch(['snapshot'], 'snapshot'),
  batch([], 'screenshot'),
  call('tasks create', 'create_task'),
  call('tasks get', 'get_task'),
  call('tasks update', 'update_task'),
  call('tasks delete', 'delete_task'),
  call('tasks run', 'start_run'),
  call('tasks runs', 'list_runs'),
  call('tasks accept', 'accept_baseline'),
  call('tasks', 'list_tasks'),
  call('keys create', 'create_key'),
  call('keys update', 'update_key'),
  call('keys delete', 'delete_key'),
  call('keys', 'list_keys'),
  call('requests get', 'get_request'),
  call('requests delete', 'delete_request'),
  call('requests', 'list_requests'),
  call('usage', 'usage'),
  ...(['screenshot', 'pdf', 'screencast', 'scrape'] as const).map(
    (operation): Command => ({
      words: ['sign', operation],
      operand: 'URL',
      summary: `Print a signed link: ${operations[operation].summary.toLowerCase()}`,
      operation,
      options: { 'expires-in': { type: 'string', description: 'For how many seconds the link works.' } },
    }),
  ),
  {
    words: ['listen'],
    summary: 'Send the webhooks of requests that end to a program on this machine',
    options: {
      forward: { type: 'string', description: 'URL of the program, such as http://localhost:4000/hook.' },
    },
  },
  { words: ['open'], summary: 'Open the dashboard' },
  {
    words: ['profile'],
    operand: '[NAME]',
    summary: 'Save the URL and the keys of a service for later commands',
    options: { 'secret-key': { type: 'string', description: 'The secret key of the account.' } },
  },
  {
    words: ['completion'],
    operand: 'bash|zsh|fish',
    summary: 'Print a script that completes commands and options',
  },
]

export const optionsOf = ({ operation, options }: Command): CommandOptions =>
  toOptions(operation && operations[operation], options)

/** Returns the command that a command line begins with, and what follows. */
export const findCommand = (
  args: readonly string[],
): { command: Command; rest: readonly string[] } | undefined => {
  const command = commands.find(({ words }) => words.every((word, index) => args[index] === word))
  return command && { command, rest: args.slice(command.words.length) }
}

const firstSentence = (text: string) => text.split(/(?<=\.)\s/, 1)[0] ?? ''

const toColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2
  return rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`).join('\n')
}

/** Returns the list of commands. */
export const usage = (): string =>
  [
    'stillframe COMMAND [options]',
    '',
    toColumns(commands.map(({ words, operand = '', summary }) => [`${words.join(' ')} ${operand}`, summary])),
    '',
    'STILLFRAME_URL and STILLFRAME_KEY name a service, STILLFRAME_SECRET_KEY signs. Without a URL, renders need no service.',
    'stillframe COMMAND --help prints the options of a command, stillframe --version the version.',
  ].join('\n')

/** Returns the options of a command. */
export const usageOf = (command: Command): string =>
  [
    `stillframe ${command.words.join(' ')} ${command.operand ?? ''}`.trim(),
    '',
    `${command.summary}.`,
    '',
    toColumns(
      Object.entries(optionsOf(command)).map(([name, { type, description }]) => [
        `--${name}${type === 'boolean' ? '' : ' …'}`,
        firstSentence(description),
      ]),
    ),
  ].join('\n')
