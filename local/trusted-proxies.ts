import type { IncomingMessage } from 'node:http'
import {
  type Address,
  type Network,
  networkContains,
  toAddress,
  toNetwork,
} from '../lib/core/network/public-address.ts'

/** Returns the IP addresses and CIDR ranges of a list. @throws Error for anything else */
export const parseTrustedProxies = (text: string): readonly Network[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .map((entry) => {
      const network = toNetwork(entry)
      if (network) return network
      throw new Error('It must be IP addresses and CIDR ranges, separated by commas: 127.0.0.1, 10.0.0.0/8.')
    })

/**
 * Returns what finds the IP address of the client: that of the connection, or, if it belongs to a trusted proxy, the last one in
 * `X-Forwarded-For` that does not. Each proxy appends the address that it sees, and what stands before the first trusted one can be made up.
 */
export const createClientAddress =
  (trustedProxies: readonly Network[]) =>
  ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
    let client = toAddress(socket.remoteAddress ?? '')
    while (client && trustedProxies.some((network) => networkContains(network, client as Address))) {
      const next = toAddress(withoutPort(forwarded.pop()?.trim() ?? ''))
      if (!next) break
      client = next
    }
    return client?.toString() ?? ''
  }

/**
 * Some proxies append the port of the client: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
 * https://learn.microsoft.com/azure/application-gateway/how-application-gateway-works#modifications-to-the-request
 */
const withoutPort = (entry: string) => entry.replace(/^(\[[^\]]*\]|[^:[]*):\d{1,5}$/, '$1')
