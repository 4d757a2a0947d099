import { canonicalHost, parseAuthority } from './host-name.ts'
import {
  type Address,
  type Network,
  networkContains,
  networksOverlap,
  toAddress,
  toNetwork,
} from './public-address.ts'

interface AllowedName {
  name: string
  port?: number
}

interface AllowedNetwork {
  network: Network
  port?: number
}

/** The operator's exceptions in addition to public addresses. A named host is allowed regardless of what it resolves to. */
export interface EgressAllow {
  names: readonly AllowedName[]
  networks: readonly AllowedNetwork[]
}

export const allowNothing: EgressAllow = { names: [], networks: [] }

/**
 * Comma-separated host names, addresses, CIDRs; names and addresses also with a port: `localhost, 10.1.0.0/16, [::1]:8080`.
 * A loopback address includes the name `localhost`.
 * Throws an Error that names the invalid entry.
 */
export const parseEgressAllow = (text: string): EgressAllow => {
  const names: AllowedName[] = []
  const networks: AllowedNetwork[] = []
  for (const entry of text.split(',').map((piece) => piece.trim())) {
    if (entry === '') continue
    const { host, port } = splitPort(entry)
    const network = toNetwork(host)
    const withPort = port === undefined ? {} : { port }
    if (network) networks.push({ network, ...withPort })
    else names.push({ name: host, ...withPort })
    for (const name of otherNamesOf(host, network)) names.push({ name, ...withPort })
  }
  return { names, networks }
}

const loopback = ['127.0.0.1', '[::1]']

/**
 * Returns what else an allowance of this machine names. `localhost` allows both addresses only as a URL writes them: a name of someone
 * else that resolves to them stays blocked.
 */
const otherNamesOf = (host: string, network: Network | undefined): readonly string[] => {
  if (host === 'localhost') return loopback
  return network && isLocalhost(network) ? ['localhost'] : []
}

/** A network that also has addresses of other machines does not name this one. */
const isLocalhost = (network: Network) =>
  network.base.range() === 'loopback' &&
  loopback.some((text) => networkContains(network, toAddress(text) as Address))

const wrongEntry = (entry: string) =>
  new Error(
    `The allowance "${entry}" is not a host name, an address or a CIDR, e.g. localhost, 127.0.0.1:8080, [::1]:8080 or 10.0.0.0/8.`,
  )

const splitPort = (entry: string): { host: string; port?: number } => {
  if (toNetwork(entry)) return { host: entry }
  const host = canonicalHost(entry)
  if (host !== undefined && isSensibleName(host)) return { host }
  const authority = parseAuthority(entry)
  if (authority === undefined || !isSensibleName(authority.host)) throw wrongEntry(entry)
  return authority
}

/** The URL parser accepts nearly any character in a name. A wildcard or a list with the wrong separator is a mistake. */
const isSensibleName = (host: string) => host.startsWith('[') || /^[a-z0-9_.-]+$/.test(host)

const matchesPort = (allowed: { port?: number }, port: number) =>
  allowed.port === undefined || allowed.port === port

export const allowsName = (allow: EgressAllow, name: string, port: number): boolean =>
  allow.names.some((allowed) => allowed.name === name && matchesPort(allowed, port))

export const allowsAddress = (allow: EgressAllow, address: Address, port: number): boolean =>
  allow.networks.some((allowed) => networkContains(allowed.network, address) && matchesPort(allowed, port))

/** Returns whether an allowance covers the host as written, on any port. Such a host may be called without TLS. */
export const coversHost = (allow: EgressAllow, host: string): boolean => {
  const name = canonicalHost(host)
  if (name === undefined) return false
  const address = toAddress(name)
  return (
    allow.names.some((allowed) => allowed.name === name) ||
    (address !== undefined && allow.networks.some(({ network }) => networkContains(network, address)))
  )
}

/** An allowance that names this port of the host opens it even if the general rule on ports does not. */
export const allowsPort = (
  allow: EgressAllow,
  host: { name: string; address?: Address },
  port: number,
): boolean =>
  allow.names.some((allowed) => allowed.name === host.name && allowed.port === port) ||
  allow.networks.some(
    (allowed) =>
      allowed.port === port && host.address !== undefined && networkContains(allowed.network, host.address),
  )

const neverInProduction = ['0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '::/127', 'fe80::/10'].map(
  (text) => toNetwork(text) as Network,
)

const isLoopbackName = (name: string) => name === 'localhost' || name.endsWith('.localhost')

/** Throws if an allowance covers loopback or link-local addresses, which serve the credentials of a production stage. */
export const assertProductionAllow = (allow: EgressAllow): void => {
  for (const { network } of allow.networks) {
    if (neverInProduction.some((never) => networksOverlap(never, network))) {
      throw forbiddenInProduction(`${network.base.toString()}/${network.prefixLength}`)
    }
  }
  for (const { name } of allow.names) {
    if (isLoopbackName(name)) throw forbiddenInProduction(name)
  }
}

const forbiddenInProduction = (entry: string) =>
  new Error(
    `The allowance "${entry}" covers loopback or link-local addresses. They are not allowed in a production stage.`,
  )
