// npm run sign -- <url> [--expires-in <seconds>] | --body <file>, both with [--secret-key <key>]
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { loadLocalConfig } from '../lib/config.ts'
import { createSignature, signAddress } from '../lib/core/signature.ts'
import { readServiceFile } from './service-file.ts'

/** Something the person at the keyboard can put right; shown as one sentence. */
class UsageError extends Error {}

const usage = `npm run sign -- '<url>' [--expires-in <seconds>] [--secret-key <key>]
npm run sign -- --body <file> [--secret-key <key>]
The key is --secret-key, SECRET_KEY in the environment, or that of the running local service's demo account.`

const options = {
  body: { type: 'string' },
  'expires-in': { type: 'string' },
  'secret-key': { type: 'string' },
} as const

const findSecretKey = async (given: string | undefined): Promise<string> => {
  const key = given ?? process.env['SECRET_KEY']
  if (key) return key
  const { dataDir } = loadLocalConfig(process.env)
  const demo = (await readServiceFile(dataDir))?.accounts[0]
  if (demo) return demo.secretKey
  throw new UsageError(
    `There is no service in ${dataDir} whose demo account could sign. Give --secret-key or SECRET_KEY, or run npm start.`,
  )
}

const toEnd = (expiresIn: string | undefined): number | undefined => {
  if (expiresIn === undefined) return undefined
  if (!/^\d{1,9}$/.test(expiresIn)) throw new UsageError('--expires-in takes a whole number of seconds.')
  return Math.floor(Date.now() / 1000) + Number(expiresIn)
}

const checkAddress = (address: string, expiresIn: string | undefined) => {
  const url = URL.parse(address)
  if (!url) throw new UsageError('The URL must be absolute, as in http://127.0.0.1:3000/v1/screenshot?url=….')
  if (expiresIn !== undefined && url.searchParams.has('expires'))
    throw new UsageError('The URL has an `expires` already; leave out --expires-in.')
}

const main = async (): Promise<string> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [address, ...others] = positionals
  if (others.length > 0 || (address === undefined) === (values.body === undefined))
    throw new UsageError(usage)
  if (address !== undefined) checkAddress(address, values['expires-in'])
  const expires = toEnd(values['expires-in'])
  const secretKey = await findSecretKey(values['secret-key'])
  if (address !== undefined) return signAddress(address, secretKey, expires)
  return `X-Service-Signature: ${createSignature(secretKey, await readFile(values.body ?? ''))}`
}

try {
  process.stdout.write(`${await main()}\n`)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
