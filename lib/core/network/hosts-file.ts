import { canonicalHost } from './host-name.ts'
import { toAddress } from './public-address.ts'

/** Parses a hosts file (hosts(5)) into addresses by name. Malformed lines are ignored, as the system does. */
export const parseHostsFile = (text: string): ReadonlyMap<string, readonly string[]> => {
  const addresses = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    if (toAddress(address) === undefined) continue
    for (const name of names.map(canonicalHost)) {
      if (name !== undefined) addresses.set(name, [...(addresses.get(name) ?? []), address])
    }
  }
  return addresses
}
