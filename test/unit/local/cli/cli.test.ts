import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../../../lib/schema/operations.ts'
import { readCommandLine, toOptions } from '../../../../local/cli/command-options.ts'
import { commands, findCommand, optionsOf } from '../../../../local/cli/commands.ts'
import { findService } from '../../../../local/cli/connection.ts'
import { listen } from '../../../support/listen.ts'
import { requirePrograms } from '../../../support/programs.ts'
import { runCommand } from '../../../support/run-command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const run = (line: string, env: Record<string, string> = {}) =>
  runCommand(line.split(' ').filter(Boolean), env)

const unreachable = { STILLFRAME_URL: 'http://127.0.0.1:1', STILLFRAME_KEY: 'key' }

test.each([
  ['', 0, /stillframe COMMAND/],
  ['shot --help', 0, /--full-page +Capture/i],
  ['help tasks create', 0, /^stillframe tasks create\n/],
  ['help nothing', 2, /no command nothing/],
  ['--version', 0, /^\d+\.\d+\.\d+\n$/],
  ['nothing', 2, /no command nothing/],
  ['sign', 2, /sign screenshot\|pdf/],
  [
    'shot https://a.example --widht 3',
    2,
    /^There is no option --widht\. stillframe shot --help lists all\.\n$/,
  ],
  ['shot https://a.example --full-page=2', 2, /^--full-page must be true or false\.\n$/],
  ['shot https://a.example --output', 2, /^--output must have a value\.\n$/],
  ['shot', 2, /Name a URL/],
  ['shot https://a.example --actions x', 2, /--actions must be JSON/],
  ['shot https://a.example --async', 2, /needs a service/],
  ['shot https://a.example -o x.bmp', 2, /writes jpeg, jpg, png/],
  ['shot missing.html', 2, /no file missing.html/],
  ['batch urls.csv', 2, /--out FOLDER/],
  ['batch missing.csv --out x --concurrency 0', 2, /from 1 to 99/],
  ['profile', 2, /--url URL --key KEY/],
  ['tasks', 2, /Set STILLFRAME_URL/],
  ['usage more', 2, /takes no operand. more is too much/],
  ['completion tcsh', 2, /bash\|zsh\|fish/],
  ['shot https://a.example --image-quality 101', 1, /`image_quality` is 101/],
])('%s ends with %s', async (line, code, message) => {
  const { out, err, ...ended } = await run(line)
  expect(ended.code).toBe(code)
  expect(out + err).toMatch(message)
})

test.each([
  ['sign screenshot https://a.example', 2, /Set STILLFRAME_SECRET_KEY/],
  ['sign screenshot', 2, /Name a URL/],
])('with a service, %s ends with %s', async (line, code, message) => {
  const secret = line.endsWith('a.example') ? {} : { STILLFRAME_SECRET_KEY: 'secret' }
  const ended = await run(line, { ...unreachable, ...secret })
  expect([ended.code, ended.err]).toEqual([code, expect.stringMatching(message)])
})

test('a service that cannot be reached is another failure than one that refuses', async () => {
  expect(await run('tasks delete 1', unreachable)).toEqual({
    code: 3,
    out: '',
    err: 'The service cannot be reached. (unreachable)\n',
  })
})

test('a connection that is lost in the body of a response is a failure of the service', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 })
    response.write('{', () => response.destroy())
  })
  const url = `http://127.0.0.1:${await listen(server)}`
  expect(await run('usage', { ...unreachable, STILLFRAME_URL: url })).toMatchObject({
    code: 3,
    err: 'The service cannot be reached. (unreachable)\n',
  })
})

test('with --json, an error is JSON with its code', async () => {
  const failed = async (line: string) => {
    const { out, err } = await run(line, unreachable)
    return [out, JSON.parse(err)]
  }
  expect(await failed('usage --json')).toEqual([
    '',
    { code: 'unreachable', message: 'The service cannot be reached.' },
  ])
  expect(await failed('usage more --json')).toMatchObject(['', { code: 'usage' }])
  expect(await failed('usage more --json=true')).toMatchObject(['', { code: 'usage' }])
  expect(await failed('shot https://a.example --image-quality 101 --local --json')).toMatchObject([
    '',
    { code: 'invalid_parameter' },
  ])
})

test('a file that is no text is not written to a terminal', async () => {
  const shoot = (line: string) => runCommand(line.split(' '), unreachable, { isOutTerminal: true })
  expect(await shoot('shot https://a.example')).toMatchObject({
    code: 2,
    err: 'The result is binary and cannot be shown in a terminal. Name a file with `-o`, or pipe it to a program.\n',
  })
  for (const line of ['scrape https://a.example', 'pdf https://a.example --response-type json'])
    expect((await shoot(line)).code).toBe(3)
})

