/** Cookies that servers set on the way to a page; each goes back to the host that set it and to no other. */
export interface CookieJar {
  /** @param setCookie values of `Set-Cookie` headers */
  receive(url: URL, setCookie: readonly string[]): void
  /** `name=value` pairs for a request. */
  pairsFor(url: URL): string[]
}

interface Cookie {
  pair: string
  secure: boolean
}

/** Of one host; a server may send any number. */
const cookiesMax = 100

export const createCookieJar = (): CookieJar => {
  const hosts = new Map<string, Map<string, Cookie>>()
  return {
    receive({ hostname }, setCookie) {
      const cookies = hosts.get(hostname) ?? new Map<string, Cookie>()
      hosts.set(hostname, cookies)
      for (const text of setCookie) {
        const [pair = '', ...attributes] = text.split(';').map((part) => part.trim())
        const name = pair.slice(0, Math.max(0, pair.indexOf('=')))
        if (name === '') continue
        if (attributes.some(isExpiry)) cookies.delete(name)
        else if (cookies.size < cookiesMax)
          cookies.set(name, { pair, secure: attributes.some((attribute) => /^secure$/i.test(attribute)) })
      }
    },
    pairsFor: ({ hostname, protocol }) =>
      [...(hosts.get(hostname)?.values() ?? [])]
        .filter(({ secure }) => !secure || protocol === 'https:')
        .map(({ pair }) => pair),
  }
}

const isExpiry = (attribute: string) => /^max-age\s*=\s*(0+$|-)/i.test(attribute)
