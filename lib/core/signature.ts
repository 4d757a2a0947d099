import { createHmac, timingSafeEqual } from 'node:crypto'
import { splitSignature } from './raw-query.ts'

/** Lower-case hex HMAC-SHA256. Text, of a query string or a key, stands for its UTF-8 bytes. */
export const createSignature = (secretKey: string, content: string | Uint8Array): string =>
  createHmac('sha256', secretKey).update(content).digest('hex')

const signaturePattern = /^[0-9a-f]{64}$/

/** Whether this text is written as a signature is. */
export const isSignatureText = (text: string): boolean => signaturePattern.test(text)

/** Whether this is the one way to write the signature of this content. Compares in constant time. */
export const isSignatureOf = (signature: string, secretKey: string, content: string | Uint8Array): boolean =>
  isSignatureText(signature) &&
  timingSafeEqual(Buffer.from(signature), Buffer.from(createSignature(secretKey, content)))

/**
 * An address with its signature at the end of the query string, in place of the one that it may have.
 * The address becomes what clients make of it before they send it (`new URL`), and loses its fragment, which is never sent.
 * @param expires Unix seconds after which the link is refused
 */
export const signAddress = (address: string, secretKey: string, expires?: number): string => {
  const url = new URL(address)
  const rawQuery = url.search.slice(1)
  const query = [
    splitSignature(rawQuery)?.signed ?? rawQuery,
    ...(expires === undefined ? [] : [`expires=${expires}`]),
  ]
  const signed = query.filter((part) => part !== '').join('&')
  const signature = `signature=${createSignature(secretKey, signed)}`
  url.hash = ''
  url.search = ''
  return `${url.href}?${signed === '' ? '' : `${signed}&`}${signature}`
}
