/**
 * The header with the query string exactly as it was sent, without its question mark. A REST event has the parsed parameters only, so a
 * function at the edge (in production CloudFront's, locally the gateway) adds the header and replaces any value that the client sent.
 */
export const rawQueryHeader = 'x-stillframe-raw-query'

/**
 * Returns whether this query string parses to an event's parameters. A client that bypasses the edge can send any header, but not
 * one that differs from the parameters that the service uses.
 *
 * API Gateway decodes names and values once, `+` to a space (https://github.com/aws/aws-cdk/issues/19827), gives a name without `=`
 * an empty value and keeps the order of a repeated name's values, but not the order of names. Its handling of malformed escapes is
 * not documented and may differ from the URL standard. If the two differ, this returns false.
 */
export const isRawQueryOf = (
  rawQuery: string,
  parameters: Readonly<Record<string, readonly string[] | undefined>> | null,
): boolean => {
  const expected = Object.entries(parameters ?? {}).map(([name, values]) => [name, values ?? []] as const)
  const parsed = Map.groupBy(parsePairs(rawQuery), ([name]) => name)
  return (
    parsed.size === expected.length &&
    expected.every(([name, values]) => {
      const pairs = parsed.get(name)
      return pairs?.length === values.length && pairs.every(([, value], index) => value === values[index])
    })
  )
}

/** A question mark at the start belongs to the first name; only the one before the query string is syntax. */
const parsePairs = (rawQuery: string): [string, string][] => [...new URLSearchParams(`?${rawQuery}`)]

/** A query string and the signature that was removed from it. */
interface SignedQuery {
  signature: string
  /** The signed content: the rest of the query string, byte for byte as sent. */
  signed: string
}

/**
 * Removes the signature from any position, with the `&` that joins it.
 * @returns undefined unless `signature` occurs exactly once under this name: not twice, not as an array, not with escapes in its name
 */
export const splitSignature = (rawQuery: string): SignedQuery | undefined => {
  const parts = rawQuery.split('&')
  const [part, ...others] = parts.filter((candidate) =>
    parsePairs(candidate).some(([name]) => isSignatureName(name)),
  )
  if (others.length > 0 || !part?.startsWith(prefix)) return undefined
  return { signature: part.slice(prefix.length), signed: parts.filter((other) => other !== part).join('&') }
}

/**
 * Returns the spellings of a query string of which one was signed, most likely first. Clients that change a URL after it was signed:
 * browsers, `fetch` and OkHttp escape `'`, which `encodeURIComponent` leaves; Python's requests unescapes `%7E`, which `URLSearchParams`
 * writes; aiohttp unescapes `%3A` and `%2F`, and writes `+` for `%20`, so the values are encoded again in the ways of common encoders.
 * All spellings have the same parameters, so a signature of one covers them all.
 */
export const signedSpellings = (signed: string): string[] => {
  const quoted = signed.replaceAll('%27', "'")
  const changed = [signed, quoted, ...[signed, quoted].map((text) => text.replaceAll('~', '%7E'))]
  return [...new Set([...changed, ...encoders.map((encode) => encodeAgain(signed, encode))])]
}

type Encode = (value: string) => string

/** Leaves only the unreserved characters of RFC 3986. */
const encodeStrictly: Encode = (value) =>
  encodeURIComponent(value).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

const encodeForm: Encode = (value) => encodeStrictly(value).replaceAll('%20', '+')

const encoders: readonly Encode[] = [
  encodeURIComponent,
  // C#'s EscapeDataString, PHP's rawurlencode
  encodeStrictly,
  // Python's quote
  (value) => encodeStrictly(value).replaceAll('%2F', '/'),
  // Python's urlencode, Go
  encodeForm,
  // PHP's http_build_query
  (value) => encodeForm(value).replaceAll('~', '%7E'),
  // URLSearchParams, Java's URLEncoder
  (value) => encodeForm(value).replaceAll('~', '%7E').replaceAll('%2A', '*'),
]

const encodeAgain = (query: string, encode: Encode): string =>
  query
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=')
      if (equals < 0) return part
      const [[, value] = ['', '']] = parsePairs(part.replace(/^[^=]*/, 'value'))
      return `${part.slice(0, equals)}=${encode(value)}`
    })
    .join('&')

const prefix = 'signature='

/** Matches `signature` and the array notations that PHP and other clients use. */
export const isSignatureName = (name: string): boolean =>
  name === 'signature' || name.startsWith('signature[')