test.each([
  ['--full-page', true],
  ['--full-page=true', true],
  ['--no-full-page', false],
])('%s is %s', async (option, value) => {
  const { rest, command } = findCommand(['shot', option]) ?? expect.fail()
  expect(readCommandLine(rest, optionsOf(command)).parameters).toEqual({ full_page: value })
})

test('options are those of the schema, with dashes or underscores', () => {
  const { command, rest } =
    findCommand([
      'shot',
      'example.com',
      '--full-page',
      '--image_quality=70',
      '--hide-selectors',
      'a',
      '--hide-selectors',
      'b',
      '--no-cache',
      '-o',
      'x.png',
      '--actions',
      '[{"action":"wait"}]',
    ]) ?? expect.fail()
  expect(readCommandLine(rest, optionsOf(command))).toEqual({
    positionals: ['example.com'],
    parameters: {
      full_page: true,
      image_quality: '70',
      hide_selectors: ['a', 'b'],
      cache: false,
      actions: [{ action: 'wait' }],
    },
    values: { output: 'x.png' },
  })
})

test('a command with more words is found before the one that it begins with', () => {
  for (const { words } of commands) expect(findCommand([...words, 'x'])?.command.words).toEqual(words)
})

/** Asks a shell what can follow words, with its script in `$1`. */
const askShell = {
  bash: [
    '-c',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is code of the shell.
    'source $1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _stillframe; echo "${COMPREPLY[@]}"',
    'bash',
  ],
  // Without the files of a user, as on a new machine. Only a terminal has `compadd`, which takes the words that fit.
  zsh: [
    '-f',
    '-c',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: It is code of the shell.
    'fpath=($HOME $fpath); source $1; shift; words=("$@"); CURRENT=$#; compadd() { print -r -- ${(M)@:#$words[-1]*} }; eval "$_comps[stillframe]"',
    'zsh',
  ],
  fish: ['--no-config', '-c', 'source $argv[1]; complete -C "$argv[2..-1]" | string join " "'],
} as const

test.for(Object.keys(askShell) as (keyof typeof askShell)[])(
  '%s completes words and options of commands',
  async (shell, context) => {
    const { out } = await run(`completion ${shell}`)
    if (shell !== 'bash') requirePrograms(context, shell)
    const folder = temporaryFolder()
    const file = join(folder, 'completion')
    writeFileSync(file, out)
    // In place of zsh's own, which reads the completions of every command.
    writeFileSync(join(folder, 'compinit'), 'typeset -gA _comps; compdef() { _comps[$2]=$1 }')
    const complete = (...words: string[]) => {
      const { stdout, stderr } = spawnSync(shell, [...askShell[shell], file, 'stillframe', ...words], {
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, ZDOTDIR: folder },
      })
      expect(stderr).toBe('')
      return stdout.trim()
    }
    expect(complete('sh')).toBe('shot')
    expect(complete('keys', 'cr')).toBe('create')
    expect(complete('shot', 'https://a.example', '--full-page-s')).toContain('--full-page-scroll')
    expect(complete('keys', 'create', '--sc')).toBe('--scope')
  },
)

test('fish expands nothing in the script that is not a variable', async () => {
  const { out } = await run('completion fish')
  expect(out.match(/"[^"]*"/g)).toEqual(['"$line $word"', '"$line"'])
})

const staging = { url: 'http://staging.example', accessKey: 'key', secretKey: 'secret' }

test.each([
  ['the environment', {}, { url: 'http://env.example', accessKey: 'env' }],
  ['a named profile', { profile: 'staging' }, { url: 'http://staging.example', accessKey: 'staging' }],
])('%s names the service', async (_label, given, expected) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'stillframe'))
  const profile = (name: string) => ({ url: `http://${name}.example`, key: name })
  writeFileSync(
    join(folder, 'stillframe', 'profiles.json'),
    JSON.stringify({ default: profile('default'), staging: profile('staging') }),
  )
  const env = { XDG_CONFIG_HOME: folder, STILLFRAME_URL: 'http://env.example', STILLFRAME_KEY: 'env' }
  expect(await findService(given, env)).toEqual(expected)
  await expect(findService({ url: 'http://other.example' }, env)).rejects.toThrow('STILLFRAME_KEY')
})

