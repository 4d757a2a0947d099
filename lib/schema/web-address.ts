/** The end of a sentence that says why `text` is no absolute http(s) address, or undefined. */
export const webAddressProblem = (text: string): string | undefined => {
  if (hasControlCharacters(text)) return 'must not contain control characters'
  if (!/^https?:\/\//i.test(text)) return 'must be an absolute address that begins with http:// or https://'
  const address = URL.parse(text)
  if (!address?.hostname) return 'must be a valid absolute address, such as https://example.com/'
  return credentialsOf(address) === 'malformed'
    ? 'has credentials with a malformed percent-encoding'
    : undefined
}

/** The decoded credentials of an address; undefined where it has none. */
export const credentialsOf = ({ username, password }: URL) => {
  if (username === '' && password === '') return undefined
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  } catch {
    return 'malformed' as const
  }
}

/** Returns the URL with `***` in place of its credentials, for whatever is shown or logged. */
export const maskCredentials = (url: string): string => url.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1***@')

export const hasControlCharacters = (text: string): boolean => /\p{Cc}/u.test(text)
