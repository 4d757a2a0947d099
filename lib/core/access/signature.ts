import { createHmac, timingSafeEqual } from 'node:crypto'
import { type LinkOptions, prepareLink } from './signed-content.ts'

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

/** Returns a URL with its signature at the end of the query string, in place of an existing one. */
export const signAddress = (address: string, secretKey: string, options?: LinkOptions): string => {
  const { content, withSignature } = prepareLink(address, options)
  return withSignature(createSignature(secretKey, content))
}
