import { isAccountId } from '../../lib/core/access/access-key.ts'
import { toKeyId, withoutKey } from '../../lib/core/access/account-keys.ts'
import { monthsOf } from '../../lib/core/access/hit-days.ts'
import { type AccountLimit, accountLimits, leastOf } from '../../lib/core/access/tiers.ts'
import { erasableAfterSeconds } from '../../lib/jobs/erase-account.ts'
import { KeyName, keyNameMax } from '../../lib/schema/account.ts'
import { keyScopes } from '../../lib/schema/key-scopes.ts'
import { type TierName, tierNames } from '../../lib/schema/tier-features.ts'
import { historyDaysMax } from '../../lib/schema/usage.ts'
import type { Account, AccountChange, AccountStore } from '../../lib/store/accounts.ts'
import { exportOutput } from './export-output.ts'
import type { OpenStore } from './open-store.ts'
import {
  auditOutput,
  erasedOutput,
  keyListOutput,
  keysOutput,
  newKeyOutput,
  type Output,
  stateOutput,
  statesOutput,
  toTime,
  usageOutput,
} from './output.ts'
import { toActor } from './to-actor.ts'
import { limitOption, limitOptions, toEnd, UsageError, usage } from './usage-error.ts'

interface CommandLine {
  /** The command's name and its arguments. */
  words: readonly string[]
  /** Value of `--plan`. */
  plan?: string | undefined
  /** Value of `--name`. */
  name?: string | undefined
  /** Value of `--expires-in`. */
  expiresIn?: string | undefined
  /** Value of `--month`. */
  month?: string | undefined
  /** Values of the options of limits, such as `--requests-per-minute`. */
  limits?: Partial<Record<AccountLimit, string | undefined>> | undefined
}

/** @throws UsageError if the command is unknown or incomplete */
export const runCommand = (line: CommandLine, store: OpenStore): Promise<Output> => {
  const [name = '', ...rest] = line.words
  const command = commands.get(name)
  if (!command || rest.length !== command.words) throw new UsageError(usage)
  if (command.words > 0) assertAccountId(rest.at(-1))
  return command.changes ? runAudited(store, line, command) : command.run(store, rest, line)
}

/** Notes a change after it was made, so that none is noted that was refused. */
const runAudited = async (store: OpenStore, line: CommandLine, { run }: Command): Promise<Output> => {
  const [, ...words] = line.words
  const entry = { atMs: Date.now(), actor: toActor(), action: describe(line) }
  const output = await run(store, words, line)
  const created = 'json' in output ? (output.json as { id: string }).id : ''
  await store.audit.add(words.at(-1) ?? created, entry)
  return output
}

/** Returns a command with its options, in one line and without keys. */
const describe = ({ words, plan, name, expiresIn, limits = {} }: CommandLine): string => {
  const named = Object.entries({ '--plan': plan, '--name': name, '--expires-in': expiresIn })
  const limited = accountLimits.map((limit) => [limitOption(limit), limits[limit]] as const)
  const options = [...named, ...limited].filter(([, value]) => value !== undefined)
  return [...words, ...options.flat()].map((word = '') => quoted(withoutKeys(word))).join(' ')
}

/** Cuts everything that is at least as long as an access key to the length of its id. */
const withoutKeys = (word: string) => word.replace(/[0-9A-Za-z]{24,}/g, toKeyId)

/** JSON leaves some characters that end lines or change their order. */
const quoted = (word: string) =>
  /^[\w.-]+$/.test(word) ? word : JSON.stringify(word).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')

const listAudit: Command['run'] = async ({ audit }, [id = '']) => auditOutput(await audit.list(id))

/** Other items of an account have keys that begin with its id. */
const assertAccountId = (word = '') => {
  if (!isAccountId(word))
    throw new UsageError(`ID must be the six letters or digits of an account, not ${JSON.stringify(word)}.`)
}

interface Command {
  /** The number of arguments. The last one is the id of an account. */
  words: number
  /** Whether it changes an account, which is noted. */
  changes?: boolean
  run(store: OpenStore, words: readonly string[], line: CommandLine): Promise<Output>
}

const readChoice = <Choice extends string>(
  subject: string,
  word = '',
  choices: readonly Choice[],
): Choice => {
  const choice = choices.find((known) => known === word)
  if (choice === undefined) throw new UsageError(`${subject} must be one of ${choices.join(', ')}.`)
  return choice
}

const readPlan = (subject: string, word: string | undefined): TierName => readChoice(subject, word, tierNames)

/** Returns the changed account. @throws UsageError if the account does not exist or is closed */
const changed = async <T>(accounts: AccountStore, id: string, change: Promise<T | undefined>): Promise<T> => {
  const outcome = await change
  if (outcome !== undefined) return outcome
  const isClosed = (await accounts.find(id)) !== undefined
  throw new UsageError(
    isClosed ? `The account ${id} is closed and cannot be changed.` : `No account ${id} exists.`,
  )
}

/** A command of the form `<name> <state> <id>`. */
const changing = (toChange: (word: string) => AccountChange): Command => ({
  words: 2,
  changes: true,
  async run({ accounts, remember }, [word = '', id = '']) {
    const change = toChange(word)
    const account = await changed(accounts, id, accounts.change(id, change))
    await remember({ id, plan: account.plan })
    return stateOutput(account)
  },
})

/** Whether signatures are required and their version are independent settings. */
const signedChanges = {
  on: { signedRequests: true },
  off: { signedRequests: false },
  v1: { signatureVersion: 1 },
  v2: { signatureVersion: 2 },
} as const satisfies Record<string, AccountChange>

const create: Command['run'] = async ({ accounts, createSignInLink }, _words, { plan }) => {
  const keys = await accounts.create(readPlan('--plan', plan))
  return keysOutput(keys, await createSignInLink(keys))
}

