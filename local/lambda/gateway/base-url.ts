import { type AddressInfo, isIPv6 } from 'node:net'

/** A client connects to loopback if the server listens on all addresses. */
const loopback: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Returns the URL at which a server that listens on this address responds. */
export const toBaseUrl = ({ address, port }: Pick<AddressInfo, 'address' | 'port'>): string => {
  const host = loopback[address] ?? address
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`
}
