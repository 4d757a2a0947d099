import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { toAccountId } from '../../lib/core/access/access-key.ts'
import { createSignature, signAddress } from '../../lib/core/access/signature.ts'
import { toSignedContent } from '../../lib/core/access/signed-content.ts'
import { findLinkSigner } from '../../lib/jobs/find-link-signer.ts'
import { operations } from '../../lib/schema/operations.ts'
import { loadLocalConfig } from '../config.ts'
import { readServiceFile } from '../service-file.ts'
import { openLocal } from './open-store.ts'
import { toEnd, UsageError } from './usage-error.ts'

const usage = `npm run sign -- '<url>' [--expires-in <seconds>]
npm run sign -- --body <file>
npm run sign -- --v2 '<url>' [--method DELETE] [--expires-in <seconds>]
npm run sign -- --v2 '<url>' --body <file> [--method PATCH]
--v2 is for accounts with signature version 2, which also sign the method (default: GET, or POST with --body) and the path.
A link to a render of the local service's demo account gets an access key that opens only signed links, and a signature of version 2.
The key is --secret-key <key>, SECRET_KEY in the environment, or the secret key of the local service's demo account.`

const options = {
  body: { type: 'string' },
  'expires-in': { type: 'string' },
  method: { type: 'string' },
  'secret-key': { type: 'string' },
  v2: { type: 'boolean', default: false },
} as const

type Environment = Readonly<Record<string, string | undefined>>

interface SignContext {
  env: Environment
  /** Tells what the output does not. */
  warn(sentence: string): void
}

const findSecretKey = async (given: string | undefined, env: Environment): Promise<string> => {
  const key = given ?? env['SECRET_KEY']
  if (key) return key
  const { dataDir } = loadLocalConfig(env)
  const demo = (await readServiceFile(dataDir))?.accounts[0]
  if (demo) return demo.secretKey
  throw new UsageError(
    `No service has run in ${dataDir}, so no demo account can sign. Set --secret-key or SECRET_KEY, or run npm start.`,
  )
}

const findKeyOfLinks = async (dataDir: string, id: string): Promise<string> => {
  using store = await openLocal(dataDir)
  const signer = await findLinkSigner(id, store.accounts)
  if (!signer) throw new UsageError(`The account ${id} does not exist or is closed.`)
  return signer.accessKey
}

const renderPaths = new Set<string>(
  Object.values(operations).flatMap(({ renders, path }) => (renders ? [path] : [])),
)

/** The service accepts escapes and a slash at the end. */
const toRenderPath = ({ pathname }: URL): string | undefined => {
  const path = `/${decodeURI(pathname).split('/').filter(Boolean).join('/')}`
  return renderPaths.has(path) ? path : undefined
}

const keyOfOthers =
  'The access key is kept, because its account is not one of this machine. Publish the link only if the key has the scope `links`. The command `stillframe sign` uses such a key.'

/**
 * Returns a URL as it can be published: without a key that opens more than links. Undefined for what is not a link of the demo account.
 * @throws UsageError for a key of another account
 */
const toPublicUrl = async (
  url: URL,
  secretKey: string,
  { env, warn }: SignContext,
): Promise<string | undefined> => {
  const { dataDir } = loadLocalConfig(env)
  const accounts = (await readServiceFile(dataDir))?.accounts ?? []
  const account = accounts.find((known) => known.secretKey === secretKey)
  const path = toRenderPath(url)
  if (path === undefined) return undefined
  if (!account) {
    if (url.searchParams.has('access_key')) warn(keyOfOthers)
    return undefined
  }
  if (url.searchParams.getAll('access_key').some((key) => toAccountId(key) !== account.id))
    throw new UsageError(
      `The access key in the URL is not one of the account ${account.id}, whose secret key signs. Leave it out, or set --secret-key to the secret key of its account.`,
    )
  const key = `access_key=${await findKeyOfLinks(dataDir, account.id)}`
  const rest = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !new URLSearchParams(part).has('access_key'))
  return `${url.origin}${path}?${[key, ...rest].join('&')}`
}

const parseLink = (link: string, expiresIn: string | undefined): URL => {
  const url = URL.parse(link)
  if (!url)
    throw new UsageError('The URL must be absolute, as in http://127.0.0.1:3000/v1/screenshot?url=....')
  if (expiresIn !== undefined && url.searchParams.has('expires'))
    throw new UsageError('The URL already has an `expires`. Leave out --expires-in.')
  return url
}

const methods = { query: ['GET', 'DELETE'], body: ['POST', 'PUT', 'PATCH'] }

interface Parameters {
  link: string | undefined
  body: string | undefined
  method: string
  version: 1 | 2
  expiresIn: string | undefined
  secretKey: string | undefined
}

const readParameters = (args: string[]): Parameters => {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const { body, v2, method, 'expires-in': expiresIn, 'secret-key': secretKey } = values
  const [link, ...others] = positionals
  const known = body === undefined ? methods.query : methods.body
  const hasSubject = v2 ? link !== undefined : (link === undefined) !== (body === undefined)
  if (others.length > 0 || !hasSubject || (method !== undefined && !v2)) throw new UsageError(usage)
  if (method !== undefined && !known.includes(method))
    throw new UsageError(`--method must be one of ${known.join(', ')} here.`)
  if (body !== undefined && expiresIn !== undefined)
    throw new UsageError('--expires-in is for links. A body cannot expire.')
  return { link, body, method: method ?? known[0] ?? '', version: v2 ? 2 : 1, expiresIn, secretKey }
}

/**
 * Returns a signed link, or the signature header of a body.
 * @throws Error whose message is for the user
 */
export const signText = async (args: string[], context: SignContext): Promise<string> => {
  const { link, body, method, version, expiresIn, secretKey: given } = readParameters(args)
  const url = link === undefined ? undefined : parseLink(link, expiresIn)
  const expires = toEnd(expiresIn)
  const secretKey = await findSecretKey(given, context.env)
  if (body === undefined && url) {
    const publicUrl = method === 'GET' ? await toPublicUrl(url, secretKey, context) : undefined
    if (publicUrl !== undefined) return signAddress(publicUrl, secretKey, { expires, version: 2 })
    return signAddress(url.href, secretKey, { expires, version, method })
  }
  const request = { method, path: url?.pathname ?? '', content: await readFile(body ?? '') }
  return `X-Service-Signature: ${createSignature(secretKey, toSignedContent(version, request))}`
}
