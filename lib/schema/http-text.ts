/** RFC 7230 3.2.6 token: the name of a header. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Characters that browsers store in a cookie: everything except control characters and the cookie separator. */
const cookieText = /^[^\p{Cc}\p{Cs};]*$/u

/** Browsers ignore a cookie whose name and value are longer (RFC 6265bis 5.6). */
const cookieBytesMax = 4096

/** RFC 7230 3.2 field-value: printable ASCII, tab and obs-text; no line breaks. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that only the connection or the browser may set. */
const refusedHeaders = new Set([
  'connection',
  'content-length',
  'content-encoding',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])

const schemes = new Set([
  ...['apikey', 'aws4-hmac-sha256', 'basic', 'bearer', 'digest', 'dpop', 'gnap', 'hawk', 'hoba', 'key'],
  ...['mutual', 'negotiate', 'ntlm', 'oauth', 'privatetoken', 'token', 'vapid'],
])

const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/

interface NameValue {
  name: string
  value: string
}

/** Splits `name<separator>value` at the first separator and trims both. Returns undefined without a separator. */
export const splitPair = (text: string, separator: ':' | '='): NameValue | undefined => {
  const at = text.indexOf(separator)
  if (at === -1) return undefined
  return { name: trimBlank(text.slice(0, at)), value: trimBlank(text.slice(at + 1)) }
}

export const cookieProblem = (text: string): string | undefined => {
  const cookie = splitPair(text, '=')
  if (!cookie) return 'must be written as name=value'
  if (cookie.name === '') return 'must have a name before the equals sign'
  if (!cookieText.test(text)) return 'must not contain control characters or semicolons'
  // The dashboard validates with these schemas in the browser, which has no Buffer.
  return new TextEncoder().encode(text).length > cookieBytesMax
    ? `must have at most ${cookieBytesMax} bytes`
    : undefined
}

export const headerProblem = (text: string): string | undefined => {
  const header = splitPair(text, ':')
  if (!header) return 'must be written as name:value'
  if (!token.test(header.name)) return "must have a name of letters, digits and !#$%&'*+-.^_`|~"
  if (!headerValue.test(header.value))
    return 'must not contain line breaks, other control characters, or characters beyond U+00FF'
  const name = header.name.toLowerCase()
  if (isRefused(name)) return 'must not be set, because it belongs to the connection'
  return ownParameterProblem(name, header.value)
}

export const authorizationProblem = (text: string): string | undefined => {
  const [, scheme, credentials = text] = /^([!-~]+) +([!-~](?:[ -~]*[!-~])?)$/.exec(text) ?? []
  if (scheme === undefined || scheme.toLowerCase() === 'basic')
    return base64.test(credentials)
      ? undefined
      : 'must be Base64, for example of user:password. In a query string, encode `+` as %2B'
  return schemes.has(scheme.toLowerCase())
    ? undefined
    : 'must be Base64, or an authentication scheme and its credentials. In a query string, encode `+` as %2B'
}

const isRefused = (name: string): boolean =>
  refusedHeaders.has(name) || name.startsWith('proxy-') || name.startsWith('sec-websocket-')

// These headers also exist as parameters with a narrower scope, so their values obey the same rules.
const ownParameterProblem = (name: string, value: string): string | undefined => {
  if (name === 'authorization') {
    const problem = authorizationProblem(value)
    return problem && `has a value that ${problem}`
  }
  if (name === 'user-agent') return /[!-~]/.test(value) ? undefined : 'must not be empty'
  if (name !== 'cookie') return undefined
  const problem = splitCookies(value).map(cookieProblem).find(Boolean)
  return problem && `has a cookie that ${problem}`
}

export const splitCookies = (text: string): string[] =>
  text
    .split(';')
    .map(trimBlank)
    .filter((cookie) => cookie !== '')

/** Strips spaces and tabs only, because a line break must stay visible to the checks. Reads each character at most once. */
export const trimBlank = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09
