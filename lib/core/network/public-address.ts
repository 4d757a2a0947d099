import ipaddr from 'ipaddr.js'

export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Parses an address as a connection would use it: without brackets, IPv4-mapped IPv6 as the IPv4 address. Returns undefined for anything else. */
export const toAddress = (text: string): Address | undefined => {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  // A zone (`fe80::1%eth0`) names an interface of this machine.
  if (bare.includes('%')) return undefined
  if (!ipaddr.IPv4.isValidFourPartDecimal(bare) && !ipaddr.IPv6.isValid(bare)) return undefined
  return ipaddr.process(bare)
}

/**
 * Addresses of cloud platform services inside a machine's own network, although the registries call them public. Those in private,
 * link-local and shared ranges are not public anyway: 169.254.169.254 (most clouds), 169.254.170.2 (Amazon ECS), 100.100.100.200
 * (Alibaba Cloud), 192.0.0.192 (Oracle Cloud), fd00:ec2::254 (Amazon EC2), fd20:ce::254 (Google Cloud), fd00:42::42 (Scaleway).
 */
const platformAddresses = new Set([
  // Azure: DHCP, DNS, health probes and WireServer. https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16',
  // Equinix Metal: metadata.packet.net. https://deploy.equinix.com/developers/docs/metal/server-metadata/metadata/
  '192.80.8.124',
])

const isPlatformAddress = (address: Address): boolean => platformAddresses.has(address.toString())

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Public unicast by the IANA special-purpose registries, as ipaddr.js knows them. IPv6 must also lie in 2000::/3, the only
 * block that is assigned: the library calls the IPv4-compatible `::127.0.0.1` unicast.
 */
export const isPublicAddress = (address: Address): boolean => {
  if (address.range() !== 'unicast' || isPlatformAddress(address)) return false
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(globalUnicast)
}

/** Returns whether an address reaches this machine. */
export const isLoopbackAddress = (address: Address): boolean =>
  address.range() === 'loopback' || address.range() === 'unspecified'

/** Which part of the network an address that is not public belongs to. */
export type InternalKind = 'loopback' | 'link_local' | 'private' | 'reserved'

const internalKinds: Readonly<Record<string, InternalKind>> = {
  loopback: 'loopback',
  unspecified: 'loopback',
  linkLocal: 'link_local',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
}

export const internalKindOf = (address: Address): InternalKind =>
  isPlatformAddress(address) ? 'private' : (internalKinds[address.range()] ?? 'reserved')

/** A network in CIDR notation. A single address is a network of one. */
export interface Network {
  base: Address
  prefixLength: number
}

export const networkContains = (network: Network, address: Address): boolean =>
  network.base.kind() === address.kind() && address.match(network.base, network.prefixLength)

/** Two networks either contain one another or are disjoint. */
export const networksOverlap = (one: Network, other: Network): boolean =>
  networkContains(one, other.base) || networkContains(other, one.base)

/** Parses a network such as `10.0.0.0/8` or `::1`, IPv4-mapped IPv6 as the IPv4 network. Returns undefined for anything else. */
export const toNetwork = (text: string): Network | undefined => {
  const [name = '', length, ...more] = text.split('/')
  const base = toAddress(name)
  if (!base || more.length > 0) return undefined
  const bits = base.kind() === 'ipv4' ? 32 : 128
  if (length === undefined) return { base, prefixLength: bits }
  const prefixLength = Number(length) - (name.includes(':') ? 128 - bits : 0)
  return /^\d{1,3}$/.test(length) && prefixLength >= 0 && prefixLength <= bits
    ? { base, prefixLength }
    : undefined
}
