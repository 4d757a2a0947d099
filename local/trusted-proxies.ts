import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const isEntry = (entry: string) => {
  const [address = '', bits, ...more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** Returns the IP addresses and CIDR ranges of a list. @throws Error for anything else */
export const parseTrustedProxies = (text: string): readonly string[] => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.every(isEntry)) return entries
  throw new Error('It must be IP addresses and CIDR ranges, separated by commas: 127.0.0.1, 10.0.0.0/8.')
}

/**
 * Returns what finds the IP address of the client: that of the connection, or, if it belongs to a trusted proxy, the last one in
 * `X-Forwarded-For` that does not. Each proxy appends the address that it sees, and what stands before the first trusted one can be made up.
 */
export const createClientAddress = (trustedProxies: readonly string[]) => {
  const trusted = new BlockList()
  for (const entry of trustedProxies) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  return ({ socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>): string => {
    const forwarded = [headers['x-forwarded-for'] ?? []].flat().join().split(',')
    let client = withoutMapping(socket.remoteAddress ?? '')
    while (isIP(client) !== 0 && trusted.check(client, familyOf(client))) {
      const next = withoutMapping(forwarded.pop()?.trim() ?? '')
      if (isIP(next) === 0) break
      client = next
    }
    return client
  }
}

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')
