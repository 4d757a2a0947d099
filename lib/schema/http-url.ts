import { urlCredentials } from '../base/describe-cause.ts'

/** With the dot that may end it. https://www.rfc-editor.org/rfc/rfc1035#section-2.3.4 */
const hostLengthMax = 254

/** Returns why `text` is not an absolute http(s) URL, as a predicate, or undefined if it is one. */
export const urlProblem = (text: string, schemes = 'http:// or https://'): string | undefined => {
  if (hasControlCharacters(text)) return 'must not contain control characters'
  if (/^https?%3a/i.test(text))
    return 'is encoded twice. Encode it once in a query string, and do not encode it in a JSON body'
  if (!/^https?:\/\//i.test(text)) return `must be an absolute URL that begins with ${schemes}`
  const address = URL.parse(text)
  if (!address?.hostname) return 'must be a valid absolute URL, such as https://example.com/'
  if (address.hostname.length > hostLengthMax)
    return `must have a host name of at most ${hostLengthMax} characters`
  return credentialsOf(address) === 'malformed'
    ? 'must not contain malformed percent-encoding in its user name or password'
    : undefined
}

/** Returns the decoded credentials of a URL, or undefined if it has none. */
export const credentialsOf = ({ username, password }: URL) => {
  if (username === '' && password === '') return undefined
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'malformed' as const
  }
}

/** Returns the URL with `***` in place of its credentials, for display and logs. */
export const maskCredentials = (url: string): string => url.replace(urlCredentials, '$1***@')

/** Returns the URL without its credentials, otherwise unchanged. */
export const withoutCredentials = (url: string): string => url.replace(urlCredentials, '$1')

/** Returns the URL of a receiver without the part that permits to write, for logs and for those who may only read. */
export const maskedUrl = (url: string): string =>
  url.startsWith('mailto:') ? `mailto:***${url.slice(url.lastIndexOf('@'))}` : `${new URL(url).origin}/***`

/** Returns the URL of an upload without what permits it, for its owner. */
export const withoutSecrets = (url: string): string => maskCredentials(url.split(/[?#]/, 1).join(''))

/** Returns text without what could be credentials, if it should be a URL and may be none. */
export const withoutPossibleCredentials = (text: string): string =>
  urlProblem(text) === undefined ? withoutCredentials(text) : text.replace(/^.*@/s, '***@')

/** Pattern of http(s) URLs for the documentation. `urlProblem` runs first and is more specific. */
export const httpUrl = /^[Hh][Tt][Tt][Pp][Ss]?:\/\//

export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text)

interface ProxyAddress {
  protocol: 'http' | 'https'
  host: string
  port: number
  credentials?: { username: string; password: string }
}

/** Parses `http://user:password@host:port`. Credentials and port are optional. Returns undefined for anything else. */
export const parseProxyAddress = (text: string): ProxyAddress | undefined => {
  const address = /^https?:\/\/[^\s/?#\\]+\/?$/i.test(text) ? URL.parse(text) : null
  if (!address?.hostname || address.port === '0') return undefined
  const credentials = credentialsOf(address)
  if (credentials === 'malformed') return undefined
  const protocol = address.protocol === 'https:' ? 'https' : 'http'
  const port = address.port === '' ? defaultPorts[protocol] : Number(address.port)
  return { protocol, host: address.hostname, port, ...(credentials && { credentials }) }
}

const defaultPorts = { http: 80, https: 443 }
