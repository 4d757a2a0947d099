/**
 * A host as the WHATWG URL parser reads it, the parser that Chromium's agrees with: lower case, punycode, every spelling of an
 * IPv4 address as four decimals, IPv6 in brackets; one trailing dot removed. Returns undefined if it is not a host.
 */
export const canonicalHost = (host: string): string | undefined => {
  const text = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  if (/[/\\?#@\s]/.test(text) || (!text.startsWith('[') && text.includes(':'))) return undefined
  const url = URL.parse(`http://${text}/`)
  if (url === null || url.port !== '' || url.pathname !== '/') return undefined
  const name = url.hostname.replace(/\.$/, '')
  const hasEmptyLabel = name.split('.').includes('')
  return hasEmptyLabel || name.length > 253 ? undefined : name
}

/** Parses an authority with a port, such as `example.com:443` or `[::1]:8080`. Returns undefined without a port or for anything else. */
export const parseAuthority = (authority: string): { host: string; port: number } | undefined => {
  const [, hostText, portText] = /^(\[[^\]]*\]|[^:[\]]+):(\d{1,5})$/.exec(authority) ?? []
  if (hostText === undefined) return undefined
  const host = canonicalHost(hostText)
  const port = Number(portText)
  return host === undefined || port < 1 || port > 65_535 ? undefined : { host, port }
}
