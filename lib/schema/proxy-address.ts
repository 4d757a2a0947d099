import { credentialsOf } from './web-address.ts'

export interface ProxyAddress {
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