test.each<[string, object, Record<string, string>, object | RegExp]>([
  [
    'a profile with a URL',
    { profile: 'staging' },
    { STILLFRAME_KEY: 'env', STILLFRAME_SECRET_KEY: 'env' },
    staging,
  ],
  [
    'a profile that the environment names',
    {},
    { STILLFRAME_PROFILE: 'staging', STILLFRAME_KEY: 'env', STILLFRAME_SECRET_KEY: 'env' },
    staging,
  ],
  ['another URL of the environment', {}, { STILLFRAME_URL: 'http://env.example' }, /Set STILLFRAME_KEY/],
  ['another URL of the command', { url: 'http://env.example', profile: 'staging' }, {}, /Set STILLFRAME_KEY/],
  [
    'another URL with its key',
    { url: 'http://env.example', key: 'own' },
    {},
    { url: 'http://env.example', accessKey: 'own' },
  ],
  [
    'another URL of the environment with its key',
    {},
    { STILLFRAME_URL: 'http://env.example', STILLFRAME_KEY: 'env' },
    { url: 'http://env.example', accessKey: 'env' },
  ],
  [
    'the same service',
    { url: 'http://staging.example/', profile: 'staging' },
    {},
    { ...staging, url: 'http://staging.example/' },
  ],
  [
    'a URL of the command with keys of the environment',
    { url: 'http://env.example' },
    { STILLFRAME_KEY: 'env', STILLFRAME_SECRET_KEY: 'secret' },
    { url: 'http://env.example', accessKey: 'env', secretKey: 'secret' },
  ],
])('keys stay with their service: %s', async (_label, given, variables, expected) => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'stillframe'))
  const { url, accessKey: key, secretKey } = staging
  const profiles = { default: { url, key, secretKey }, staging: { url, key, secretKey } }
  writeFileSync(join(folder, 'stillframe', 'profiles.json'), JSON.stringify(profiles))
  const found = findService(given, { XDG_CONFIG_HOME: folder, ...variables })
  if (expected instanceof RegExp) await expect(found).rejects.toThrow(expected)
  else expect(await found).toEqual(expected)
})

test.each([
  [
    'shot https://a.example',
    { STILLFRAME_URL: 'ftp://a.example', STILLFRAME_KEY: 'k' },
    '`STILLFRAME_URL` is ftp',
  ],
  ['profile --url localhost:3000 --key k', {}, '`--url` is localhost:3000. '],
  ['listen --forward localhost:4000/hook', unreachable, '`--forward` is localhost:4000/hook. '],
])('a URL of another scheme is refused: %s', async (line, env, message) => {
  const { code, err } = await run(line, env)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
  expect(err).toContain('must begin with http:// or https://')
})

test('a URL of another scheme in a profile is refused with its name', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'stillframe'))
  const profiles = { default: { url: 'localhost:3000', key: 'k' } }
  writeFileSync(join(folder, 'stillframe', 'profiles.json'), JSON.stringify(profiles))
  expect(await run('usage', { XDG_CONFIG_HOME: folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('`url` of the profile default is localhost:3000.'),
  })
})

test('a profile is saved beside the others, in a file that only its user can read', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'stillframe', 'profiles.json')
  const env = { XDG_CONFIG_HOME: folder }
  expect(await run('profile --url http://one.example --key a', env)).toEqual({
    code: 0,
    out: `${file}\n`,
    err: '',
  })
  chmodSync(file, 0o644)
  await run('profile two --url http://two.example --key b --secret-key c', env)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await findService({ profile: 'two' }, env)).toEqual({
    url: 'http://two.example',
    accessKey: 'b',
    secretKey: 'c',
  })
  expect(await findService({}, env)).toEqual({ url: 'http://one.example', accessKey: 'a' })
  // Other users of the machine can read a command line.
  const keys = { STILLFRAME_KEY: 'd', STILLFRAME_SECRET_KEY: 'e' }
  await run('profile three --url http://three.example', { ...env, ...keys })
  expect(await findService({ profile: 'three' }, env)).toEqual({
    url: 'http://three.example',
    accessKey: 'd',
    secretKey: 'e',
  })
  const other = { ...env, ...keys, STILLFRAME_URL: 'http://other.example' }
  expect((await run('profile four --url http://four.example', other)).code).toBe(2)
})

test('--url names the service, not the page', () => {
  const { values, parameters } = readCommandLine(
    ['https://page.example', '--url', 'https://service.example'],
    toOptions(operations.screenshot),
  )
  expect(values).toEqual({ url: 'https://service.example' })
  expect(parameters).toEqual({})
})
