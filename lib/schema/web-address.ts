/** Returns why `text` is not an absolute http(s) URL, as a predicate, or undefined if it is one. */
export const webAddressProblem = (text: string, schemes = 'http:// or https://'): string | undefined => {
  if (hasControlCharacters(text)) return 'must not contain control characters'
  if (/^https?%3a/i.test(text))
    return 'is encoded twice. Encode it once in a query string, and do not encode it in a JSON body'
  if (!/^https?:\/\//i.test(text)) return `must be an absolute URL that begins with ${schemes}`
  const address = URL.parse(text)
  if (!address?.hostname) return 'must be a valid absolute URL, such as https://example.com/'
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
export const maskCredentials = (url: string): string => url.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1***@')

/** Pattern of http(s) URLs for the documentation. `webAddressProblem` runs first and is more specific. */
export const httpUrl = /^[Hh][Tt][Tt][Pp][Ss]?:\/\//

export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text)
