import { allowsAddress, allowsName, allowsPort, type EgressAllow } from './egress-allow.ts'
import { canonicalHost, parseAuthority } from './host-name.ts'
import {
  type Address,
  type InternalKind,
  internalKindOf,
  isLoopbackAddress,
  isPublicAddress,
  toAddress,
} from './public-address.ts'
import { isServicePort } from './service-ports.ts'

export { assertProductionAllow, type EgressAllow, parseEgressAllow } from './egress-allow.ts'

/** Where pages, webhooks and customers' proxies may connect: public unicast addresses, and the exceptions that the operator allows. */
export interface EgressPolicy {
  allow: EgressAllow
  /** `host` or `host:port` of the service itself, refused even if an allowance covers them. */
  serviceHosts: readonly string[]
  /** Returns the addresses of this machine, which change while it runs. They count as private, although they may be public. */
  ownAddresses?: () => readonly string[]
  /** A sentence for callers whose URL is refused: what they can do. */
  advice?: string | undefined
}

export const localAdvice =
  'To allow the pages of this machine, restart with `npm start -- --allow-localhost`. For other hosts, set EGRESS_ALLOW.'

/** Returns the message of a refusal for a caller. */
export const withAdvice = (message: string, { advice }: Pick<EgressPolicy, 'advice'>): string =>
  advice === undefined ? message : `${message} ${advice}`

/** For logs only. A caller learns that an address is refused, never why. */
export type RefusalReason =
  | 'not_a_host'
  | 'scheme'
  | 'port'
  | 'service_host'
  | 'reserved_name'
  | InternalKind
  | 'no_address'

interface Refusal {
  allowed: false
  reason: RefusalReason
}

type HostDecision =
  | Refusal
  | {
      allowed: true
      /** Canonical; brackets around IPv6. */
      host: string
      port: number
      /** An IP literal to connect to directly. Undefined for a name, which must still be resolved and checked. */
      address?: string
      /** An allowance names this host, which may exist only in the hosts file. */
      named: boolean
    }

/** Callers connect only to `addresses`, so a later DNS change has no effect. */
type AddressesDecision = Refusal | { allowed: true; addresses: readonly string[] }

/** Decides on an absolute URL before its host is resolved. */
export const decideUrl = (url: string | URL, policy: EgressPolicy): HostDecision => {
  const parsed = URL.parse(url.toString())
  if (parsed === null) return refuse('not_a_host')
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') return refuse('scheme')
  return decideHost(parsed.hostname, urlPort(parsed), policy)
}

/** Returns the port that an http or https URL connects to. */
export const urlPort = (url: URL): number => {
  if (url.port !== '') return Number(url.port)
  return url.protocol === 'https:' ? 443 : 80
}

/** Decides on a host, in any notation, before it is resolved. */
export const decideHost = (host: string, port: number, policy: EgressPolicy): HostDecision => {
  const name = canonicalHost(host)
  if (name === undefined) return refuse('not_a_host')
  if (isServiceName(name, port, policy)) return refuse('service_host')
  const address = toAddress(name)
  if (!isOpenPort(port) && !allowsPort(policy.allow, address ? { name, address } : { name }, port)) {
    return refuse('port')
  }
  const named = allowsName(policy.allow, name, port)
  if (address) {
    const reason = refusedAddress(address, port, policy, named)
    return reason ? refuse(reason) : { allowed: true, host: name, port, address: address.toString(), named }
  }
  if (!named && isReservedName(name)) return refuse('reserved_name')
  return { allowed: true, host: name, port, named }
}

/** Decides on the resolved addresses of a name. One refused address refuses the host. */
export const decideAddresses = (
  host: string,
  port: number,
  addresses: readonly string[],
  policy: EgressPolicy,
): AddressesDecision => {
  const before = decideHost(host, port, policy)
  if (!before.allowed) return before
  if (addresses.length === 0) return refuse('no_address')
  for (const text of addresses) {
    const address = toAddress(text)
    if (address === undefined) return refuse('reserved')
    const reason = refusedAddress(address, port, policy, before.named)
    if (reason) return refuse(reason)
  }
  return { allowed: true, addresses: addresses.map((text) => toAddress(text)?.toString() ?? text) }
}

const refuse = (reason: RefusalReason): Refusal => ({ allowed: false, reason })

const isOpenPort = (port: number) => port === 80 || port === 443 || (port >= 1024 && port <= 65_535)

const refusedAddress = (
  address: Address,
  port: number,
  policy: EgressPolicy,
  named: boolean,
): RefusalReason | undefined => {
  if (isServiceAddress(address, port, policy)) return 'service_host'
  if (named || allowsAddress(policy.allow, address, port)) return undefined
  if (!isPublicAddress(address)) return internalKindOf(address)
  return isOwnAddress(address, policy) ? 'private' : undefined
}

const isOwnAddress = (address: Address, { ownAddresses = () => [] }: EgressPolicy) =>
  ownAddresses().some((text) => toAddress(text)?.toString() === address.toString())

const reservedSuffixes = ['localhost', 'local', 'internal']

const isReservedName = (name: string) =>
  !name.includes('.') || reservedSuffixes.some((suffix) => name.endsWith(`.${suffix}`))

interface ServiceHost {
  name: string
  port?: number
}

const toServiceHost = (text: string): ServiceHost => {
  const authority = parseAuthority(text)
  if (authority) return { name: authority.host, port: authority.port }
  const name = canonicalHost(text)
  // Ignoring it would let pages call the service recursively.
  if (name === undefined) throw new Error(`The service host "${text}" is not a host name or an address.`)
  return { name }
}

/** Throws an Error that names an invalid service host. */
export const assertServiceHosts = (serviceHosts: readonly string[]): void => {
  for (const text of serviceHosts) toServiceHost(text)
}

const serviceHostsAt = (port: number, policy: EgressPolicy): ServiceHost[] =>
  policy.serviceHosts.map(toServiceHost).filter((host) => host.port === undefined || host.port === port)

const isServiceName = (name: string, port: number, policy: EgressPolicy) =>
  serviceHostsAt(port, policy).some((host) => host.name === name)

/** A service on this machine is reachable on every loopback address and every address of the machine, so naming one covers all. */
const isServiceAddress = (address: Address, port: number, policy: EgressPolicy) =>
  (isServicePort(port) && isLoopbackAddress(address)) ||
  serviceHostsAt(port, policy).some((host) => {
    const own = toAddress(host.name)
    if (host.name === 'localhost' || (own && isLoopbackAddress(own)))
      return isLoopbackAddress(address) || isOwnAddress(address, policy)
    return own?.toString() === address.toString()
  })
