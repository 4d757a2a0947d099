import { splitSignature } from './raw-query.ts'

/*
 * What a signature covers. The dashboard imports this module and signs with WebCrypto, so it needs nothing of Node.
 */

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
  const line = new TextEncoder().encode(`${method} ${path}\n`)
  const bytes = new Uint8Array(line.length + content.length)
  bytes.set(line)
  bytes.set(content, line.length)
  return bytes
}

export interface LinkOptions {
  /** Unix seconds from which the link is refused. */
  expires?: number | undefined
  version?: SignatureVersion
  /** Used by version 2 only. */
  method?: string
}

interface UnsignedLink {
  /** The content of the signature. */
  content: string | Uint8Array
  /** Returns the URL with its signature at the end of the query string. */
  withSignature(signature: string): string
}

/**
 * Prepares a URL for its signature, which replaces an existing one. The URL is normalized as clients do before they send it
 * (`new URL`), and loses its fragment, which is never sent.
 */
export const prepareLink = (
  address: string,
  { expires, version = 1, method = 'GET' }: LinkOptions = {},
): UnsignedLink => {
  const url = new URL(address)
  const rawQuery = url.search.slice(1)
  const query = [
    splitSignature(rawQuery)?.signed ?? rawQuery,
    ...(expires === undefined ? [] : [`expires=${expires}`]),
  ]
    .filter((part) => part !== '')
    .join('&')
  url.hash = ''
  url.search = ''
  return {
    content: toSignedContent(version, { method, path: url.pathname, content: query }),
    withSignature: (signature) => `${url.href}?${query === '' ? '' : `${query}&`}signature=${signature}`,
  }
}
