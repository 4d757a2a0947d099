import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Client, type ClientSettings, createClient } from '../../clients/typescript/src/index.ts'
import { UsageError } from '../accounts/usage-error.ts'
import { readWebUrl } from './source.ts'

/** Without empty variables. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Profile {
  url?: string | undefined
  key?: string | undefined
  secretKey?: string | undefined
}

interface Source extends Profile {
  /** Where its URL was given. */
  name: string
}

/** What names the service: options and the profile that they name come before the environment, and that before another profile. */
interface Given {
  url?: string | undefined
  key?: string | undefined
  profile?: string | undefined
}

/** Returns the settings of the service that a command calls. Undefined if no URL is set, so nothing but a render is possible. */
export const findService = async (given: Given, env: Environment): Promise<ClientSettings | undefined> => {
  const profile = await readProfile(given.profile ?? env['STILLFRAME_PROFILE'], env)
  const others =
    given.profile === undefined ? [fromEnvironment(env), profile] : [profile, fromEnvironment(env)]
  const { url, key, secretKey } = choose({ name: '`--url`', url: given.url, key: given.key }, others)
  if (url === undefined) return undefined
  if (key === undefined) throw new UsageError(`Set STILLFRAME_KEY, the access key of an account of ${url}.`)
  return { url, accessKey: key, ...(secretKey !== undefined && { secretKey }) }
}

const fromEnvironment = (env: Environment): Source => ({
  name: '`STILLFRAME_URL`',
  url: env['STILLFRAME_URL'],
  key: env['STILLFRAME_KEY'],
  secretKey: env['STILLFRAME_SECRET_KEY'],
})

/**
 * Returns the first URL, and the first keys that come with its origin, because the keys of one service must not be sent to another. Keys of
 * the environment without a URL belong to the URL of the command line.
 * @throws UsageError for another scheme than HTTP
 */
const choose = (given: Source, others: readonly Source[]): Profile => {
  const named = [given, ...others].find((source) => source.url !== undefined)
  const url = named?.url === undefined ? undefined : readWebUrl(named.name, named.url)
  const isOfService = (source: Profile) =>
    source.url === undefined ? given.url !== undefined : originOf(source.url) === originOf(url)
  const allowed = [given, ...others.filter(isOfService)]
  const first = (name: keyof Profile) => allowed.find((source) => source[name] !== undefined)?.[name]
  return { url, key: first('key'), secretKey: first('secretKey') }
}

const originOf = (url: string | undefined) => URL.parse(url ?? '')?.origin

/** @throws UsageError if there is none */
export const connect = async (
  given: Given,
  env: Environment,
): Promise<{ client: Client; settings: ClientSettings }> => {
  const settings = await findService(given, env)
  if (!settings) throw new UsageError('Set STILLFRAME_URL and STILLFRAME_KEY: this command calls a service.')
  return { client: createClient(settings), settings }
}

const profileFile = (env: Environment): string =>
  join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'stillframe', 'profiles.json')

const readProfiles = async (env: Environment): Promise<Record<string, Profile>> => {
  const text = await readFile(profileFile(env), 'utf8').catch(() => undefined)
  return text === undefined ? {} : parseProfiles(text, profileFile(env))
}

const readProfile = async (given: string | undefined, env: Environment): Promise<Source> => {
  const name = given ?? 'default'
  const found = (await readProfiles(env))[name]
  if (given !== undefined && !found) throw new UsageError(`${profileFile(env)} has no profile ${name}.`)
  return { ...found, name: `\`url\` of the profile ${name}` }
}

/**
 * Writes a profile, which only its user can read. What is not given comes from the environment, because other users of the machine can read
 * a command line. Returns the path of the file.
 * @throws UsageError
 */
export const saveProfile = async (name: string, given: Profile, env: Environment): Promise<string> => {
  const profile = choose({ ...given, name: '`--url`' }, [fromEnvironment(env)])
  if (profile.url === undefined || profile.key === undefined)
    throw new UsageError(
      'stillframe profile [NAME] --url URL --key KEY [--secret-key KEY], or STILLFRAME_KEY and STILLFRAME_SECRET_KEY in the environment.',
    )
  const path = profileFile(env)
  const profiles = { ...(await readProfiles(env)), [name]: profile }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeFile(path, `${JSON.stringify(profiles, undefined, 2)}\n`, { mode: 0o600 })
  // The mode above is for a new file.
  await chmod(path, 0o600)
  return path
}

const parseProfiles = (text: string, path: string): Record<string, Profile> => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${path} is not JSON.`)
  }
}