const rotate: Command['run'] = async ({ accounts, createSignInLink, remember }, [which, id = '']) => {
  if (readChoice('rotate', which, ['access', 'secret']) === 'access') {
    const keys = await changed(accounts, id, accounts.rotateAccessKey(id))
    await remember(keys)
    return keysOutput(keys, await createSignInLink(keys))
  }
  const { plan, secretKey } = await changed(accounts, id, accounts.rotateSecretKey(id))
  await remember({ id, secretKey })
  return keysOutput({ id, plan, accessKey: null, secretKey })
}

/** Numbers that mean the limits of the plan are removed. */
const ofPlan = 'plan'

const limit: Command['run'] = async ({ accounts }, [id = ''], { limits = {} }) => {
  const given = accountLimits.flatMap((name) =>
    limits[name] === undefined ? [] : [[name, limits[name]] as const],
  )
  if (given.length === 0) throw new UsageError(`limit requires at least one of ${limitOptions.join(', ')}.`)
  const { limits: before } = await find(accounts, id)
  const after = { ...before }
  for (const [name, word] of given)
    if (word === ofPlan) delete after[name]
    else after[name] = readLimit(name, word)
  return stateOutput(await changed(accounts, id, accounts.change(id, { limits: after })))
}

const readLimit = (name: AccountLimit, word: string): number => {
  const least = leastOf[name]
  const value = Number(word)
  if (/^\d{1,9}$/.test(word) && value >= least) return value
  throw new UsageError(`${limitOption(name)} must be an integer of at least ${least}, or ${ofPlan}.`)
}

/** @param month as numbered by `toMonth` */
const toMonthName = (month: number) =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

const monthlyUsage: Command['run'] = async ({ openData }, _words, { month = '' }) => {
  const kept = new Map(monthsOf(Date.now(), historyDaysMax).map((number) => [toMonthName(number), number]))
  const number = kept.get(month)
  if (number === undefined)
    throw new UsageError(
      `--month must be one of ${[...kept.keys()].join(', ')} (UTC). Usage is kept for ${historyDaysMax} days.`,
    )
  using data = openData()
  return usageOutput(month, await data.data.monthlyHits(number))
}

const find = async (accounts: AccountStore, id: string): Promise<Account> => {
  const account = await accounts.find(id)
  if (!account) throw new UsageError(`No account ${id} exists.`)
  return account
}

const addKey: Command['run'] = async ({ accounts }, [word, id = ''], { name: given, expiresIn }) => {
  const scope = readChoice('add-key', word, keyScopes)
  const { data: name } = KeyName.safeParse(given)
  if (name === undefined)
    throw new UsageError(`--name must have 1 to ${keyNameMax} characters, without control characters.`)
  const end = toEnd(expiresIn)
  const key = { name, scope, ...(end !== undefined && { expires: end }) }
  const { accessKey } = await changed(accounts, id, accounts.addKey(id, key))
  return newKeyOutput(accessKey, key)
}

const removeKey: Command['run'] = async ({ accounts }, [keyId = '', id = '']) =>
  keyListOutput(
    await changed(
      accounts,
      id,
      accounts.changeKeys(id, (keys) => withoutKey(keys, keyId)),
    ),
  )

/** @throws UsageError if the account is open, or what began before it was closed may still store something */
const assertErasable = ({ id, closed }: Account) => {
  if (closed === undefined)
    throw new UsageError(
      `The account ${id} is open. Close it with npm run accounts -- close ${id}, and erase it ${erasableAfterSeconds / 60} minutes later.`,
    )
  const from = closed + erasableAfterSeconds
  if (Date.now() < from * 1000)
    throw new UsageError(
      `Renders that began before the account ${id} was closed may still store results. Erase it from ${toTime(from)} on.`,
    )
}

const erase: Command['run'] = async ({ accounts, audit, openData, forget }, [id = '']) => {
  const account = await accounts.find(id)
  // After an account was erased, this finds nothing.
  if (account) assertErasable(account)
  using data = openData()
  const erased = await data.erase(id)
  await audit.erase(id)
  await forget(id)
  return erasedOutput(id, erased)
}

const commands = new Map<string, Command>([
  ['create', { words: 0, changes: true, run: create }],
  ['list', { words: 0, run: async ({ accounts }) => statesOutput(await accounts.list()) }],
  ['show', { words: 1, run: async ({ accounts }, [id = '']) => stateOutput(await find(accounts, id)) }],
  ['limit', { words: 1, changes: true, run: limit }],
  ['audit', { words: 1, run: listAudit }],
  ['usage', { words: 0, run: monthlyUsage }],
  ['keys', { words: 1, run: async ({ accounts }, [id = '']) => keyListOutput(await find(accounts, id)) }],
  ['add-key', { words: 2, changes: true, run: addKey }],
  ['remove-key', { words: 2, changes: true, run: removeKey }],
  ['plan', changing((word) => ({ plan: readPlan('plan', word) }))],
  ['invoice', changing((word) => ({ paid: readChoice('invoice', word, ['paid', 'unpaid']) === 'paid' }))],
  ['signed', changing((word) => signedChanges[readChoice('signed', word, ['on', 'off', 'v1', 'v2'])])],
  ['rotate', { words: 2, changes: true, run: rotate }],
  [
    'close',
    {
      words: 1,
      changes: true,
      run: async ({ accounts }, [id = '']) => stateOutput(await changed(accounts, id, accounts.close(id))),
    },
  ],
  [
    'export',
    { words: 1, run: async (store, [id = '']) => exportOutput(await find(store.accounts, id), store) },
  ],
  ['erase', { words: 1, run: erase }],
])
