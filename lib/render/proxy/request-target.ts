import { canonicalHost } from '../../core/network/host-name.ts'

export interface RequestTarget {
  host: string
  port: number
  /** Path and query, unchanged. */
  path: string
}

/** Parses the absolute form that a browser sends to its proxy. Returns undefined for any other form. */
export const parseRequestTarget = (url: string): RequestTarget | undefined => {
  const [, authority, rest = ''] = /^http:\/\/([^/?#\\@\s]+)([/?][^#\s]*)?$/i.exec(url) ?? []
  const [, hostText, portText] = /^(\[[^\]]*\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(authority ?? '') ?? []
  if (hostText === undefined) return undefined
  const host = canonicalHost(hostText)
  const port = portText === undefined ? 80 : Number(portText)
  if (host === undefined || port < 1 || port > 65_535) return undefined
  return { host, port, path: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Returns the value of the `Host` header. */
export const authorityOf = ({ host, port }: RequestTarget) => (port === 80 ? host : `${host}:${port}`)
