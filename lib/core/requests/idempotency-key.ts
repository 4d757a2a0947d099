import { createHash } from 'node:crypto'
import { withoutSecrets } from '../../schema/http-url.ts'
import { toOwnKey } from '../access/own-key.ts'

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('hex')

/** Returns the id under which the first request with a caller's key is stored. The key cannot be recovered from it. */
export const toIdempotencyEntryKey = (accountId: string, idempotencyKey: string): string =>
  toOwnKey(accountId, `idempotency#${sha256([accountId, idempotencyKey])}`)

type Options = Readonly<Record<string, unknown>>

/**
 * Two requests are equal if their operation and validated options are. Validation normalizes the order of the options. A URL of an
 * upload is compared without its signature, because each repetition may sign it again.
 */
export const toFingerprint = (operation: string, options: Options): string =>
  sha256([operation, withoutSignature(options)])

/** The same for a batch: of the shared options, and of each of its requests, whose names have the order in which they were sent. */
export const toBatchFingerprint = ({ options, requests, ...batch }: BatchParts): string =>
  sha256([
    'batch',
    inOrder({ ...batch, options: withoutSignature(options), requests: requests?.map(withoutSignature) }),
  ])

interface BatchParts extends Options {
  options: Options
  requests?: readonly Options[] | undefined
}

/** Returns a value whose text does not depend on the order of names in objects. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([first], [second]) => (first < second ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, inOrder(member)]))
}

const withoutSignature = (options: Options): Options => {
  const { upload_url: url } = options
  return typeof url === 'string' ? { ...options, upload_url: unsigned(url) } : options
}

/** Parameters of S3, Google Cloud Storage and Azure Blob Storage that differ each time that a URL is signed. */
const signing =
  /^(?:[Xx]-(?:[Aa]mz|[Gg]oog)-.*|s(?:ig|[etpvr]|pr|k(?:oid|tid|[tesv]))|Expires|Signature|AWSAccessKeyId|GoogleAccessId)$/

/** Returns the URL of an upload without its signature. The rest of its query may name the object. */
const unsigned = (url: string): string => {
  const query = new URLSearchParams(/^[^?#]*\?([^#]*)/.exec(url)?.[1])
  const kept = [...query].filter(([name]) => !signing.test(name))
  const rest = new URLSearchParams(kept).toString()
  return withoutSecrets(url) + (rest && `?${rest}`)
}
