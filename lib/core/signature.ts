import { createHmac, timingSafeEqual } from 'node:crypto'
import { splitSignature } from './raw-query.ts'

/** Lower-case hex HMAC-SHA256. The key is the UTF-8 bytes of the account's secret key. */
export const createSignature = (secretKey: string, bytes: Uint8Array): string =>
  createHmac('sha256', secretKey).update(bytes).digest('hex')

const signaturePattern = /^[0-9a-f]{64}$/

/** Whether this is the one way to write a signature of these bytes. Compares in constant time. */
export const isSignatureOf = (signature: string, secretKey: string, bytes: Uint8Array): boolean =>
  signaturePattern.test(signature) &&
  timingSafeEqual(Buffer.from(signature), Buffer.from(createSignature(secretKey, bytes)))

/**
 * The bytes of a query string: an event's text has one character for each byte that was sent. Beyond that range it is no query
 * string that came over HTTP.
 */
export const toQueryBytes = (query: string): Uint8Array =>
  Buffer.from(query, /[^\0-\xff]/.test(query) ? 'utf8' : 'latin1')

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
  const signature = `signature=${createSignature(secretKey, toQueryBytes(signed))}`
  url.hash = ''
  url.search = ''
  return `${url.href}?${signed === '' ? '' : `${signed}&`}${signature}`
}
