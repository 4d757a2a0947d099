const encoder = new TextEncoder()

/** Returns the HMAC-SHA256 of a content. A string is encoded as UTF-8. */
export const createHmac = async (secretKey: string, content: string | Uint8Array): Promise<Uint8Array> => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secretKey), algorithm, false, ['sign'])
  const bytes = typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content)
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/*
 * Signatures of version 2, which covers the method and the path. Every account accepts it.
 */

/** Returns the signature of a JSON body, for the header `X-Service-Signature`. */
export const signBody = async (
  secretKey: string,
  { method, path, body }: { method: string; path: string; body: string },
): Promise<string> => toHex(await createHmac(secretKey, `${method} ${path}\n${body}`))

/** Returns the query string with its signature at the end. */
export const signQuery = async (
  secretKey: string,
  { method, path, query }: { method: string; path: string; query: string },
): Promise<string> => {
  const signature = `signature=${toHex(await createHmac(secretKey, `${method} ${path}?${query}`))}`
  return query === '' ? signature : `${query}&${signature}`
}

/** Returns options as a query string: lists as repeated names, objects as JSON. */
export const toQuery = (options: object): string =>
  new URLSearchParams(Object.entries(options).flatMap(([name, value]) => toPairs(name, value))).toString()

const toPairs = (name: string, value: unknown): [string, string][] => {
  if (value === undefined || value === null) return []
  const isJson = [value].flat().some((member) => typeof member === 'object')
  if (isJson) return [[name, JSON.stringify(value)]]
  return [value].flat().map((member) => [name, String(member)])
}
