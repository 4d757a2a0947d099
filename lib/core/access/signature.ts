import { createHmac, timingSafeEqual } from 'node:crypto'
import { splitSignature } from './raw-query.ts'

/** Returns the lowercase hex HMAC-SHA256. A string, of a query string or a key, is encoded as UTF-8. */
export const createSignature = (secretKey: string, content: string | Uint8Array): string =>
  createHmac('sha256', secretKey).update(content).digest('hex')

const signaturePattern = /^[0-9a-f]{64}$/

/** Returns whether a text has the format of a signature. */
export const isSignatureText = (text: string): boolean => signaturePattern.test(text)

/** Returns whether a signature matches the content. Compares in constant time. */
export const isSignatureOf = (signature: string, secretKey: string, content: string | Uint8Array): boolean =>
  isSignatureText(signature) &&
  timingSafeEqual(Buffer.from(signature), Buffer.from(createSignature(secretKey, content)))

/** Version 1 signs the query string or the body alone, which is what existing clients do. Version 2 also signs method and path. */
export type SignatureVersion = 1 | 2

/** The parts of a request that its signature covers. */
interface SignedRequest {
  method: string
  path: string
  /** The query string exactly as sent without its signature, or the bytes of the body. */
  content: string | Uint8Array
}

/**
 * Returns the content to sign. In version 2 it is unique for each request: the method ends at the first space, a path has neither
 * a question mark nor a line feed, and only a body follows a line feed.
 */
export const toSignedContent = (
  version: SignatureVersion,
  { method, path, content }: SignedRequest,
): string | Uint8Array => {
  if (version === 1) return content
  if (typeof content === 'string') return `${method} ${path}?${content}`
  return Buffer.concat([Buffer.from(`${method} ${path}\n`), content])
}

interface LinkOptions {
  /** Unix seconds from which the link is refused. */
  expires?: number | undefined
  version?: SignatureVersion
  /** Used by version 2 only. */
  method?: string
}

/**
 * Returns a URL with its signature at the end of the query string, in place of an existing one. The URL is normalized as
 * clients do before they send it (`new URL`), and loses its fragment, which is never sent.
 */
export const signAddress = (
  address: string,
  secretKey: string,
  { expires, version = 1, method = 'GET' }: LinkOptions = {},
): string => {
  const url = new URL(address)
  const rawQuery = url.search.slice(1)
  const query = [
    splitSignature(rawQuery)?.signed ?? rawQuery,
    ...(expires === undefined ? [] : [`expires=${expires}`]),
  ]
  const content = query.filter((part) => part !== '').join('&')
  const signed = toSignedContent(version, { method, path: url.pathname, content })
  const signature = `signature=${createSignature(secretKey, signed)}`
  url.hash = ''
  url.search = ''
  return `${url.href}?${content === '' ? '' : `${content}&`}${signature}`
}
